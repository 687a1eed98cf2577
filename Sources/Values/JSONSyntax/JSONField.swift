/// A value to convert; a failed conversion reports the problem and returns nil.
package struct JSONField {
  package let node: JSONNode
  /// The path from the root, such as `sites[0].title`; empty for the root.
  package let path: String
  /// Receives the problems with this value and those below it.
  package let collector: JSONProblemCollector

  package func report(_ fault: some Wording) {
    collector.report(Sentence(fault), path: path, offset: node.offset)
  }

  /// Reports a fault in files that operators write, whose messages are in English only.
  package func report(_ message: String) {
    collector.report(Sentence(english: message), path: path, offset: node.offset)
  }

  /// Reports that the object lacks a member.
  ///
  /// - Parameter hint: how to fix it; nil when there is no advice.
  package func reportMissing(_ name: String, _ hint: Sentence? = nil) {
    let fault = Sentence(ValueFault.missing(name, hint: hint))
    collector.report(fault, path: path, offset: node.offset, missing: name)
  }

  /// Whether the value is `null`, which many settings read as "none".
  package var isNull: Bool {
    if case .null = node.value { true } else { false }
  }

  /// The value as a string; nil after reporting any other type.
  package func string() -> String? { required(node.string, .string) }

  /// The value as a string that is not empty; nil after reporting any other value.
  package func filledString() -> String? {
    guard let text = string() else { return nil }
    guard !text.isEmpty else {
      report("the string is empty")
      return nil
    }
    return text
  }

  /// The value as a Boolean; nil after reporting any other type.
  package func bool() -> Bool? { required(node.bool, .flag) }

  /// The value as an integer within a range; nil after reporting any other value.
  package func int(in range: ClosedRange<Int>) -> Int? {
    guard case .number(let text) = node.value else {
      reportMismatch(.wholeNumber)
      return nil
    }
    guard let value = node.wholeNumber, range.contains(value) else {
      report(ValueFault.outOfRange(text, range))
      return nil
    }
    return value
  }

  /// The value as a number from 0 to 1; nil after reporting any other value.
  package func fraction() -> Double? {
    guard case .number(let text) = node.value else {
      report("found \(node.value.kind.rawValue): expected a number from 0 to 1")
      return nil
    }
    guard let value = Double(text), (0...1).contains(value) else {
      report("\(text) is out of range: expected a number from 0 to 1")
      return nil
    }
    return value
  }

  /// What a text stands for; nil after reporting one that stands for nothing.
  ///
  /// - Parameter expectation: what the text is not, such as `a version: expected one such as 17.0`.
  package func value<Value>(_ expectation: String, _ parse: (String) -> Value?) -> Value? {
    guard let text = string() else { return nil }
    if let value = parse(text) { return value }
    report("'\(text.prefix(100))' is not \(expectation)")
    return nil
  }

  /// The case that the string names; nil after reporting an unknown word.
  package func word<Word: RawRepresentable<String> & CaseIterable>(_ type: Word.Type) -> Word? {
    guard let text = string() else { return nil }
    if let word = Word(rawValue: text) { return word }
    let words = Word.allCases.map(\.rawValue)
    let hint = nearestName(to: text, among: words).map { "; did you mean '\($0)'?" } ?? ""
    report(
      "'\(text.prefix(100))' is unknown: expected one of \(words.joined(separator: ", "))\(hint)")
    return nil
  }

  package func elements() -> [JSONField]? {
    required(node.array, .array)?.enumerated().map { index, node in
      JSONField(node: node, path: "\(path)[\(index)]", collector: collector)
    }
  }

  /// Returns the strings in an array; elements of other kinds are reported and left out.
  package func strings() -> [String]? {
    elements()?.compactMap { $0.string() }
  }

  /// Returns the members of an object whose names are data, such as app names. If a name is
  /// repeated, the first member counts and the others are reported.
  package func entries() -> [(name: String, field: JSONField)]? {
    let count = node.object?.count ?? 0
    var seen = Set<String>(minimumCapacity: count)
    var entries: [(name: String, field: JSONField)] = []
    entries.reserveCapacity(count)
    let isObject = forEachEntry(isRepeated: { !seen.insert($0).inserted }) {
      entries.append(($0, $1))
    }
    return isObject ? entries : nil
  }

  /// Calls `body` with the members one at a time: with a hundred thousand members, holding the paths
  /// and names of all would take more memory than what is made of them.
  ///
  /// - Parameters:
  ///   - isRepeated: returns whether an earlier member has the name. Such members are reported.
  ///   - body: receives each member with another name.
  /// - Returns: whether the value is an object; any other type is reported.
  package func forEachEntry(
    isRepeated: (_ name: String) -> Bool, _ body: (_ name: String, _ field: JSONField) -> Void
  ) -> Bool {
    let isObject = node.forEachMember { member in
      let path = jsonPath(path, member: member.name)
      if isRepeated(member.name) {
        collector.report(
          Sentence(ValueFault.repeatedName), path: path, offset: member.nameOffset)
      } else {
        body(member.name, JSONField(node: member.node, path: path, collector: collector))
      }
      return true
    }
    if !isObject { reportMismatch(.object) }
    return isObject
  }

  /// Reads an object whose names are fixed. Names that `body` does not read are reported with the
  /// nearest one that it does.
  package func object<Result>(_ body: (JSONObjectReader) -> Result) -> Result? {
    guard let entries = entries() else { return nil }
    let reader = JSONObjectReader(field: self, entries: entries)
    let result = body(reader)
    reader.reportUnknown()
    return result
  }

  /// The value as an expected type; nil, and reported, if it has another one.
  private func required<Value>(_ value: Value?, _ expected: ValueFault.Expectation) -> Value? {
    if value == nil { reportMismatch(expected) }
    return value
  }

  package func reportMismatch(_ expected: ValueFault.Expectation) {
    report(ValueFault.mismatch(found: node.value.kind, expected: expected))
  }
}

/// The members of an object being read, and the names read so far.
package final class JSONObjectReader {
  /// The object itself, for problems that concern it as a whole.
  package let field: JSONField
  private let entries: [(name: String, field: JSONField)]
  private var known: [String] = []
  /// The path of a name that belongs elsewhere in the document.
  private var elsewhere: (String) -> String? = { _ in nil }

  fileprivate init(field: JSONField, entries: [(name: String, field: JSONField)]) {
    self.field = field
    self.entries = entries
    known.reserveCapacity(32)
  }

  /// Records where names belong that may be written here by mistake.
  package func note(elsewhere path: @escaping (String) -> String?) { elsewhere = path }

  /// Returns the member with that name, nil when it is absent, and marks the name as known. Objects
  /// have so few members that a dictionary would cost more than it saves.
  package func optional(_ name: String) -> JSONField? {
    if !known.contains(name) { known.append(name) }
    return entries.first { $0.name == name }?.field
  }

  /// The member with that name; nil when it is absent or null, for settings where both mean "none".
  package func present(_ name: String) -> JSONField? {
    optional(name).flatMap { $0.isNull ? nil : $0 }
  }

  /// Returns the member with that name, or reports its absence and returns nil.
  package func required(_ name: String) -> JSONField? {
    if let field = optional(name) { return field }
    field.reportMissing(name)
    return nil
  }

  /// The maximum number of unknown names listed: an object may have a hundred thousand of them, and
  /// finding the nearest name is slow.
  private static let listLimit = 20

  fileprivate func reportUnknown() {
    var seen = Set(known)
    let unknown = (field.node.object ?? []).filter { seen.insert($0.name).inserted }
    for member in unknown.prefix(Self.listLimit) {
      let nearest = elsewhere(member.name) ?? nearestName(to: member.name, among: known)
      field.collector.report(
        Sentence(ValueFault.unknownName(nearest: nearest, known: known)),
        path: jsonPath(field.path, member: member.name), offset: member.nameOffset)
    }
    guard let last = unknown.dropFirst(Self.listLimit).last else { return }
    field.collector.report(
      Sentence(ValueFault.moreUnknownNames(unknown.count - Self.listLimit)), path: field.path,
      offset: last.nameOffset)
  }
}
