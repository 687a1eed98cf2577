import WebSyntax

enum PatternNode: Equatable, Sendable {
  case byte(UInt8)
  /// `?`
  case one
  /// `*`
  case many
  /// `$(digit)` and similar: one byte in a class.
  case byteClass(ByteClass)
  case range(ClosedRange<UInt8>)
  /// A variable: one of several sequences.
  case choice(VariableValues)
  /// Marks that everything from here to the end of the pattern is optional.
  case optionalRest
  /// The index of the capture's name; 32 bits keep a node within one word.
  case captureStart(Int32)
  case captureEnd(Int32)
  /// An undefined variable, which nothing matches.
  case nothing

  var isMany: Bool { self == .many }
  var isOne: Bool { self == .one }

  var byte: UInt8? {
    if case .byte(let byte) = self { byte } else { nil }
  }

  var isCapture: Bool {
    switch self {
    case .captureStart, .captureEnd: true
    default: false
    }
  }

  /// The values of a variable, if all of them are literal.
  var literals: LiteralSet? {
    if case .choice(let values) = self { values.literals } else { nil }
  }

  /// The number of nodes, with those of every value of a variable.
  var size: Int {
    if case .choice(let values) = self { values.size } else { 1 }
  }

  /// Whether it matches a single byte or any bytes.
  var isSimple: Bool {
    switch self {
    case .byte, .one, .many, .byteClass: true
    default: false
    }
  }

  /// The texts that it stands for in a pattern without variables; nil for an undefined variable, and
  /// for values that are empty or have stars or outer slashes.
  var texts: [[UInt8]]? {
    switch self {
    case .byte(let byte): return [[byte]]
    case .one: return [[UInt8(ascii: "?")]]
    case .many: return [[UInt8(ascii: "*")]]
    case .byteClass(let byteClass): return byteClass.members.map { [$0] }
    case .choice(let values):
      let slash = PatternNode.byte(UInt8(ascii: "/"))
      let arePlain = values.sequences.allSatisfy { nodes in
        !nodes.isEmpty && !nodes.contains(.many) && nodes.first != slash && nodes.last != slash
      }
      return arePlain ? values.sequences.map { $0.flatMap { $0.texts?.first ?? [] } } : nil
    default: return nil
    }
  }

  var folded: PatternNode {
    switch self {
    case .byte(let byte): .byte(ASCII.lowercased(byte))
    case .byteClass(let byteClass): .byteClass(byteClass.folded)
    case .choice(let values): .choice(values.folded)
    default: self
    }
  }

  /// Returns whether it accepts the byte, which must be folded if the pattern is.
  func accepts(_ byte: UInt8) -> Bool {
    switch self {
    case .byte(let wanted): wanted == byte
    case .one: true
    case .byteClass(let byteClass): byteClass.contains(byte)
    case .range(let range): range.contains(byte)
    default: false
    }
  }
}

/// The predefined variables that match one character (Apple, `SubstitutionVariables`).
enum ByteClass: String, Sendable {
  case alpha, upper, lower, alnum, digit, xdigit

  /// The case-insensitive class, which contains a letter if it contains either case.
  var folded: ByteClass {
    switch self {
    case .upper, .lower: .alpha
    default: self
    }
  }

  /// All of its bytes, in their order.
  var members: [UInt8] { (0x30...0x7A).filter(contains) }

  func contains(_ byte: UInt8) -> Bool {
    switch self {
    case .alpha: ASCII.isLetter(byte)
    case .upper: ASCII.isLetter(byte) && byte & 0x20 == 0
    case .lower: ASCII.isLetter(byte) && byte & 0x20 != 0
    case .alnum: ASCII.isAlphanumeric(byte)
    case .digit: ASCII.isDigit(byte)
    case .xdigit: Hexadecimal.value(of: byte) != nil
    }
  }
}

enum PatternParser {
  /// Parses a pattern without variables: `*`, `?` and bytes.
  static func wildcards(_ text: String) -> [PatternNode] {
    text.utf8.map(wildcard)
  }

  /// Parses `$(name)` as a variable, which never matches if unclosed, or as text without variables.
  static func nodes(_ text: String, _ variables: SubstitutionVariables?) -> [PatternNode] {
    guard let variables else { return wildcards(text) }
    var text = text
    return text.withUTF8 { nodes($0.span, variables) }
  }

  private static func nodes(
    _ text: Span<UInt8>, _ variables: SubstitutionVariables
  ) -> [PatternNode] {
    var nodes: [PatternNode] = []
    nodes.reserveCapacity(text.count)
    var index = 0
    while index < text.count {
      guard text[index] == UInt8(ascii: "$"), index + 1 < text.count,
        text[index + 1] == UInt8(ascii: "(")
      else {
        nodes.append(wildcard(text[index]))
        index += 1
        continue
      }
      let start = index + 2
      var end = start
      while end < text.count, text[end] != UInt8(ascii: ")") { end += 1 }
      guard end < text.count else { return nodes + [.nothing] }
      let name = (start..<end).map { text[$0] }
      nodes.append(variables.node(String(decoding: name, as: UTF8.self)))
      index = end + 1
    }
    return nodes
  }

  private static func wildcard(_ byte: UInt8) -> PatternNode {
    switch byte {
    case UInt8(ascii: "*"): .many
    case UInt8(ascii: "?"): .one
    default: .byte(byte)
    }
  }
}
