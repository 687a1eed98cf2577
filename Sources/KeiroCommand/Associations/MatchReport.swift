import AppAssociation
import Questions

/// The text form of verdicts: the answer first, then the rule and the result of each of its parts.
struct MatchReport {
  /// As in `iOS 26.0`.
  let system: String
  let console: Console

  func print(_ row: MatchAnswer.Row, isFirst: Bool) {
    if isFirst { console.print(console.styled(row.url, .bold, on: .output)) }
    console.print("  \(row.app): \(answer(row.explanation.verdict))")
    if let trace = row.explanation.deciding {
      show(trace, "decided by")
    } else if let trace = row.explanation.closest {
      show(trace, "closest rule")
    }
    for note in row.explanation.notes { console.print("    note: \(note)") }
  }

  private func answer(_ verdict: Verdict) -> String {
    switch verdict.decision {
    case .match: console.styled("match", .good, on: .output) + " on \(system)"
    case .exclude: console.styled("exclude", .warning, on: .output) + " on \(system)"
    case .noMatch: console.styled("no match", .error, on: .output) + " on \(system)"
    }
  }

  private func show(_ trace: RuleTrace, _ heading: String) {
    let settings = settings(trace.effective)
    console.print("    \(heading): \(trace.rule)\(settings.isEmpty ? "" : " (\(settings))")")
    let patterns = trace.parts.map(pattern)
    let width = patterns.map(\.count).max() ?? 0
    for (part, pattern) in zip(trace.parts, patterns) {
      let padding = String(repeating: " ", count: min(width, 40) - min(pattern.count, 40))
      console.print("      \(part.key)  \(pattern)\(padding)  \(outcome(part))")
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
    (part.name.map { $0 + "=" } ?? "") + "'\(part.pattern)'"
  }

  private func outcome(_ part: RuleTrace.Part) -> String {
    if let failure = part.failure {
      return console.styled("✗", .error, on: .output) + " " + failure
    }
    return console.styled("✓", .good, on: .output) + " '\(part.text)'"
  }
}
