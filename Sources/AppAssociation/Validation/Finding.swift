/// Something that is wrong, doubtful or worth knowing about an association file.
public struct Finding: Hashable, Sendable {
  /// How bad it is.
  public enum Severity: String, Sendable {
    /// The file, or a part of it, does not do what it says.
    case error
    /// It works, but hardly as meant, or not everywhere.
    case warning
    /// Nothing has to be done.
    case note
  }

  /// A stable word of small letters and hyphens, which the documentation explains.
  public let code: String
  /// How bad it is.
  public let severity: Severity
  /// The way from the root, as in `applinks.details[0].appIDs[0]`; empty for the file as a whole.
  public let path: String
  /// From 1; nil when it is about the file as a whole.
  public let line: Int?
  /// From 1, in Unicode scalars; nil when it is about the file as a whole.
  public let column: Int?
  /// One sentence without capital and full stop: value and expectation.
  public let message: String
  /// What to do about it; nil when the message says it.
  public let help: String?
  /// How many places it speaks of: 1, but for a finding that stands for all those of its code and
  /// severity that are not told one by one.
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

  /// The finding about a text that is no association file at all.
  public init(_ error: AssociationFileError) {
    self.init(
      code: error.code, severity: .error, line: error.line, column: error.column,
      message: error.message, help: error.help)
  }

  /// The finding in the place of those that are not told one by one.
  init(code: String, severity: Severity, standingFor count: Int) {
    let findings = count == 1 ? "finding of this kind is" : "findings of this kind are"
    self.init(
      code: code, severity: severity, message: "\(count) more \(findings) not told one by one",
      count: count)
  }
}
