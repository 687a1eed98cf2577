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
