/// A value to be converted: a conversion that fails reports the problem and returns nil.
package struct JSONField {
  package let node: JSONNode
  package let path: String
  package let collector: JSONProblemCollector

  package func report(_ fault: some Wording) {
    collector.report(Sentence(fault), path: path, offset: node.offset)
  }

  /// For files that operators write, whose faults are told in English alone.
  package func report(_ message: String) {
    collector.report(Sentence(english: message), path: path, offset: node.offset)
  }

  /// Reports that the object lacks a member.
  ///
  /// - Parameter hint: what to do about it; nil for nothing more.
  package func reportMissing(_ name: String, _ hint: Sentence? = nil) {
    let fault = Sentence(ValueFault.missing(name, hint: hint))
    collector.report(fault, path: path, offset: node.offset, missing: name)
  }

  package var isNull: Bool {
    if case .null = node.value { true } else { false }
  }

  package func string() -> String? {
    if let text = node.string { return text }
    reportMismatch(.string)
    return nil
  }

  package func bool() -> Bool? {
    if let value = node.bool { return value }
    reportMismatch(.flag)
    return nil
  }

  package func int(in range: ClosedRange<Int>) -> Int? {
    guard case .number(let text) = node.value else {
      reportMismatch(.wholeNumber)
      return nil
    }
    guard let value = Int(text), range.contains(value) else {
      report(ValueFault.outOfRange(text, range))
      return nil
    }
    return value
  }

  /// The elements of an array.
  package func elements() -> [JSONField]? {
    guard let nodes = node.array else {
      reportMismatch(.array)
      return nil
    }
    return nodes.enumerated().map { index, node in
      JSONField(node: node, path: "\(path)[\(index)]", collector: collector)
    }
  }

  /// The strings of an array; elements of other kinds are reported and left out.
  package func strings() -> [String]? {
    elements()?.compactMap { $0.string() }
  }

  /// The members of an object whose names are data, such as the names of apps. The first member
  /// with a repeated name counts; the others are reported.
  package func entries() -> [(name: String, field: JSONField)]? {
    mapEntries { ($0, $1) }
  }

  /// What `transform` makes of the members, one after the other: of a hundred thousand, the places and
  /// names of all would take more memory than what is made of them.
  package func mapEntries<Result>(
    _ transform: (_ name: String, _ field: JSONField) -> Result?
  ) -> [Result]? {
    guard let members = node.object else {
      reportMismatch(.object)
      return nil
    }
    var seen = Set<String>(minimumCapacity: members.count)
    var results: [Result] = []
    results.reserveCapacity(members.count)
    for member in members {
      let path = jsonPath(path, member: member.name)
      guard seen.insert(member.name).inserted else {
        collector.report(
          Sentence(ValueFault.repeatedName), path: path, offset: member.nameOffset)
        continue
      }
      let field = JSONField(node: member.node, path: path, collector: collector)
      if let result = transform(member.name, field) { results.append(result) }
    }
    return results
  }

  /// Reads an object whose names are fixed; names that `body` does not read are reported with the
  /// nearest name that it reads.
  package func object<Result>(_ body: (JSONObjectReader) -> Result) -> Result? {
    guard let entries = entries() else { return nil }
    let reader = JSONObjectReader(field: self, entries: entries)
    let result = body(reader)
    reader.reportUnknown()
    return result
  }

  package func reportMismatch(_ expected: ValueFault.Expectation) {
    report(ValueFault.mismatch(found: node.value.kind, expected: expected))
  }
}

/// The members of an object being read, with the names known so far.
package final class JSONObjectReader {
  package let field: JSONField
  private let entries: [(name: String, field: JSONField)]
  private var known: [String] = []

  fileprivate init(field: JSONField, entries: [(name: String, field: JSONField)]) {
    self.field = field
    self.entries = entries
    known.reserveCapacity(32)
  }

  /// The member with that name, which becomes a known name; nil when absent. Objects have so few
  /// members that a dictionary would cost more than it saves.
  package func optional(_ name: String) -> JSONField? {
    if !known.contains(name) { known.append(name) }
    return entries.first { $0.name == name }?.field
  }

  /// The member with that name; its absence is reported.
  package func required(_ name: String) -> JSONField? {
    if let field = optional(name) { return field }
    field.reportMissing(name)
    return nil
  }

  /// The number of unknown names that are listed: an object may have a hundred thousand of them, and
  /// finding the nearest name takes long.
  private static let listLimit = 20

  fileprivate func reportUnknown() {
    let known = Set(known)
    var listed = 0
    var unlisted = (count: 0, offset: 0)
    var seen: Set<String> = []
    for member in field.node.object ?? [] where !known.contains(member.name) {
      guard seen.insert(member.name).inserted else { continue }
      guard listed < Self.listLimit else {
        unlisted = (unlisted.count + 1, member.nameOffset)
        continue
      }
      listed += 1
      field.collector.report(
        Sentence(unknown(member.name)), path: jsonPath(field.path, member: member.name),
        offset: member.nameOffset)
    }
    guard unlisted.count > 0 else { return }
    field.collector.report(
      Sentence(ValueFault.moreUnknownNames(unlisted.count)), path: field.path,
      offset: unlisted.offset)
  }

  private func unknown(_ name: String) -> ValueFault {
    .unknownName(nearest: nearestName(to: name, among: known), known: known)
  }
}
