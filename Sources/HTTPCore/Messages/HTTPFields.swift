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

  package init() {
    bytes = []
    entries = []
  }

  /// - Parameters:
  ///   - bytes: text that holds the field lines; what else it holds is never looked at.
  ///   - entries: where the fields lie in it; the decoder has checked them.
  init(bytes: [UInt8], entries: [Entry]) {
    self.bytes = bytes
    self.entries = entries
  }

  /// Adds a field line at the end.
  package mutating func append(_ field: HTTPField) {
    let nameStart = bytes.count
    bytes += field.name.utf8
    let nameEnd = bytes.count
    bytes += ": ".utf8
    let valueStart = bytes.count
    bytes += field.value.utf8
    entries.append(Entry(name: nameStart..<nameEnd, value: valueStart..<bytes.count))
    bytes += "\r\n".utf8
  }

  /// The value of the first field of that name, case of letters aside, as the bytes that were sent.
  package func first(_ name: StaticString) -> ArraySlice<UInt8>? {
    entries.first { matches($0, name) }.map { bytes[$0.value] }
  }

  /// The values of all fields of that name, in order.
  package func all(_ name: StaticString) -> [ArraySlice<UInt8>] {
    entries.filter { matches($0, name) }.map { bytes[$0.value] }
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
