package import JSONSyntax

/// What is wrong with a communication notification.
public struct NotificationFinding: Hashable, Sendable {
  /// The stable name of the rule, as in `group-too-small`.
  public let code: String
  /// How bad it is.
  public let severity: Severity
  /// The field at fault, as in `recipients[3]`; empty for the notification as a whole.
  public let path: String
  /// From 1; nil when the notification was not read from a text.
  public internal(set) var line: Int?
  /// From 1, in Unicode scalars; nil when the notification was not read from a text.
  public internal(set) var column: Int?
  /// One sentence without capital and full stop.
  public let message: String
  /// What to do about it; nil where that is the message itself.
  public let help: String?

  /// How bad a finding is.
  public enum Severity: String, CaseIterable, Hashable, Sendable {
    /// No payload is made.
    case error
    /// The payload works, but probably not as it was meant.
    case warning
  }
}

extension NotificationFinding {
  /// As answers show it.
  package var output: JSONOutput {
    .object([
      .init("code", .string(code)), .init("severity", .string(severity.rawValue)),
      .init("path", .string(path)), .init("line", line.map(JSONOutput.int) ?? .null),
      .init("column", column.map(JSONOutput.int) ?? .null), .init("message", .string(message)),
      .init("help", .optional(help)),
    ])
  }
}
