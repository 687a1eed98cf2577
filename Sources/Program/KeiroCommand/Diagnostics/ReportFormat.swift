/// The forms in which a command can tell what it has found.
package enum ReportFormat: String, CaseIterable, Sendable {
  /// For people.
  case text
  case json
  /// SARIF 2.1.0, which code scanning services read.
  case sarif
  /// Workflow commands that GitHub shows at the lines of a pull request.
  case github
}

extension OptionSpecification {
  static let reportFormat = OptionSpecification(
    name: "--format", value: .words(ReportFormat.allCases.map(\.rawValue)),
    summary: "how the result is written; default text")
}

extension ParsedArguments {
  /// `--json` is short for `--format json`.
  func reportFormat() throws(UsageError) -> ReportFormat {
    let format: ReportFormat? = word(.reportFormat)
    guard has(.json) else { return format ?? .text }
    guard format == nil || format == .json else {
      throw error(.contradiction(OptionSpecification.json.name, "--format"))
    }
    return .json
  }
}
