package import JSONSyntax

/// A fault of a communication notification.
public struct NotificationFinding: Hashable, Sendable {
  /// The stable name of the rule, as in `group-too-small`.
  public let code: String
  /// The severity.
  public let severity: Severity
  /// The field concerned, as in `recipients[3]`; empty for the notification as a whole.
  public let path: String
  /// From 1; nil when the notification was not read from a text.
  public internal(set) var line: Int?
  /// From 1, in Unicode scalars; nil when the notification was not read from a text.
  public internal(set) var column: Int?
  /// One sentence without capital and full stop.
  public let message: String
  /// A remedy; nil when the message suffices.
  public let help: String?

  /// The severity of a finding.
  public enum Severity: String, CaseIterable, Hashable, Sendable {
    /// No payload is made.
    case error
    /// The payload works, but probably not as intended.
    case warning
  }
}

extension NotificationFinding {
  /// The JSON form.
  package var output: JSONOutput {
    .object([
      .init("code", .string(code)), .init("severity", .string(severity.rawValue)),
      .init("path", .string(path)), .init("line", line.map(JSONOutput.int) ?? .null),
      .init("column", column.map(JSONOutput.int) ?? .null), .init("message", .string(message)),
      .init("help", .optional(help)),
    ])
  }
}
