/// A reply of a name server (RFC 1035, section 4), with the parts that the doctor needs.
struct NameReply: Equatable, Sendable {
  struct Record: Equatable, Sendable {
    /// The type of the record (RFC 1035, section 3.2.2).
    let type: UInt16
    let lifetime: Int
    let data: [UInt8]
    /// The name that an alias (CNAME) points to; nil for other records.
    let target: String?
  }

  enum Kind {
    /// A, an IPv4 address.
    static let address: UInt16 = 1
    /// CNAME, an alias.
    static let alias: UInt16 = 5
    /// CAA (RFC 8659).
    static let authority: UInt16 = 257
  }

  enum Code {
    static let good = 0
    /// A failure, such as an invalid signature (RFC 4035, section 5.5).
    static let serverFailure = 2
    /// The name does not exist (NXDOMAIN).
    static let noSuchName = 3
  }

  let code: Int
  /// Whether the reply was truncated to fit its datagram.
  let isCut: Bool
  /// Whether the server has verified the signatures of the name (RFC 4035, section 3.2.3).
  let isAuthentic: Bool
  /// The records of the answer section, in their order.
  let records: [Record]

  /// Nil for bytes that do not reply to the query with that identifier.
  init?(_ bytes: [UInt8], identifier: UInt16) {
    var reader = NameReader(bytes)
    guard reader.number() == identifier, let flags = reader.number(), flags & 0x8000 != 0,
      let questions = reader.number(), let answers = reader.number(), reader.skip(4)
    else { return nil }
    code = Int(flags & 0x000F)
    isCut = flags & 0x0200 != 0
    isAuthentic = flags & 0x0020 != 0
    for _ in 0..<questions { guard reader.skipName(), reader.skip(4) else { return nil } }
    var records: [Record] = []
    // The records of a truncated reply are ignored.
    for _ in 0..<(isCut ? 0 : answers) {
      guard reader.skipName(), let type = reader.number(), reader.skip(2),
        let high = reader.number(), let low = reader.number(), let count = reader.number()
      else { return nil }
      let target = type == Kind.alias ? reader.name() : nil
      guard let data = reader.take(Int(count)) else { return nil }
      records.append(
        Record(
          type: type, lifetime: Int(high) << 16 | Int(low), data: Array(data), target: target))
    }
    self.records = records
  }

  /// The names that the requested name is an alias of, in order.
  var aliases: [String] { records.compactMap(\.target) }

  /// Seconds after which a change of any record becomes visible; nil without records.
  var lifetime: Int? { records.map(\.lifetime).min() }
}

/// Reads numbers of two bytes and names, and skips everything else.
private struct NameReader {
  private let bytes: [UInt8]
  private var position = 0

  /// The maximum length of a name, and of the chain of pointers it may follow.
  private static let nameLimit = 255
  private static let leapLimit = 32

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

  /// Skips a name, which ends with an empty label or a pointer to its rest.
  mutating func skipName() -> Bool {
    while let length = take(1)?.first {
      if length == 0 { return true }
      if length >= 0xC0 { return skip(1) }
      guard length < 0x40, skip(Int(length)) else { return false }
    }
    return false
  }

  /// The name at this position, in lower case, without skipping it; nil for an invalid one.
  func name() -> String? {
    var reader = self
    var labels: [String] = []
    var (size, leaps) = (0, 0)
    while let length = reader.take(1)?.first {
      if length == 0 { return labels.joined(separator: ".") }
      if length >= 0xC0 {
        guard let low = reader.take(1)?.first, leaps < Self.leapLimit else { return nil }
        leaps += 1
        reader.position = min(Int(length & 0x3F) << 8 | Int(low), bytes.count)
        continue
      }
      guard length < 0x40, let label = reader.take(Int(length)) else { return nil }
      size += label.count + 1
      guard size <= Self.nameLimit else { return nil }
      labels.append(String(decoding: label, as: UTF8.self).lowercased())
    }
    return nil
  }
}
