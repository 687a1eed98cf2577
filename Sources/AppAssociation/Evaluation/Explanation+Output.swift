package import JSONSyntax

extension Explanation {
  /// A row of verdicts, as the command and the management API print it.
  ///
  /// - Parameter url: as it was asked about.
  package func output(url: String, app: String) -> JSONOutput {
    .object([
      .init("url", .string(url)), .init("appID", .string(app)),
      .init("verdict", .string(verdict.decision.rawValue)),
      .init("rule", .optional(verdict.rule)), .init("notes", .strings(notes)),
    ])
  }
}
