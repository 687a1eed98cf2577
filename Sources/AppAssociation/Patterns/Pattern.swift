/// A pattern of an association file, compiled once and matched against bytes.
///
/// `*` stands for any bytes, `?` for exactly one, `?*` for one or more, `$(name)` for one of the
/// values of a variable. There is no escape. A pattern covers the whole of what it is held against.
struct Pattern: Sendable {
  /// The shapes that nearly all patterns have are matched by comparing bytes; the others run a
  /// small program.
  enum Shape: Sendable {
    case everything
    case literal([UInt8])
    /// The bytes, then anything of at least that length.
    case prefix([UInt8], atLeast: Int)
    case suffix([UInt8])
    case program(PatternProgram)
    /// A variable that nobody defines; nothing matches.
    case nothing
  }

  let shape: Shape
  /// The bytes that everything begins with that the pattern matches; folded when case is ignored.
  let literalPrefix: [UInt8]
  let ignoresCase: Bool

  init(_ nodes: [PatternNode], ignoresCase: Bool = false) {
    let nodes = ignoresCase ? nodes.map(\.folded) : nodes
    self.ignoresCase = ignoresCase
    literalPrefix = Self.literalPrefix(nodes)
    shape = Self.shape(nodes)
  }

  private static func literalPrefix(_ nodes: [PatternNode]) -> [UInt8] {
    var prefix: [UInt8] = []
    for node in nodes {
      guard case .byte(let byte) = node else { break }
      prefix.append(byte)
    }
    return prefix
  }

  private static func shape(_ nodes: [PatternNode]) -> Shape {
    if nodes.contains(where: { if case .nothing = $0 { true } else { false } }) { return .nothing }
    let bytes = literalPrefix(nodes)
    let rest = nodes[bytes.count...]
    if rest.isEmpty { return .literal(bytes) }
    if rest.allSatisfy(\.isMany), bytes.isEmpty { return .everything }
    let ones = rest.prefix(while: \.isOne)
    let tail = rest[ones.endIndex...]
    if !tail.isEmpty, tail.allSatisfy(\.isMany) { return .prefix(bytes, atLeast: ones.count) }
    if let first = nodes.first, first.isMany {
      let after = Array(nodes.drop(while: \.isMany))
      let suffix = literalPrefix(after)
      if suffix.count == after.count { return .suffix(suffix) }
    }
    return .program(PatternProgram(nodes))
  }

  /// Whether the pattern covers all of the text.
  func matches(_ text: Span<UInt8>) -> Bool {
    switch shape {
    case .everything: return true
    case .nothing: return false
    case .literal(let bytes): return text.count == bytes.count && agrees(text, at: 0, bytes)
    case .prefix(let bytes, let extra):
      return text.count - extra >= bytes.count && agrees(text, at: 0, bytes)
    case .suffix(let bytes):
      return text.count >= bytes.count && agrees(text, at: text.count - bytes.count, bytes)
    case .program(let program): return program.matches(text, ignoresCase: ignoresCase)
    }
  }

  private func agrees(_ text: Span<UInt8>, at start: Int, _ bytes: [UInt8]) -> Bool {
    for index in bytes.indices {
      let byte = text[start + index]
      if bytes[index] != (ignoresCase ? ASCII.folded(byte) : byte) { return false }
    }
    return true
  }
}

/// One element of a pattern.
enum PatternNode: Equatable, Sendable {
  case byte(UInt8)
  /// `?`
  case one
  /// `*`
  case many
  /// `$(digit)` and its like: one byte of a class.
  case byteClass(ByteClass)
  /// A variable: one of several sequences.
  case choice([[PatternNode]])
  /// What follows may be absent up to the end of the pattern.
  case optionalRest
  case captureStart(Int)
  case captureEnd(Int)
  /// A variable that nobody defines.
  case nothing

  var isMany: Bool { self == .many }
  var isOne: Bool { self == .one }

  var folded: PatternNode {
    switch self {
    case .byte(let byte): .byte(ASCII.folded(byte))
    case .byteClass(let byteClass): .byteClass(byteClass.folded)
    case .choice(let choices): .choice(choices.map { $0.map(\.folded) })
    default: self
    }
  }
}

/// The predefined variables that stand for one character (Apple, `SubstitutionVariables`).
enum ByteClass: Sendable {
  case alpha, upper, lower, alnum, digit, xdigit

  /// With case ignored, both cases belong to a class that one of them belongs to.
  var folded: ByteClass {
    switch self {
    case .upper, .lower: .alpha
    default: self
    }
  }

  func contains(_ byte: UInt8) -> Bool {
    let isUpper = (0x41...0x5A).contains(byte)
    let isLower = (0x61...0x7A).contains(byte)
    let isDigit = (0x30...0x39).contains(byte)
    return switch self {
    case .alpha: isUpper || isLower
    case .upper: isUpper
    case .lower: isLower
    case .alnum: isUpper || isLower || isDigit
    case .digit: isDigit
    case .xdigit: isDigit || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
    }
  }
}

/// ASCII letters without a locale.
enum ASCII {
  static func folded(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
  }
}
