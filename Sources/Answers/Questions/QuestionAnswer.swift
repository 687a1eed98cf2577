package import JSONSyntax

/// The answer to a question. The command line prints its own text or the document; the API returns
/// the document.
package protocol QuestionAnswer {
  /// The output of `--json` and of the API; members in a fixed order.
  var document: JSONOutput { get }
  /// Whether the answer is "yes"; the exit code of a command depends on it.
  var isPositive: Bool { get }
}

extension QuestionAnswer {
  package var isPositive: Bool { true }
}
