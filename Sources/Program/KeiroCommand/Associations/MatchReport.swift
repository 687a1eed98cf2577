import AppAssociation
import Questions
import WebSyntax

/// The text form of verdicts: the answer, then the rule and the result of each of its parts.
struct MatchReport {
  /// The name and version of the system, such as `iOS 26.0`.
  let system: String
  let console: Console

  /// The number of apps listed under a URL, since a file may name tens of thousands.
  private static let listedApps = 100

  /// The verdicts on one URL, app by app.
  func print(_ rows: ArraySlice<MatchAnswer.Row>) {
    guard let first = rows.first else { return }
    console.print(styled: "\(first.url, .bold)")
    for row in rows.prefix(Self.listedApps) { print(row) }
    let rest = rows.dropFirst(Self.listedApps)
    guard !rest.isEmpty else { return }
    let counts = [Verdict.Decision.match, .exclude, .noMatch].compactMap { decision in
      let count = rest.count { $0.explanation.verdict.decision == decision }
      return count == 0 ? nil : "\(decision.label) for \(count)"
    }
    console.print(
      "  \(rest.count) more app\(rest.count == 1 ? "" : "s"): "
        + "\(counts.joined(separator: ", ")) (--app APPID shows one, --json all)")
  }

  private func print(_ row: MatchAnswer.Row) {
    console.print(styled: "  \(row.app): \(answer(row.explanation.verdict))")
    if let trace = row.explanation.deciding {
      show(trace, "decided by")
    } else if let trace = row.explanation.closest {
      show(trace, "closest rule")
    }
    for note in row.explanation.notes { console.print("    note: \(note)") }
  }

  private func answer(_ verdict: Verdict) -> StyledLine {
    let style: Console.Style =
      switch verdict.decision {
      case .match: .good
      case .exclude: .warning
      case .noMatch: .error
      }
    return "\(verdict.decision.label, style) on \(system)"
  }

  private func show(_ trace: RuleTrace, _ heading: String) {
    let settings = settings(trace.effective)
    console.print("    \(heading): \(trace.rule)\(settings.isEmpty ? "" : " (\(settings))")")
    let patterns = trace.parts.map(pattern)
    let width = patterns.map(\.count).max() ?? 0
    for (part, pattern) in zip(trace.parts, patterns) {
      let column = pattern.padded(to: min(width, 40))
      console.print(styled: "      \(part.key)  \(column)  \(outcome(part))")
    }
    if trace.parts.isEmpty {
      console.print("      a rule without patterns matches every URL")
    }
  }

  /// The options that differ from the defaults.
  private func settings(_ component: Component) -> String {
    [
      component.exclude == true ? "exclude" : nil,
      component.caseSensitive == false ? "caseSensitive: false" : nil,
      component.percentEncoded == false ? "percentEncoded: false" : nil,
    ].compactMap(\.self).joined(separator: ", ")
  }

  private func pattern(_ part: RuleTrace.Part) -> String {
    ((part.name.map { $0 + "=" } ?? "") + "'\(part.pattern)'").onOneLine
  }

  private func outcome(_ part: RuleTrace.Part) -> StyledLine {
    if let failure = part.failure {
      return "\("✗", .error) \(failure)"
    }
    return "\("✓", .good) '\(part.text)'"
  }
}

extension Verdict.Decision {
  fileprivate var label: String {
    switch self {
    case .match: "match"
    case .exclude: "exclude"
    case .noMatch: "no match"
    }
  }
}
