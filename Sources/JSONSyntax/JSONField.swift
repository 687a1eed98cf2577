/// A value on its way into a typed one: every conversion reports what is wrong and returns nil.
package struct JSONField {
  package let node: JSONNode
  package let path: String
  package let collector: JSONProblemCollector

  package func report(_ message: String) {
    collector.report(message, path: path, offset: node.offset)
  }

  package var isNull: Bool {
    if case .null = node.value { true } else { false }
  }

  package func string() -> String? {
    if let text = node.string { return text }
    mismatch("a string")
    return nil
  }

  package func bool() -> Bool? {
    if let value = node.bool { return value }
    mismatch("true or false")
    return nil
  }

  package func int(in range: ClosedRange<Int>) -> Int? {
    guard case .number(let text) = node.value else {
      mismatch("a whole number")
      return nil
    }
    guard let value = Int(text), range.contains(value) else {
      report(
        "\(text) is out of range: expected a whole number from \(range.lowerBound) to \(range.upperBound)"
      )
      return nil
    }
    return value
  }

  /// The elements of an array.
  package func elements() -> [JSONField]? {
    guard let nodes = node.array else {
      mismatch("an array")
      return nil
    }
    return nodes.enumerated().map { index, node in
      JSONField(node: node, path: "\(path)[\(index)]", collector: collector)
    }
  }

  /// The elements of an array of strings; elements of other kinds are reported and left out.
  package func strings() -> [String]? {
    elements()?.compactMap { $0.string() }
  }

  /// The members of an object whose names are data, such as the names of apps; of a repeated name
  /// the first counts and the others are reported.
  package func entries() -> [(name: String, field: JSONField)]? {
    guard let members = node.object else {
      mismatch("an object")
      return nil
    }
    var seen: Set<String> = []
    return members.compactMap { member in
      let path = jsonPath(path, member: member.name)
      guard seen.insert(member.name).inserted else {
        collector.report("this name stands twice", path: path, offset: member.nameOffset)
        return nil
      }
      return (member.name, JSONField(node: member.node, path: path, collector: collector))
    }
  }

  /// Reads an object whose names are fixed; names that `body` never asks for are reported with the
  /// nearest one that it did ask for.
  package func object<Result>(_ body: (JSONObjectReader) -> Result) -> Result? {
    guard let entries = entries() else { return nil }
    let reader = JSONObjectReader(field: self, entries: entries)
    let result = body(reader)
    reader.reportUnknown()
    return result
  }

  private func mismatch(_ expected: String) {
    report("\(node.value.kindName) stands here: expected \(expected)")
  }
}

/// The members of an object that is being read, and which names it knows.
package final class JSONObjectReader {
  package let field: JSONField
  private let entries: [(name: String, field: JSONField)]
  private var known: [String] = []

  fileprivate init(field: JSONField, entries: [(name: String, field: JSONField)]) {
    self.field = field
    self.entries = entries
    known.reserveCapacity(32)
  }

  /// The member of that name, which thereby counts as known; nil when it is absent. Objects have so
  /// few members that a table of them would cost more than it saves.
  package func optional(_ name: String) -> JSONField? {
    known.append(name)
    return entries.first { $0.name == name }?.field
  }

  /// The member of that name; its absence is reported.
  package func required(_ name: String) -> JSONField? {
    if let field = optional(name) { return field }
    field.report("'\(name)' is missing")
    return nil
  }

  fileprivate func reportUnknown() {
    for (name, value) in entries where !known.contains(name) {
      let nearest = nearestName(to: name, among: known)
      let hint = nearest.map { "did you mean '\($0)'?" }
      let expectation = hint ?? "expected one of \(known.joined(separator: ", "))"
      value.collector.report(
        "unknown key: \(expectation)", path: value.path, offset: nameOffset(of: name))
    }
  }

  private func nameOffset(of name: String) -> Int {
    field.node.object?.first { $0.name == name }?.nameOffset ?? field.node.offset
  }
}
