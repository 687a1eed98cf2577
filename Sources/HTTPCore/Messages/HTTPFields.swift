/// Field lines in the order they were written, repeated names included.
///
/// The lines are kept as bytes, `Name: value` and CRLF each, so that a ready-made answer is sent
/// and a request is kept without building a string a field.
package struct HTTPFields: Sendable {
  /// Where one field lies in `bytes`.
  package struct Entry: Sendable {
    package let name: Range<Int>
    package let value: Range<Int>

    package init(name: Range<Int>, value: Range<Int>) {
      self.name = name
      self.value = value
    }
  }

  package private(set) var bytes: [UInt8]
  package private(set) var entries: [Entry]
  /// A bit for each length that a name has: most fields that are asked for are not there, and need
  /// no search then.
  @usableFromInline private(set) var nameLengths: UInt64 = 0

  package init() {
    bytes = []
    entries = []
  }

  /// Adds a field line at the end.
  package mutating func append(_ field: HTTPField) {
    let nameStart = bytes.count
    bytes += field.name.utf8
    let nameEnd = bytes.count
    bytes += ": ".utf8
    let valueStart = bytes.count
    bytes += field.value.utf8
    append(Entry(name: nameStart..<nameEnd, value: valueStart..<bytes.count))
    bytes += "\r\n".utf8
  }

  /// Whether there may be a field of that name; no means that there is none.
  @inlinable @inline(__always)
  package func mayHold(_ name: StaticString) -> Bool {
    nameLengths &>> UInt64(name.utf8CodeUnitCount) & 1 != 0
  }

  /// The value of the first field of that name, case of letters aside, as the bytes that were sent.
  package func first(_ name: StaticString) -> ArraySlice<UInt8>? {
    guard mayHold(name) else { return nil }
    for entry in entries where matches(entry, name) { return bytes[entry.value] }
    return nil
  }

  /// The values of all fields of that name, in order.
  package func all(_ name: StaticString) -> [ArraySlice<UInt8>] {
    guard mayHold(name) else { return [] }
    return entries.filter { matches($0, name) }.map { bytes[$0.value] }
  }

  /// The values of all fields of that name joined by `, ` (RFC 9110, section 5.3); nil when there
  /// is none. Bytes that are not UTF-8 are replaced.
  package subscript(_ name: StaticString) -> String? {
    let values = all(name)
    guard !values.isEmpty else { return nil }
    return values.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ", ")
  }

  /// Calls `body` for the value of each field of that name, in order, until it returns true; whether
  /// it did. Nothing is allocated on the way.
  func contains(_ name: StaticString, where body: (Span<UInt8>) -> Bool) -> Bool {
    guard mayHold(name) else { return false }
    for entry in entries where matches(entry, name) {
      if body(bytes.span.extracting(entry.value)) { return true }
    }
    return false
  }

  private func matches(_ entry: Entry, _ name: StaticString) -> Bool {
    guard entry.name.count == name.utf8CodeUnitCount else { return false }
    return ByteScan.equals(bytes.span, entry.name, name)
  }
}

// MARK: - For the decoder and the answers

extension HTTPFields {
  /// Adds a field whose line lies in `bytes`.
  mutating func append(_ entry: Entry) {
    entries.append(entry)
    nameLengths |= 1 &<< UInt64(entry.name.count)
  }

  /// Adds bytes that are no field, or not yet.
  mutating func append(copying span: Span<UInt8>) {
    bytes.append(copying: span)
  }

  mutating func removeAll(keepingCapacity: Bool) {
    bytes.removeAll(keepingCapacity: keepingCapacity)
    entries.removeAll(keepingCapacity: keepingCapacity)
    nameLengths = 0
  }

  /// Bytes alone, of a ready-made answer: nobody looks for a field in them.
  init(unsearched bytes: [UInt8]) {
    self.init()
    self.bytes = bytes
  }

  /// Reads field lines as `append` has written them.
  init(lines: ArraySlice<UInt8>) {
    self.init()
    bytes = Array(lines)
    var start = 0
    while let colon = bytes[start...].firstIndex(of: UInt8(ascii: ":")),
      let end = bytes[colon...].firstIndex(of: 0x0D)
    {
      append(Entry(name: start..<colon, value: (colon + 2)..<end))
      start = end + 2
    }
  }

  /// Forgets the fields, not the bytes.
  mutating func removeEntries() {
    entries.removeAll(keepingCapacity: true)
    nameLengths = 0
  }
}
