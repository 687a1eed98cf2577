import JSONSyntax
import Links
import WebSyntax

/// A link on its way from the fields of a table to the JSON reader, so that both are judged by the
/// same rules.
struct LinkTree {
  private var members: [(path: String, value: JSONValue)] = []
  private var extras: [JSONMember] = []

  /// The texts of a list; empty when there is none.
  func texts(_ path: String) -> [String] {
    for case (path, .array(let nodes)) in members { return nodes.compactMap(\.string) }
    return []
  }

  func has(_ path: String) -> Bool { members.contains { $0.path == path } }

  func text(_ path: String) -> String? {
    for case (path, .string(let text)) in members { return text }
    return nil
  }

  mutating func set(_ path: String, _ value: JSONValue) {
    members.removeAll { $0.path == path }
    members.append((path, value))
  }

  @discardableResult
  mutating func remove(_ path: String) -> String? {
    defer { members.removeAll { $0.path == path } }
    return text(path)
  }

  mutating func set(extra name: String, _ text: String) {
    extras.append(Self.member(name, .string(text)))
  }

  /// - Parameter zone: the zone of times that name no offset; nil for that of UTC, except in Keiro's
  ///   own files, whose times then have to name one.
  /// - Returns: what is written otherwise in a URL of another service. Those of Keiro's own files are
  ///   as they were until the field is read.
  @discardableResult
  mutating func set(
    _ column: LinkColumn, _ text: String, zone: LocalZone? = nil
  ) -> [ImportRemark] {
    switch column.kind {
    case .text:
      // Keiro writes a time with its offset.
      let time = if case .time = column.field?.type { zone?.time(text) } else { Timestamp?.none }
      set(column.path, .string(time?.description ?? text))
    case .number: set(column.path, .number(text))
    case .flag: set(column.path, Self.flag(text).map(JSONValue.bool) ?? .string(text))
    case .list: set(column.path, Self.list(CSVText.texts(inList: text)))
    case .json:
      let document = try? JSONDocument(parsing: Array(text.utf8))
      set(column.path, document?.root.value ?? .string(text))
    case .foreignURL:
      // What is no address at all is refused by whoever reads the field.
      let sent = try? SentURL(text)
      set(column.path, .string(sent?.text ?? text))
      return sent.map(ImportRemark.rewritings) ?? []
    case .foreignTime:
      set(column.path, .string(Timestamp(foreign: text, zone: zone ?? .utc)?.description ?? text))
    case .foreignList: set(column.path, Self.list(Self.words(in: text)))
    case .html: set(column.path, .string(CharacterReferences.decode(text)))
    case .words(let words):
      guard let word = Self.word(for: text, in: words), !word.isEmpty else { return [] }
      set(column.path, Self.flag(word).map(JSONValue.bool) ?? .string(word))
    // The result of these depends on other columns.
    default: break
    }
    return []
  }

  static func list(_ words: [String]) -> JSONValue { .array(words.map { node(.string($0)) }) }

  /// The words of a list as services write it, each once.
  static func words(in text: String) -> [String] {
    let marks = [UInt8(ascii: ","), UInt8(ascii: "|"), UInt8(ascii: ";")]
    var words: [String] = []
    for part in text.utf8.split(whereSeparator: { marks.contains($0) }) {
      let word = Substring(part).trimmed
      if !word.isEmpty, !words.contains(word) { words.append(word) }
    }
    return words
  }

  static func flag(_ text: String) -> Bool? {
    let word = text.lowercased()
    return yes.contains(word) ? true : no.contains(word) ? false : nil
  }

  private static let nothing: Set = ["[]", "{}", "null", "none", #"\n"#]
  /// The words of programs, and TRUE and FALSE as spreadsheets save them in their own languages.
  private static let yes: Set = [
    "true", "1", "yes", "t", "y", "on", "wahr", "vrai", "verdadero", "vero", "verdadeiro", "waar",
    "sant", "sand", "sann", "tosi", "prawda", "pravda", "igaz", "doğru", "истина",
  ]
  private static let no: Set = [
    "false", "0", "no", "f", "n", "off", "falsch", "faux", "falso", "onwaar", "falskt", "falsk",
    "usann", "epätosi", "fałsz", "nepravda", "hamis", "yanliş", "ложь",
  ]

  /// The meaning of a word of a service, whose yes and no may stand for `true` and `false`.
  static func word(for text: String, in words: [String: String]) -> String? {
    words[text.lowercased()] ?? flag(text).flatMap { words[String($0)] }
  }

  /// Whether a text is one of those by which programs say that there is nothing.
  static func isNothing(_ text: String) -> Bool {
    text.isEmpty || flag(text) == false || nothing.contains(text.lowercased())
  }

  /// The JSON of the link: `apple.fallback` becomes a member of an object `apple`.
  var node: JSONNode {
    var top: [JSONMember] = []
    var parts: [(name: String, members: [JSONMember])] = []
    for (path, value) in members {
      guard let dot = path.firstIndex(of: ".") else {
        top.append(Self.member(path, value))
        continue
      }
      let part = String(path[..<dot])
      let member = Self.member(String(path[path.index(after: dot)...]), value)
      if let index = parts.firstIndex(where: { $0.name == part }) {
        parts[index].members.append(member)
      } else {
        parts.append((part, [member]))
      }
    }
    for part in parts { top.append(Self.member(part.name, .object(part.members))) }
    if !extras.isEmpty {
      // A table may have both a column of extras and unknown columns.
      let own = top.first { $0.name == "extra" }?.node.object ?? []
      let names = Set(own.map(\.name))
      top.removeAll { $0.name == "extra" && $0.node.object != nil }
      let others = extras.filter { !names.contains($0.name) }
      top.append(Self.member("extra", .object(own + others)))
    }
    return Self.node(.object(top))
  }

  private static func node(_ value: JSONValue) -> JSONNode { JSONNode(offset: 0, value: value) }

  private static func member(_ name: String, _ value: JSONValue) -> JSONMember {
    JSONMember(name: name, nameOffset: 0, node: node(value))
  }
}

/// Decodes text of programs that escape it for HTML before they store it.
enum CharacterReferences {
  private static let names: [String: String] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ",
  ]

  /// The text with its character references resolved; unknown ones stay as they are.
  static func decode(_ text: String) -> String {
    let parts = text.split(separator: "&", omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(into: parts.first.map(String.init) ?? "") { result, part in
      if let end = part.firstIndex(of: ";"), let found = character(part[..<end]) {
        result += found + part[part.index(after: end)...]
      } else {
        result += "&" + part
      }
    }
  }

  private static func character(_ name: Substring) -> String? {
    guard name.first == "#" else { return names[String(name)] }
    let digits = name.dropFirst()
    let isHexadecimal = digits.first == "x" || digits.first == "X"
    let number = UInt32(isHexadecimal ? digits.dropFirst() : digits, radix: isHexadecimal ? 16 : 10)
    return number.flatMap(Unicode.Scalar.init).map { String(Character($0)) }
  }
}
