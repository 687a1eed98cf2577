package import JSONSyntax

extension Explanation {
  /// One row of verdicts, as printed by the command-line tool and the management API.
  ///
  /// - Parameter url: the URL as the caller wrote it.
  package func output(url: String, app: String) -> JSONOutput {
    .object([
      .init("url", .string(url)), .init("appID", .string(app)),
      .init("verdict", .string(verdict.decision.rawValue)),
      .init("rule", .optional(verdict.rule)), .init("notes", .strings(notes)),
    ])
  }
}
