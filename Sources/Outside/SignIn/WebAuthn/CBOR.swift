/// A value of CBOR (RFC 8949), limited to what authenticators write: definite lengths in their shortest
/// form, no floating-point numbers, no tags (CTAP 2.1, section 8, "message encoding").
package indirect enum CBOR: Equatable, Sendable {
  case integer(Int)
  case bytes([UInt8])
  /// UTF-8, whose bytes tell texts apart.
  case text([UInt8])
  case array([CBOR])
  /// The entries in the order written, with unique keys.
  case map([Entry])
  case bool(Bool)
  case null

  package struct Entry: Equatable, Sendable {
    let key: CBOR
    let value: CBOR
  }

  package subscript(_ key: CBOR) -> CBOR? {
    guard case .map(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  package subscript(_ name: String) -> CBOR? { self[.text(Array(name.utf8))] }

  /// The value of a label in a COSE key, which may be negative; nil when there is none.
  package subscript(label number: Int) -> CBOR? { self[.integer(number)] }

  package var integer: Int? {
    if case .integer(let number) = self { number } else { nil }
  }

  package var byteString: [UInt8]? {
    if case .bytes(let bytes) = self { bytes } else { nil }
  }
}

/// Reads CBOR. The work is limited by the number of bytes: no stated length is trusted.
package struct CBORReader {
  private let bytes: ArraySlice<UInt8>
  private var position: Int
  /// The number of values that may still be read, against nested maps.
  private var budget = 256

  private static let depthLimit = 8

  /// Creates a reader of one value at the beginning of the bytes, and of what follows it.
  package init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  package var rest: ArraySlice<UInt8> { bytes[position...] }

  /// The next value; nil when it is malformed or not of the kind that authenticators write.
  package mutating func next() -> CBOR? { value(depth: 0) }

  /// The only value in some bytes; nil when they are malformed or contain more.
  package static func whole(_ bytes: ArraySlice<UInt8>) -> CBOR? {
    var reader = CBORReader(bytes)
    guard let value = reader.next(), reader.rest.isEmpty else { return nil }
    return value
  }

  private mutating func value(depth: Int) -> CBOR? {
    guard depth < Self.depthLimit, budget > 0, let head = byte() else { return nil }
    budget -= 1
    guard let argument = argument(head & 0x1F) else { return nil }
    switch head >> 5 {
    case 0: return Int(exactly: argument).map(CBOR.integer)
    case 1: return Int(exactly: argument).map { CBOR.integer(-1 - $0) }
    case 2: return take(argument).map { CBOR.bytes(Array($0)) }
    case 3:
      return take(argument).flatMap { String(validating: $0, as: UTF8.self) }
        .map { .text(Array($0.utf8)) }
    case 4: return array(argument, depth)
    case 5: return map(argument, depth)
    case 7:
      switch head & 0x1F {
      case 20: return .bool(false)
      case 21: return .bool(true)
      case 22: return .null
      default: return nil
      }
    default: return nil
    }
  }

  private mutating func array(_ count: UInt64, _ depth: Int) -> CBOR? {
    // Each element takes at least one byte.
    guard count <= UInt64(rest.count) else { return nil }
    var elements: [CBOR] = []
    for _ in 0..<count {
      guard let element = value(depth: depth + 1) else { return nil }
      elements.append(element)
    }
    return .array(elements)
  }

  private mutating func map(_ count: UInt64, _ depth: Int) -> CBOR? {
    guard count <= UInt64(rest.count / 2) else { return nil }
    var members: [CBOR.Entry] = []
    for _ in 0..<count {
      guard let key = value(depth: depth + 1), let value = value(depth: depth + 1),
        !members.contains(where: { $0.key == key })
      else { return nil }
      members.append(CBOR.Entry(key: key, value: value))
    }
    return .map(members)
  }

  private mutating func byte() -> UInt8? {
    guard position < bytes.endIndex else { return nil }
    defer { position += 1 }
    return bytes[position]
  }

  private mutating func take(_ count: UInt64) -> ArraySlice<UInt8>? {
    guard count <= UInt64(bytes.endIndex - position) else { return nil }
    let end = position + Int(count)
    defer { position = end }
    return bytes[position..<end]
  }

  /// The number in the low bits of a head, or after it, in its shortest form; nil for any other.
  private mutating func argument(_ low: UInt8) -> UInt64? {
    guard low >= 24 else { return UInt64(low) }
    guard low <= 27 else { return nil }
    let width = 1 << Int(low - 24)
    guard let digits = take(UInt64(width)) else { return nil }
    let number = digits.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let smallest: UInt64 = width == 1 ? 24 : 1 << UInt64(width * 4)
    return number >= smallest ? number : nil
  }
}
