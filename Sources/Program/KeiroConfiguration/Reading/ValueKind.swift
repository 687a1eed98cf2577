import JSONSyntax
import Links
import WebSyntax

/// The kind of a value: how it is read, and what the schema says about it.
struct ValueKind<Value> {
  private(set) var schema: () -> [JSONOutput.Member]
  /// The parts of the schema that `schema` refers to by their names.
  private(set) var definitions: () -> [JSONOutput.Member]
  /// Whether null is accepted as well and means the same as absence.
  private(set) var isNullable = false
  /// A value as it is written in a file, for defaults; nil if defaults of the kind are not shown.
  private(set) var written: (Value) -> JSONOutput? = { _ in nil }
  /// Reads a value; nil after reporting what is wrong with it.
  let read: (JSONField, ReadingState) -> Value?

  init(
    _ schema: @escaping @autoclosure () -> [JSONOutput.Member],
    definitions: @escaping () -> [JSONOutput.Member] = { [] },
    written: @escaping (Value) -> JSONOutput? = { _ in nil },
    read: @escaping (JSONField, ReadingState) -> Value?
  ) {
    self.schema = schema
    self.definitions = definitions
    self.written = written
    self.read = read
  }

  var orNull: ValueKind {
    var kind = self
    kind.isNullable = true
    kind.schema = { [schema] in
      var keywords = schema()
      guard let position = keywords.firstIndex(where: { $0.name == "type" }) else {
        return .json(#"{"anyOf": [{"type": "null"}, \#(JSONOutput.object(keywords).compact)]}"#)
      }
      keywords[position] = .init("type", .array([keywords[position].value, .string("null")]))
      return keywords
    }
    return kind
  }

  /// The kind with its schema among the definitions.
  func defined(as name: String) -> ValueKind {
    var kind = self
    kind.schema = { [.init("$ref", .string("#/$defs/" + name))] }
    kind.definitions = { [schema, definitions] in [.init(name, .object(schema()))] + definitions() }
    return kind
  }

  /// The kind of what `convert` makes of a value; nil after reporting why it makes nothing of it.
  func converted<New>(
    _ convert: @escaping (Value, JSONField, ReadingState) -> New?
  ) -> ValueKind<New> {
    ValueKind<New>(schema(), definitions: definitions) { field, state in
      read(field, state).flatMap { convert($0, field, state) }
    }
  }

  /// The field itself, which whoever needs more than its text reads later.
  var unread: ValueKind<JSONField> {
    ValueKind<JSONField>(schema(), definitions: definitions) { field, _ in field }
  }
}

extension ValueKind<Bool> {
  static var flag: Self {
    Self([.init("type", .string("boolean"))], written: JSONOutput.bool) { field, _ in
      field.bool()
    }
  }
}

extension ValueKind<Int> {
  static func int(_ range: ClosedRange<Int>) -> Self {
    Self(
      [
        .init("type", .string("integer")), .init("minimum", .int(range.lowerBound)),
        .init("maximum", .int(range.upperBound)),
      ], written: JSONOutput.int
    ) { field, _ in field.int(in: range) }
  }
}

extension ValueKind<String> {
  static var anyString: Self {
    Self([.init("type", .string("string"))]) { field, _ in field.string() }
  }

  /// A string that is not empty and has no control characters.
  static var text: Self { .text { _ in nil } }

  static func text(_ pattern: String? = nil, problem: @escaping (String) -> String?) -> Self {
    Self(.string(pattern), written: JSONOutput.string) { field, _ in field.text(problem) }
  }

  /// A text with a property; `expectation` describes what is accepted.
  static func text(
    _ pattern: String, isNot expectation: String, _ isValid: @escaping (String) -> Bool
  ) -> Self {
    .text(pattern) { isValid($0) ? nil : "'\($0)' is not \(expectation)" }
  }

  static func url(
    _ pattern: String, isNot expectation: String, _ isValid: @escaping (WebURL) -> Bool
  ) -> Self {
    Self(.string(pattern), written: JSONOutput.string) { field, _ in
      field.text().flatMap { field.sentURL($0, isNot: expectation, isValid) }
    }
  }

  /// The absolute path of a file or folder that relative paths name from the configuration's folder.
  static var path: Self {
    Self(.string(), written: JSONOutput.string) { field, state in
      field.text().map(state.folder.resolve)
    }
  }
}

extension ValueKind {
  /// A text that `parse` converts; `expectation` describes what is accepted.
  static func parsed(
    _ pattern: String?, isNot expectation: String, _ parse: @escaping (String) -> Value?
  ) -> Self {
    Self(.string(pattern)) { field, _ in
      guard let text = field.text() else { return nil }
      if let value = parse(text) { return value }
      field.report("'\(text)' is not \(expectation)")
      return nil
    }
  }
}

extension ValueKind where Value: Equatable {
  /// One of a few words; `fault` says what is wrong with any other.
  static func words(
    _ words: [(String, Value)], fault: @escaping (String) -> String
  ) -> Self {
    Self(
      [.init("enum", .strings(words.map(\.0)))],
      written: { value in words.first { $0.1 == value }.map { .string($0.0) } }
    ) { field, _ in
      guard let text = field.text() else { return nil }
      guard let word = words.first(where: { $0.0 == text }) else {
        field.report(fault(text))
        return nil
      }
      return word.1
    }
  }
}

extension ValueKind where Value: RawRepresentable<String> & CaseIterable & Equatable {
  /// One of the words of an enumeration; `expectation` describes them.
  static func choice(isNot expectation: String) -> Self {
    .words(Value.allCases.map { ($0.rawValue, $0) }) { "'\($0)' is not \(expectation)" }
  }
}

extension ValueKind {
  /// An array without the elements that are none. `noun` stands for an element if there has to be one.
  ///
  /// - Parameter isUnique: whether `element` refuses what another one is already.
  static func list<Element>(
    _ element: ValueKind<Element>, atLeastOne noun: String? = nil, isUnique: Bool = false
  ) -> Self where Value == [Element] {
    let schema: () -> [JSONOutput.Member] = {
      [.init("type", .string("array")), .init("items", .object(element.schema()))]
        + (noun == nil ? [] : [.init("minItems", .int(1))])
        + (isUnique ? [.init("uniqueItems", .bool(true))] : [])
    }
    return Self(
      schema(), definitions: element.definitions,
      written: { noun != nil && $0.isEmpty ? nil : .array($0.compactMap(element.written)) }
    ) { field, state in
      field.elements(atLeastOne: noun)?.compactMap { element.read($0, state) }
    }
  }

  /// An array in which no element may occur twice.
  static func set<Element: Hashable>(
    _ element: ValueKind<Element>, atLeastOne noun: String? = nil
  ) -> Self where Value == [Element] {
    let list = list(element, atLeastOne: noun, isUnique: true)
    return Self(list.schema(), definitions: list.definitions, written: list.written) {
      field, state in
      var paths: [Element: String] = [:]
      return field.elements(atLeastOne: noun)?.compactMap { field in
        element.read(field, state).flatMap { field.claim($0, in: &paths) }
      }
    }
  }

  static func dictionary<Element>(_ element: ValueKind<Element>) -> Self
  where Value == [String: Element] {
    Self(
      [
        .init("type", .string("object")), .init("additionalProperties", .object(element.schema())),
      ], definitions: element.definitions
    ) { field, state in
      field.entries().map { entries in
        var values: [String: Element] = [:]
        for (name, field) in entries { values[name] = element.read(field, state) }
        return values
      }
    }
  }

  static func object(_ table: ConfigurationTable<Value>) -> Self {
    Self(table.schema, definitions: { table.definitions }, read: table.read)
  }
}

extension [JSONOutput.Member] {
  /// The schema of a string that is not empty, or matches a pattern.
  static func string(_ pattern: String? = nil) -> [JSONOutput.Member] {
    [
      .init("type", .string("string")),
      pattern.map { .init("pattern", .string($0)) } ?? .init("minLength", .int(1)),
    ]
  }

  /// The members of an object in JSON; none for any other text.
  static func json(_ text: String) -> Self {
    let root = try? JSONDocument(parsing: [UInt8](text.utf8)).root
    guard case .object(let members)? = root.map({ JSONOutput($0) }) else { return [] }
    return members
  }
}

extension JSONField {
  /// A non-empty string without line breaks.
  func text() -> String? {
    guard let text = string() else { return nil }
    guard !text.isEmpty else {
      report("the text is empty: expected at least one character")
      return nil
    }
    guard !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    else {
      report("the text contains a control character: expected none")
      return nil
    }
    return text
  }

  /// What a browser sends for a web address; nil after reporting why it sends nothing.
  ///
  /// - Parameter base: what stands before the text for a browser, and not in the value.
  func sentURL(
    _ text: String, after base: String = "", isNot expectation: String,
    isValue: (Substring) -> Bool = { _ in false },
    _ isValid: (WebURL) -> Bool
  ) -> String? {
    var unknown: Substring?
    let told = text.withoutUser
    do throws(SentURL.Fault) {
      let sent = try SentURL(base + text) { name in
        if isValue(name) { return true }
        if unknown == nil, SentURL.isName(name) { unknown = name }
        return false
      }.text
      if let unknown {
        report(
          "'{\(unknown)}' is no value that is known here: expected %7B\(unknown)%7D for the braces "
            + "themselves")
        return nil
      }
      if let url = WebURL(sent), URLScheme.isWeb(url.scheme), isValid(url) {
        return String(sent.dropFirst(base.count))
      }
      report("'\(told)' is not \(expectation)")
    } catch .notURL {
      report("'\(told)' is not \(expectation)")
    } catch {
      report("'\(told)' leads nowhere: \(DestinationFault(error))")
    }
    return nil
  }

  func text(_ problem: (String) -> String?) -> String? {
    guard let text = text() else { return nil }
    if let message = problem(text) {
      report(message)
      return nil
    }
    return text
  }

  /// The value unless another field has it, which is reported; `paths` has those of the values so far.
  func claim<Value: Hashable>(_ value: Value, in paths: inout [Value: String]) -> Value? {
    if let first = paths[value] {
      report("'\(value)' is already listed at \(first): expected it once")
      return nil
    }
    paths[value] = path
    return value
  }

  /// The elements of an array, which is reported if it is empty and they have a noun.
  fileprivate func elements(atLeastOne noun: String?) -> [JSONField]? {
    if let noun, node.array?.isEmpty == true {
      report("the array is empty: expected at least one \(noun)")
    }
    return elements()
  }
}

extension String {
  /// Who stands before the host of a URL.
  private var user: Substring? {
    guard let start = firstRange(of: "://")?.upperBound else { return nil }
    let authority = self[start...].prefix { $0 != "/" }
    return authority.lastIndex(of: "@").map { authority[..<$0] }
  }

  var namesPassword: Bool { user?.contains(":") == true }

  /// The URL as messages name it: a user may have a password.
  fileprivate var withoutUser: String {
    user.map { self[..<$0.startIndex] + "…" + self[$0.endIndex...] } ?? self
  }
}
