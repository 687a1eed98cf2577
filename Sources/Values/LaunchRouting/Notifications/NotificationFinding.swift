package import JSONSyntax

/// A fault of a communication notification.
public struct NotificationFinding: Hashable, Sendable {
  /// The stable name of the rule, such as `group-too-small`.
  public let code: String
  /// The severity.
  public let severity: Severity
  /// The field concerned, such as `recipients[3]`; empty for the whole notification.
  public let path: String
  /// The line, counted from 1; nil when the notification was not read from text.
  public internal(set) var line: Int?
  /// The column in Unicode scalars, counted from 1; nil if the notification was not read from text.
  public internal(set) var column: Int?
  /// The finding as a sentence without a capital or full stop.
  public let message: String
  /// The suggested fix; nil when the message suffices.
  public let help: String?

  /// The severity of a finding.
  public enum Severity: String, CaseIterable, Hashable, Sendable {
    /// A fault that prevents a payload from being created.
    case error
    /// A fault with which the payload works, but probably not as intended.
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
