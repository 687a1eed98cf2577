package import JSONSyntax

extension Finding {
  /// The form printed by the command and the management API; the order of the keys is fixed.
  package var output: JSONOutput {
    .object([
      .init("code", .string(code)), .init("severity", .string(severity.rawValue)),
      .init("path", .string(path)), .init("line", line.map { .int($0) } ?? .null),
      .init("column", column.map { .int($0) } ?? .null), .init("message", .string(message)),
      .init("help", .optional(help)),
    ])
  }
}
