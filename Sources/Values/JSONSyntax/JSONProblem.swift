package struct JSONProblem: Error, Equatable, Sendable {
  /// The path from the root, such as `sites[0].routes[2].screen`; empty for the document itself.
  package let path: String
  /// The position of the value; nil if the problem has none in the text.
  package let position: JSONPosition?
  /// The value found and the value expected.
  package let sentence: Sentence
  /// The name of the member missing from the value at the path; nil for any other problem.
  package let missing: String?

  package var message: String { sentence.english }

  package var subject: String { missing.map { jsonPath(path, member: $0) } ?? path }
}

/// A collector for the problems of one document while it is read, so that all are reported at once.
package final class JSONProblemCollector {
  private let rootNode: JSONNode
  /// The document; nil for a tree from another source, such as the fields of a table.
  private let document: JSONDocument?
  private var listed: [JSONProblem] = []
  private var unlisted = 0

  /// A one-megabyte document may have a hundred thousand faults, far too many to read, and the
  /// response would be larger than the request.
  private static let listLimit = 500

  /// The problems, in order of discovery; the last one represents those beyond the limit.
  package var problems: [JSONProblem] {
    guard unlisted > 0 else { return listed }
    let rest = Sentence(ValueFault.moreProblems(unlisted))
    let position = listed.last?.position
    return listed + [JSONProblem(path: "", position: position, sentence: rest, missing: nil)]
  }

  /// The number of problems, listed or not.
  package var count: Int { listed.count + unlisted }

  /// Returns the problems found since the count had a given value; at least one if it has grown.
  package func problems(since count: Int) -> ArraySlice<JSONProblem> {
    guard self.count > count else { return [] }
    let problems = problems
    return problems.dropFirst(min(count, problems.count - 1))
  }

  /// Creates a collector for a document; its problems have positions in the text.
  package init(_ document: JSONDocument) {
    self.document = document
    rootNode = document.root
  }

  /// Creates a collector for a tree without a text; its problems have paths but no positions.
  package init(tree: JSONNode) {
    document = nil
    rootNode = tree
  }

  /// Records a problem; beyond the limit, problems are only counted.
  ///
  /// - Parameters:
  ///   - path: the path of the value, such as `sites[0].title`.
  ///   - offset: the offset of the value in the text.
  ///   - missing: the name of a missing member; nil for other problems.
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

/// Returns the path of a member: `.name` for plain names, `["na me"]` for others; of an endless name the
/// beginning and the end.
package func jsonPath(_ path: String, member name: String) -> String {
  let name = name.shortened(to: 300)
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
