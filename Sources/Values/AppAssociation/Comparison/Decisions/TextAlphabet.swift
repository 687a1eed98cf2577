import WebSyntax

/// A minimal alphabet for texts that distinguish all given tests: bytes that every test treats
/// alike are represented by one of them.
struct TextAlphabet {
  /// A byte or an escape.
  struct Letter {
    let written: [UInt8]
    let decoded: UInt8
  }

  /// The letters, with those that make readable examples first.
  let letters: [Letter]

  init(_ tests: [TextTest], _ part: URLPart) {
    var bytes = ByteGroups()
    var decoded = ByteGroups()
    for test in tests {
      if test.decodes { decoded.add(test) }
      bytes.add(test)
    }
    let holdsEscapes = tests.contains(where: \.decodes)
    // Both have a special meaning in paths.
    bytes.separate([UInt8(ascii: "/"), UInt8(ascii: ".")])
    let plain = bytes.representatives { byte in
      !PercentCoding.isUnsafe(byte) && part.allows(byte)
        && !(holdsEscapes && byte == UInt8(ascii: "%"))
    }
    var letters = plain.map { Letter(written: [$0], decoded: $0) }
    if holdsEscapes {
      decoded.separate(Self.escapes(in: tests))
      // Trailing slashes are ignored, escaped ones of decoded paths as well.
      if part == .path { decoded.separate([UInt8(ascii: "/")]) }
      for byte in decoded.representatives(where: { _ in true }) {
        letters += Self.spellings(byte).map { Letter(written: $0, decoded: byte) }
      }
    }
    self.letters = letters
  }

  /// The escapes of a byte: upper-case digits first, as senders write them, and lower-case ones
  /// where they differ.
  private static func spellings(_ byte: UInt8) -> [[UInt8]] {
    let capital = Array(PercentCoding.encode([byte][...]) { _ in true }.utf8)
    let small = capital.map { ASCII.lowercased($0) }
    return capital == small ? [capital] : [capital, small]
  }

  /// The bytes whose escapes appear in the patterns for undecoded text.
  private static func escapes(in tests: [TextTest]) -> [UInt8] {
    tests.filter { !$0.decodes }.flatMap { test in
      test.alternatives.flatMap { nodes in
        let bytes = nodes.map { $0.byte ?? 0 }[...]
        return bytes.indices.compactMap { index in
          bytes[index] == UInt8(ascii: "%")
            ? PercentCoding.escapedByte(bytes.span, at: index + 1) : nil
        }
      }
    }
  }
}

/// Bytes grouped by how tests treat them.
private struct ByteGroups {
  private var named: Set<UInt8> = []
  private var classes: [PatternNode] = []
  private var foldsCase = false

  mutating func separate(_ bytes: [UInt8]) { named.formUnion(bytes) }

  mutating func add(_ test: TextTest) {
    foldsCase = foldsCase || test.ignoresCase
    for nodes in test.alternatives { add(nodes) }
  }

  private mutating func add(_ nodes: [PatternNode]) {
    for node in nodes {
      switch node {
      case .byte(let byte):
        named.insert(byte)
        if foldsCase, ASCII.isLetter(byte) { named.formUnion([byte | 0x20, byte & 0xDF]) }
      case .byteClass, .range: if !classes.contains(node) { classes.append(node) }
      case .choice(let values): for sequence in values.sequences { add(sequence) }
      default: break
      }
    }
  }

  /// One allowed byte of each group, readable ones first.
  func representatives(where isAllowed: (UInt8) -> Bool) -> [UInt8] {
    var seen: Set<[Int]> = []
    return Self.order.filter { byte in
      guard isAllowed(byte) else { return false }
      guard !named.contains(byte) else { return true }
      let group = classes.indices.filter {
        classes[$0].accepts(byte) || foldsCase && classes[$0].accepts(ASCII.lowercased(byte))
      }
      return seen.insert(group).inserted
    }
  }

  /// All bytes, in order of preference for examples.
  private static let order: [UInt8] = {
    let first = Array("xyzabcdefghijklmnopqrstuvw1234567890ABCDEFGHIJKLMNOPQRSTUVWXYZ-_/".utf8)
    let known = Set(first)
    return first + (0x20...0x7E).filter { !known.contains($0) } + (0x00...0x1F) + (0x7F...0xFF)
  }()
}
