public import AppAssociation
package import JSONSyntax

/// An error, a doubt or a remark about an association file.
public struct Finding: Hashable, Sendable {
  /// The severity.
  public enum Severity: String, Sendable {
    /// The file, or a part of it, does not work as written.
    case error
    /// It works, but probably not as intended, or not everywhere.
    case warning
    /// No action is needed.
    case note
  }

  /// A stable word of lower-case letters and hyphens, explained in the documentation.
  public let code: String
  /// The severity.
  public let severity: Severity
  /// The path from the root, as in `applinks.details[0].appIDs[0]`; empty for the file as a whole.
  public let path: String
  /// The line, counted from 1; nil for a finding about the file as a whole.
  public let line: Int?
  /// The column in Unicode scalars, counted from 1; nil for a finding about the file as a whole.
  public let column: Int?
  /// One sentence without capital and full stop: value and expectation.
  public let message: String
  /// A remedy; nil when the message suffices.
  public internal(set) var help: String?
  /// The number of spots it covers: 1, except for a finding that summarises further ones of the
  /// same code and severity.
  public let count: Int

  /// A finding with all its parts.
  public init(
    code: String, severity: Severity, path: String = "", line: Int? = nil, column: Int? = nil,
    message: String, help: String? = nil, count: Int = 1
  ) {
    self.code = code
    self.severity = severity
    self.path = path
    self.line = line
    self.column = column
    self.message = message
    self.help = help
    self.count = count
  }

  /// The finding about a text that is not an association file.
  public init(_ error: AssociationFileError) {
    self.init(
      code: error.code, severity: .error, line: error.line, column: error.column,
      message: error.message, help: error.help)
  }

  /// The finding that summarises those not listed individually.
  init(code: String, severity: Severity, standingFor count: Int) {
    let findings = count == 1 ? "finding of this kind is" : "findings of this kind are"
    self.init(
      code: code, severity: severity, message: "\(count) more \(findings) not listed",
      count: count)
  }
}

extension Finding {
  /// The form printed by the command and the management API; the order of the keys is fixed.
  package var output: JSONOutput {
    [
      "code": .string(code), "severity": .string(severity.rawValue), "path": .string(path),
      "line": .optional(line), "column": .optional(column),
      "message": .string(message), "help": .optional(help),
    ]
  }
}
