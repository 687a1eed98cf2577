/// The output formats for findings.
package enum ReportFormat: String, CaseIterable, Sendable {
  /// Text for people.
  case text
  case json
  /// SARIF 2.1.0, read by code scanning services.
  case sarif
  /// Workflow commands, which GitHub shows in pull requests.
  case github
}

extension OptionSpecification {
  static let reportFormat = OptionSpecification(
    name: "--format", value: .words(ReportFormat.allCases.map(\.rawValue)),
    summary: "the format of the result; default text")
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
