import LinkStorage

/// A row of the log: clicks of one batch, by the ascending numbers of their links.
///
/// The format: the version; the number of kinds; each kind's hour, flags (1 for bots, 2 for traits),
/// platform, referrer and outcome and, with traits, rule, language, country and way, each text preceded
/// by its length; then, up to the end, each sum's distance of its link from the preceding one, index of
/// its kind, and count. Numbers are in LEB128, hours in zigzag encoding. An ordinary sum takes three
/// bytes.
struct ClickRow: Equatable {
  struct Sum: Equatable {
    /// The number of the counted link.
    var link: Int
    /// The index in `kinds`.
    var kind: Int
    var count: Int
  }

  /// The unique kinds of this row's sums.
  var kinds: [ClickKind]
  var sums: [Sum]

  /// Rows without traits are written in the format of the log's first release.
  private static let versions: (plain: UInt8, current: UInt8) = (1, 2)
  private static let botMark: UInt8 = 1
  private static let traitsMark: UInt8 = 2
}

extension ClickRow {
  /// - Parameters:
  ///   - sums: the sums, in ascending order of their links, with indexes into `kinds`.
  ///   - kinds: the kinds, which may include those of other rows.
  init(_ sums: ArraySlice<Sum>, of kinds: [ClickKind]) {
    var indexes: [Int: Int] = [:]
    self.init(kinds: [], sums: [])
    self.sums.reserveCapacity(sums.count)
    var last: (kind: Int, index: Int)?
    for sum in sums {
      var index = last?.kind == sum.kind ? last?.index : indexes[sum.kind]
      if index == nil {
        index = self.kinds.count
        self.kinds.append(kinds[sum.kind])
        indexes[sum.kind] = index
      }
      guard let index else { continue }
      last = (sum.kind, index)
      self.sums.append(Sum(link: sum.link, kind: index, count: sum.count))
    }
  }

  var bytes: [UInt8] {
    let hasTraits = kinds.contains { $0.traits != .none }
    var bytes: [UInt8] = [hasTraits ? Self.versions.current : Self.versions.plain]
    bytes.reserveCapacity(16 + kinds.count * 32 + sums.count * 4)
    bytes.append(number: UInt64(kinds.count))
    for kind in kinds {
      bytes.append(signed: kind.hour)
      let traits = kind.traits
      bytes.append((kind.isBot ? Self.botMark : 0) | (traits == .none ? 0 : Self.traitsMark))
      let names =
        traits == .none ? [] : [traits.rule, traits.language, traits.country, traits.way]
      for text in [kind.platform, kind.referrerHost, kind.outcome] + names {
        bytes.append(number: UInt64(text.utf8.count))
        bytes.append(contentsOf: text.utf8)
      }
    }
    var link = 0
    for sum in sums {
      bytes.append(number: UInt64(bitPattern: Int64(sum.link &- link)))
      bytes.append(number: UInt64(sum.kind))
      bytes.append(number: UInt64(bitPattern: Int64(sum.count)))
      link = sum.link
    }
    return bytes
  }

  /// - Throws: an error for invalid bytes, and for those of a newer program.
  init(_ bytes: [UInt8]) throws(LinkStoreError) {
    guard let version = bytes.first else { throw Self.damaged }
    guard (Self.versions.plain...Self.versions.current).contains(version) else {
      throw LinkStoreError(
        .foreign,
        "waiting clicks were written by another keiro: expected version "
          + "\(Self.versions.current), not \(version)", operation: Self.operation)
    }
    var reader = NumberReader(bytes: bytes, position: 1)
    guard let row = Self.row(&reader) else { throw Self.damaged }
    self = row
  }

  /// The row; nil for damaged bytes.
  private static func row(_ reader: inout NumberReader) -> ClickRow? {
    guard let count = reader.count() else { return nil }
    var row = ClickRow(kinds: [], sums: [])
    for _ in 0..<count {
      guard let kind = reader.kind() else { return nil }
      row.kinds.append(kind)
    }
    row.sums.reserveCapacity(reader.rest / 3)
    var link = 0
    while reader.rest > 0 {
      guard let distance = reader.number(), let kind = reader.number(), let sum = reader.number(),
        kind < row.kinds.count, let distance = Int(exactly: distance)
      else { return nil }
      let (next, overflows) = link.addingReportingOverflow(distance)
      guard !overflows else { return nil }
      link = next
      row.sums.append(Sum(link: link, kind: Int(kind), count: Int(Int64(bitPattern: sum))))
    }
    return row
  }

  static var damaged: LinkStoreError {
    LinkStoreError(.corrupt, "waiting clicks are damaged", operation: operation)
  }

  private static let operation = "read click_log.clicks"
}

extension [UInt8] {
  fileprivate mutating func append(number: UInt64) {
    var rest = number
    while rest > 0x7F {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(truncatingIfNeeded: rest))
  }

  fileprivate mutating func append(signed: Int) {
    let number = Int64(signed)
    append(number: UInt64(bitPattern: number << 1 ^ number >> 63))
  }
}

/// Reads a sequence of numbers; nil at the end of the bytes or for an invalid number.
private struct NumberReader {
  let bytes: [UInt8]
  var position: Int

  var rest: Int { bytes.count - position }

  mutating func byte() -> UInt8? {
    guard position < bytes.count else { return nil }
    defer { position += 1 }
    return bytes[position]
  }

  mutating func number() -> UInt64? {
    guard var byte = byte() else { return nil }
    if byte < 0x80 { return UInt64(byte) }
    var number = UInt64(byte & 0x7F)
    var shift: UInt64 = 7
    repeat {
      guard shift < 64, let next = self.byte() else { return nil }
      byte = next
      let part = UInt64(byte & 0x7F)
      guard shift < 63 || part <= 1 else { return nil }
      number |= part << shift
      shift += 7
    } while byte >= 0x80
    return number
  }

  /// A number of items that take at least one byte each.
  mutating func count() -> Int? {
    guard let number = number(), number <= UInt64(rest) else { return nil }
    return Int(number)
  }

  mutating func signed() -> Int? {
    number().map { Int(Int64(bitPattern: $0 >> 1) ^ -Int64(bitPattern: $0 & 1)) }
  }

  mutating func text() -> String? {
    guard let count = count() else { return nil }
    defer { position += count }
    return String(decoding: bytes[position..<position + count], as: UTF8.self)
  }

  mutating func kind() -> ClickKind? {
    guard let hour = signed(), let marks = byte(), marks <= 3, let platform = text(),
      let referrer = text(), let outcome = text()
    else { return nil }
    var kind = ClickKind(
      hour: hour, platform: platform, referrerHost: referrer, outcome: outcome,
      isBot: marks & 1 == 1)
    guard marks & 2 == 2 else { return kind }
    guard let rule = text(), let language = text(), let country = text(), let way = text() else {
      return nil
    }
    kind.traits = ClickTraits(rule: rule, language: language, country: country, way: way)
    return kind
  }
}
