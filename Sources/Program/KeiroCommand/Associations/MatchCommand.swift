import AppAssociation
import JSONSyntax
import Management
import Platforms
import Questions
import System
import WebSyntax

extension CommandTable {
  static let match = CommandSpecification(
    "match", "test URLs against an association file and say why",
    details: [
      "FILE may be an apple-app-site-association, signed or unsigned, or an",
      "assetlinks.json, whose apps are packages. A URL may be a bare path, which is taken",
      "on --host or else on www.example.com. Exits with 0 if any app opens any of the URLs,",
      "else with 1.",
    ],
    options: [.aasa, .kind, .host, .appOfFile, .ios, .android, .json],
    operands: OperandSpecification(.text("URL"), label: "URL ...", count: 1...Int.max),
    examples: [
      "match --aasa apple-app-site-association https://www.example.com/product/7",
      "match --aasa assetlinks.json --android 15 /product/7",
    ]
  ) { arguments throws(UsageError) in
    let file = try arguments.required(.aasa) { $0 }
    let terms = MatchQuestion.Terms(
      kind: arguments.word(.kind), host: try arguments.value(.host, HostPattern.init),
      app: arguments.value(.appOfFile), ios: try arguments.value(.ios) { SystemVersion($0) },
      android: try arguments.value(.android) { SystemVersion($0) })
    let urls = try arguments.operands.map { text throws(UsageError) in
      if let url = AskedURL(text, host: terms.host) { return url }
      throw arguments.error(.noURL(text, expectation: AskedURL.expectation))
    }
    return { console throws(CommandFailure) in
      let source = try CommandInput(path: file).association(console)
      let question = try rethrown(MatchQuestion(source, urls: urls, terms)) {
        (error: UnreadableAssociation) in CommandFailure(error)
      }
      return console.give(try answer(question)) { show($0, of: file, console) }
    }
  }

  /// The verdicts, each URL within the time of a whole call of the API: a file of a few kilobytes may
  /// need hours.
  static func answer(
    _ question: MatchQuestion, within seconds: Double = CallBounds().seconds
  ) throws(CommandFailure) -> MatchAnswer {
    var isLate = false
    let answer = question.answer(while: { _ in !isLate && !Interruption.isDue }) {
      let end = Clock.monotonic() + Int(seconds * 1_000_000_000)
      let explanations = Interruption.watch({ Clock.monotonic() > end }, $0)
      isLate = Clock.monotonic() > end
      return explanations
    }
    guard !isLate else {
      throw .refusal(
        "too-much-work",
        "'\(answer.rows.last?.url.shortened(to: 100) ?? "")' takes more than \(Int(seconds)) seconds "
          + "to compare with the rules: expected fewer variables with many values in one pattern; "
          + "'--app' compares one app alone"
      )
    }
    return answer
  }

  private static func show(_ answer: MatchAnswer, of file: String, _ console: Console) {
    guard !answer.apps.isEmpty else {
      return console.remark("\(file) names no app")
    }
    let report = MatchReport(system: answer.system, console: console)
    for start in stride(from: 0, to: answer.rows.count, by: answer.apps.count) {
      let end = min(start + answer.apps.count, answer.rows.count)
      report.print(answer.rows[start..<end])
    }
  }
}

extension OptionSpecification {
  fileprivate static let aasa = Self(
    "--aasa", .file("FILE", form: "a file such as apple-app-site-association, or -"),
    "the association file; '-' is standard input", isRequired: true)
  fileprivate static let appOfFile = Self(
    "--app", .text("APPID"),
    "only this application identifier or package; default all in the file")
}

/// The text form of verdicts: the answer, then the rule and the result of each of its parts.
struct MatchReport {
  /// The name and version of the system, such as `iOS 26.0`.
  let system: String
  let console: Console

  /// The number of apps listed under a URL, since a file may name tens of thousands.
  private static let listedApps = 100

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
