import AppAssociation
import JSONSyntax

/// Something that a command has found, for tools that show findings at lines of files.
struct Diagnostic: Equatable {
  enum Severity: String {
    case error, warning, note
  }

  /// A stable word.
  var rule: String
  var severity: Severity
  /// The path of a file as given to the command, or a URL.
  var file: String
  /// From 1; nil for the file as a whole.
  var line: Int?
  var column: Int?
  /// One sentence without a capital or a full stop.
  var message: String
  /// Nil for none.
  var help: String?

  /// The message and what to do about it.
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
  /// Prints what was found in a form for tools.
  func print(_ diagnostics: [Diagnostic], as format: ReportFormat, rules: [SARIFLog.Rule] = []) {
    if format == .github {
      for diagnostic in diagnostics { print(WorkflowCommand(diagnostic).line) }
    } else {
      print(SARIFLog(diagnostics, rules: rules).document)
    }
  }
}
