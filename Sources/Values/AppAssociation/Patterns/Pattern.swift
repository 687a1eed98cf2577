import WebSyntax

/// A pattern of an association file, compiled once and matched against bytes.
///
/// `*` matches any bytes, `?` exactly one, `?*` one or more, and `$(name)` one of the values of a
/// variable. There is no escape character. A pattern must match the whole text.
struct Pattern: Sendable {
  /// How the pattern is matched: nearly all patterns reduce to comparing bytes.
  indirect enum Shape: Sendable {
    case literal([UInt8])
    /// The bytes, followed by at least the given number of others.
    case prefix([UInt8], atLeast: Int)
    /// The bytes alone, or followed by a slash and anything.
    case tree([UInt8])
    case suffix([UInt8])
    case segments(SegmentedPattern)
    case general(GeneralPattern)
    case either(Shape, Shape)
    /// An undefined variable; nothing matches.
    case nothing
  }

  let shape: Shape
  /// The bytes that every matching text begins with; folded to lower case when case is ignored.
  let literalPrefix: [UInt8]
  let ignoresCase: Bool

  /// - Parameter isRestOptional: whether the last two nodes, a slash and `*`, may both be absent.
  init(_ nodes: [PatternNode], ignoresCase: Bool = false, isRestOptional: Bool = false) {
    let nodes = Self.canonical(ignoresCase ? nodes.map(\.folded) : nodes)
    self.ignoresCase = ignoresCase
    guard isRestOptional else {
      literalPrefix = Self.literalPrefix(nodes)
      shape = Self.shape(nodes, ignoresCase)
      return
    }
    let bare = Array(nodes.dropLast(2))
    literalPrefix = Self.literalPrefix(bare)
    shape =
      literalPrefix.count == bare.count
      ? .tree(bare.compactMap(\.byte))
      : .either(Self.shape(nodes, ignoresCase), Self.shape(bare, ignoresCase))
  }

  /// Moves each `*` after adjacent `?` and merges repeats, since `*?*` and `?*` are equivalent.
  private static func canonical(_ nodes: [PatternNode]) -> [PatternNode] {
    nodes.filter { !$0.isCapture }.withStarsLast(.many, one: .one)
  }

  private static func literalPrefix(_ nodes: [PatternNode]) -> [UInt8] {
    nodes.prefix { $0.byte != nil }.compactMap(\.byte)
  }

  private static func shape(_ nodes: [PatternNode], _ ignoresCase: Bool) -> Shape {
    if nodes.contains(.nothing) { return .nothing }
    let bytes = literalPrefix(nodes)
    let rest = nodes[bytes.count...]
    if rest.isEmpty { return .literal(bytes) }
    let ones = rest.prefix(while: \.isOne)
    if rest.dropFirst(ones.count) == [.many] { return .prefix(bytes, atLeast: ones.count) }
    if nodes.first == .many {
      let suffix = literalPrefix(Array(nodes.dropFirst()))
      if suffix.count + 1 == nodes.count { return .suffix(suffix) }
    }
    guard nodes.allSatisfy(\.isSimple) else {
      return .general(GeneralPattern(nodes, ignoresCase: ignoresCase))
    }
    return .segments(SegmentedPattern(nodes, ignoresCase: ignoresCase))
  }

  /// The work of a comparison with a text of that many bytes, at most, in steps of a budget.
  func steps(_ count: Int) -> Int { Self.steps(shape, count) }

  private static func steps(_ shape: Shape, _ count: Int) -> Int {
    switch shape {
    case .literal, .prefix, .tree, .suffix, .nothing: count / 64
    case .segments: count / 8
    case .general(let pattern): pattern.steps(count)
    case .either(let first, let second): steps(first, count) + steps(second, count)
    }
  }

  func matches(_ text: Span<UInt8>) -> Bool {
    matches(text, shape)
  }

  private func matches(_ text: Span<UInt8>, _ shape: Shape) -> Bool {
    switch shape {
    case .nothing: return false
    case .literal(let bytes): return text.count == bytes.count && agrees(text, at: 0, bytes)
    case .prefix(let bytes, let extra):
      return text.count - extra >= bytes.count && agrees(text, at: 0, bytes)
    case .tree(let bytes):
      return text.count >= bytes.count && agrees(text, at: 0, bytes)
        && (text.count == bytes.count || text[bytes.count] == UInt8(ascii: "/"))
    case .suffix(let bytes):
      return text.count >= bytes.count && agrees(text, at: text.count - bytes.count, bytes)
    case .segments(let pattern): return pattern.matches(text)
    case .general(let pattern): return pattern.matches(text)
    case .either(let first, let second): return matches(text, first) || matches(text, second)
    }
  }

  private func agrees(_ text: Span<UInt8>, at start: Int, _ bytes: [UInt8]) -> Bool {
    if !ignoresCase {
      for index in bytes.indices where bytes[index] != text[start + index] { return false }
      return true
    }
    for index in bytes.indices where bytes[index] != ASCII.lowercased(text[start + index]) {
      return false
    }
    return true
  }
}

extension Array where Element: Equatable {
  /// The elements with one star at the end of each run of wildcards, in which only their numbers matter.
  func withStarsLast(_ many: Element, one: Element) -> [Element] {
    var result: [Element] = []
    var hasMany = false
    for element in self {
      if element == many {
        hasMany = true
        continue
      }
      if hasMany, element != one {
        result.append(many)
        hasMany = false
      }
      result.append(element)
    }
    return hasMany ? result + [many] : result
  }
}
