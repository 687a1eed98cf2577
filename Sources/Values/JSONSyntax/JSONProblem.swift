/// A problem with a value of a document, and its place.
package struct JSONProblem: Error, Equatable, Sendable {
  /// The path from the root, as in `sites[0].routes[2].screen`; empty for the document itself.
  package let path: String
  package let position: JSONPosition?
  /// Value and expectation.
  package let sentence: Sentence
  /// The member that the value at the path lacks; nil for any other problem.
  package let missing: String?

  package init(
    path: String, position: JSONPosition?, sentence: Sentence, missing: String? = nil
  ) {
    self.path = path
    self.position = position
    self.sentence = sentence
    self.missing = missing
  }

  /// In English.
  package var message: String { sentence.english }

  /// The path of the value, or of the one that is missing.
  package var subject: String { missing.map { jsonPath(path, member: $0) } ?? path }
}

/// Collects the problems of one document while it is read, so that all are reported at once.
package final class JSONProblemCollector {
  private let rootNode: JSONNode
  /// Nil for a tree made from another source, such as the fields of a table.
  private let document: JSONDocument?
  private var listed: [JSONProblem] = []
  private var unlisted = 0

  /// A document of a megabyte may have a hundred thousand faults; nobody reads that many, and the
  /// answer would be larger than the question.
  private static let listLimit = 500

  /// In the order of their discovery; the last one stands for those beyond the limit.
  package var problems: [JSONProblem] {
    guard unlisted > 0 else { return listed }
    let rest = Sentence(ValueFault.moreProblems(unlisted))
    return listed + [JSONProblem(path: "", position: listed.last?.position, sentence: rest)]
  }

  /// The number of problems, listed or not.
  package var count: Int { listed.count + unlisted }

  /// The problems found since there were that many; at least one if there are more now.
  package func problems(since count: Int) -> ArraySlice<JSONProblem> {
    guard self.count > count else { return [] }
    let problems = problems
    return problems.dropFirst(min(count, problems.count - 1))
  }

  package init(_ document: JSONDocument) {
    self.document = document
    rootNode = document.root
  }

  /// For a tree without a text: its problems have paths but no positions.
  package init(tree: JSONNode) {
    document = nil
    rootNode = tree
  }

  package func report(
    _ sentence: Sentence, path: String, offset: Int, missing: String? = nil
  ) {
    guard listed.count < Self.listLimit else {
      unlisted += 1
      return
    }
    let position = document?.position(of: offset)
    listed.append(
      JSONProblem(path: path, position: position, sentence: sentence, missing: missing))
  }

  /// The root of the document, for strict reading.
  package var root: JSONField {
    JSONField(node: rootNode, path: "", collector: self)
  }
}

/// The path of a member: `.name` for plain names, `["na me"]` for the others.
package func jsonPath(_ path: String, member name: String) -> String {
  let plain = name.utf8.allSatisfy {
    switch $0 {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
      UInt8(ascii: "$"):
      true
    default: false
    }
  }
  guard plain, !name.isEmpty else {
    var text = path + "["
    JSONOutput.quote(name, into: &text)
    return text + "]"
  }
  return path.isEmpty ? name : path + "." + name
}
