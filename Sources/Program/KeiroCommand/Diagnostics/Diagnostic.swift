import AppAssociation
import AssociationValidation
import JSONSyntax
import KeiroConfiguration

/// A finding of a command, for tools that show findings in source files.
struct Diagnostic: Equatable {
  enum Severity: String {
    case error, warning, note
  }

  /// A stable name of the rule.
  var rule: String
  var severity: Severity
  /// A path as given to the command, or a URL.
  var file: String
  /// The line, counted from 1; nil if the finding concerns the whole file.
  var line: Int?
  var column: Int?
  /// One sentence without a capital or a full stop.
  var message: String
  /// The suggested remedy; nil if the message is sufficient.
  var help: String?

  /// The message, followed by the help if there is any.
  var text: String { message + (help.map { "; " + $0 } ?? "") }
}

extension Diagnostic {
  init(_ finding: Finding, file: String) {
    let severity: Severity =
      switch finding.severity {
      case .error: .error
      case .warning: .warning
      case .note: .note
      }
    self.init(
      rule: finding.code, severity: severity, file: file, line: finding.line,
      column: finding.column,
      message: finding.path.isEmpty ? finding.message : finding.path + ": " + finding.message,
      help: finding.help)
  }

  init(_ problem: ConfigurationProblem, file: String) {
    self.init(
      rule: problem.severity == .error ? "configuration-error" : "configuration-warning",
      severity: problem.severity == .error ? .error : .warning, file: file,
      line: problem.position?.line, column: problem.position?.column,
      message: problem.path.isEmpty ? problem.message : problem.path + ": " + problem.message)
  }
}

extension Console {
  /// Prints diagnostics in a format for tools.
  func print(_ diagnostics: [Diagnostic], as format: ReportFormat, rules: [SARIFLog.Rule] = []) {
    if format == .github {
      for diagnostic in diagnostics { print(WorkflowCommand(diagnostic).line) }
    } else {
      print(SARIFLog(diagnostics, rules: rules).document)
    }
  }
}

/// The output formats for findings.
enum ReportFormat: String, CaseIterable, Sendable {
  /// Text for people.
  case text
  case json
  /// SARIF 2.1.0, read by code scanning services.
  case sarif
  /// Workflow commands, which GitHub shows in pull requests.
  case github
}

extension OptionSpecification {
  static let reportFormat = Self(
    "--format", .words(ReportFormat.allCases.map(\.rawValue)),
    "the format of the result; default text")
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

/// A workflow command of GitHub Actions that attaches a finding to a line.
///
/// Source: GitHub, Workflow commands for GitHub Actions.
struct WorkflowCommand {
  private let diagnostic: Diagnostic

  init(_ diagnostic: Diagnostic) {
    self.diagnostic = diagnostic
  }

  /// The command, `::error file=F,line=L,col=C,title=T::message`.
  var line: String {
    let name =
      switch diagnostic.severity {
      case .error: "error"
      case .warning: "warning"
      case .note: "notice"
      }
    var properties = [("file", diagnostic.file)]
    if let line = diagnostic.line { properties.append(("line", "\(line)")) }
    if let column = diagnostic.column { properties.append(("col", "\(column)")) }
    properties.append(("title", diagnostic.rule))
    let list = properties.map { "\($0)=\(Self.escape($1, also: [":", ","]))" }
    return "::\(name) \(list.joined(separator: ","))::\(Self.escape(diagnostic.text))"
  }

  /// Escapes what the runner decodes: `%25`, `%0D` and `%0A` everywhere, `%3A` and `%2C` in
  /// properties.
  private static func escape(_ text: String, also extra: [Unicode.Scalar] = []) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      if scalar == "%" || scalar == "\r" || scalar == "\n" || extra.contains(scalar) {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "%" + (digits.count == 1 ? "0" : "") + digits
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
  }
}
