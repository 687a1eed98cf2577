package import JSONSyntax

/// The answer to a question. The command line prints its own text or the document, the API answers
/// with the document.
package protocol QuestionAnswer {
  /// What `--json` and the API give; members in a fixed order.
  var document: JSONOutput { get }
  /// Whether the answer is "yes"; the exit code of a command depends on it.
  var isPositive: Bool { get }
}
