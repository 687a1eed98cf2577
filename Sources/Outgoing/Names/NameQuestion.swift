/// A question to a name server, and its answer (RFC 1035, section 4), as far as CAA records need it.
package struct NameQuestion: Equatable, Sendable {
  package let name: String
  package let identifier: UInt16

  /// What a server answers.
  package enum Answer: Equatable, Sendable {
    /// The CAA records of the name; empty for none.
    case records([AuthorityRecord])
    /// The server answers with an error, or cut short.
    case refused(String)
  }

  /// CAA (RFC 8659).
  private static let type: UInt16 = 257

  /// Nil for a name that has no form on the wire.
  package init?(_ name: String, identifier: UInt16) {
    let labels = name.split(separator: ".", omittingEmptySubsequences: false)
    guard name.utf8.count <= 253, labels.allSatisfy({ (1...63).contains($0.utf8.count) }) else {
      return nil
    }
    self.name = name
    self.identifier = identifier
  }

  /// With recursion desired, and room for answers of 1232 bytes (RFC 6891).
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    func append(_ numbers: UInt16...) {
      for number in numbers {
        bytes += [UInt8(number >> 8), UInt8(truncatingIfNeeded: number)]
      }
    }
    append(identifier, 0x0100, 1, 0, 0, 1)
    for label in name.split(separator: ".") {
      bytes.append(UInt8(truncatingIfNeeded: label.utf8.count))
      bytes += label.utf8
    }
    bytes.append(0)
    append(Self.type, 1)
    // OPT: the root as its name, the size in the place of the class.
    bytes.append(0)
    append(41, 1232, 0, 0, 0)
    return bytes
  }

  /// Nil for bytes that are not the answer to this question.
  package func answer(_ bytes: [UInt8]) -> Answer? {
    var reader = NameReader(bytes)
    guard reader.number() == identifier, let flags = reader.number(), flags & 0x8000 != 0,
      let questions = reader.number(), let answers = reader.number(), reader.skip(4)
    else { return nil }
    for _ in 0..<questions { guard reader.skipName(), reader.skip(4) else { return nil } }
    if flags & 0x0200 != 0 { return .refused("the answer is cut short") }
    switch flags & 0x000F {
    case 0: break
    // The name is not there, and so are its records.
    case 3: return .records([])
    case let code: return .refused("the name server answers with error \(code)")
    }
    var records: [AuthorityRecord] = []
    for _ in 0..<answers {
      guard reader.skipName(), let type = reader.number(), reader.skip(6),
        let count = reader.number(), let data = reader.take(Int(count))
      else { return nil }
      guard type == Self.type else { continue }
      guard let record = AuthorityRecord(data) else { return nil }
      records.append(record)
    }
    return .records(records)
  }
}

/// A CAA record (RFC 8659, section 4.1).
package struct AuthorityRecord: Equatable, Sendable {
  /// In lower case, as in `issue`.
  package let tag: String
  package let value: String

  fileprivate init?(_ data: ArraySlice<UInt8>) {
    let rest = data.dropFirst(2)
    guard let count = data.dropFirst().first, count > 0, rest.count >= Int(count) else {
      return nil
    }
    tag = String(decoding: rest.prefix(Int(count)), as: UTF8.self).lowercased()
    value = String(decoding: rest.dropFirst(Int(count)), as: UTF8.self)
  }

  /// The name of the authority without its parameters, in lower case; empty for nobody.
  package var authority: String {
    let name = value.prefix { $0 != ";" }
    return name.filter { !$0.isWhitespace }.lowercased()
  }
}

/// Reads numbers of two bytes, and steps over what is not needed.
private struct NameReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count <= bytes.count - position else { return nil }
    defer { position += count }
    return bytes[position..<(position + count)]
  }

  mutating func skip(_ count: Int) -> Bool { take(count) != nil }

  mutating func number() -> UInt16? {
    take(2).map { $0.reduce(0) { $0 << 8 | UInt16($1) } }
  }

  /// A name ends with an empty label, or with a pointer to the rest of it.
  mutating func skipName() -> Bool {
    while let length = take(1)?.first {
      if length == 0 { return true }
      if length >= 0xC0 { return skip(1) }
      guard length < 0x40, skip(Int(length)) else { return false }
    }
    return false
  }
}
