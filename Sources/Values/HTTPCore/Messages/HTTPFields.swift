/// Field lines in their original order, including repeated names.
///
/// The lines are stored as bytes, each `Name: value` with CRLF, so that no strings are built for
/// sending a prepared response or keeping a request.
@usableFromInline package struct HTTPFields: Sendable {
  /// The ranges of one field in `bytes`, which is always far smaller than 4 GiB.
  @usableFromInline package struct Entry: BitwiseCopyable, Sendable {
    private let nameStart, nameCount, valueStart, valueCount: UInt32

    package var nameLength: Int { Int(nameCount) }
    /// The range of the name in `bytes`.
    package var name: Range<Int> { Self.range(nameStart, nameCount) }
    /// The range of the value in `bytes`.
    package var value: Range<Int> { Self.range(valueStart, valueCount) }

    package init(name: Range<Int>, value: Range<Int>) {
      nameStart = UInt32(truncatingIfNeeded: name.lowerBound)
      nameCount = UInt32(truncatingIfNeeded: name.upperBound &- name.lowerBound)
      valueStart = UInt32(truncatingIfNeeded: value.lowerBound)
      valueCount = UInt32(truncatingIfNeeded: value.upperBound &- value.lowerBound)
    }

    private static func range(_ start: UInt32, _ count: UInt32) -> Range<Int> {
      Range(uncheckedBounds: (Int(start), Int(start) + Int(count)))
    }
  }

  /// All lines as sent.
  @usableFromInline package private(set) var bytes: [UInt8]
  /// The fields, in the order of their lines.
  package private(set) var entries: [Entry]
  /// One bit per length of a name: most look-ups are for absent fields and then need no search.
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

  /// Whether a field with that name may exist; false is certain.
  @inlinable @inline(__always)
  package func mayHold(_ name: StaticString) -> Bool {
    nameLengths &>> UInt64(name.utf8CodeUnitCount) & 1 != 0
  }

  /// The value of the first field with that name, ignoring case, as the sent bytes.
  package func first(_ name: StaticString) -> ArraySlice<UInt8>? {
    range(name).map { bytes[$0] }
  }

  /// The range in `bytes` of the value of the first field with that name, ignoring case.
  package func range(_ name: StaticString) -> Range<Int>? {
    guard mayHold(name) else { return nil }
    for entry in entries where matches(entry, name) { return entry.value }
    return nil
  }

  @inlinable @inline(__always)
  func withBytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    bytes.withUnsafeBufferPointer { body(Span(_unsafeElements: $0)) }
  }

  /// The values of all fields with that name, in order.
  package func all(_ name: StaticString) -> [ArraySlice<UInt8>] {
    guard mayHold(name) else { return [] }
    return entries.filter { matches($0, name) }.map { bytes[$0.value] }
  }

  /// The values of all fields with that name joined by `, ` (RFC 9110, section 5.3); nil when there
  /// are none. Invalid UTF-8 is replaced.
  package subscript(_ name: StaticString) -> String? {
    let values = all(name)
    guard !values.isEmpty else { return nil }
    return values.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ", ")
  }

  /// Calls `body` for the value of each field with that name, in order, until it returns true;
  /// returns whether it did. Does not allocate.
  func contains(_ name: StaticString, where body: (Span<UInt8>) -> Bool) -> Bool {
    guard mayHold(name) else { return false }
    for entry in entries where matches(entry, name) {
      if body(bytes.span.extracting(entry.value)) { return true }
    }
    return false
  }

  /// The same in opposite order, the last field first.
  func containsFromEnd(_ name: StaticString, where body: (Span<UInt8>) -> Bool) -> Bool {
    guard mayHold(name) else { return false }
    for entry in entries.reversed() where matches(entry, name) {
      if body(bytes.span.extracting(entry.value)) { return true }
    }
    return false
  }

  private func matches(_ entry: Entry, _ name: StaticString) -> Bool {
    guard entry.nameLength == name.utf8CodeUnitCount else { return false }
    return ByteScan.equals(bytes.span, entry.name, name)
  }
}

// MARK: - For the decoder and responses

extension HTTPFields {
  /// Adds a field whose line is already in `bytes`.
  mutating func append(_ entry: Entry) {
    entries.append(entry)
    nameLengths |= Self.mark(ofLength: entry.nameLength)
  }

  /// Adds bytes without registering a field.
  mutating func append(copying span: Span<UInt8>) {
    bytes.append(copying: span)
  }

  /// Replaces everything, reusing the allocated memory.
  ///
  /// - Parameters:
  ///   - span: the bytes.
  ///   - added: the fields in them.
  ///   - lengths: the marks of the lengths of their names.
  mutating func replaceAll(
    _ span: Span<UInt8>, _ added: UnsafeBufferPointer<Entry>, nameLengths lengths: UInt64
  ) {
    span.withUnsafeBufferPointer { bytes.replaceSubrange(0..<bytes.count, with: $0) }
    entries.replaceSubrange(0..<entries.count, with: added)
    nameLengths = lengths
  }

  /// The bit for the length of a name.
  @inline(__always)
  static func mark(ofLength length: Int) -> UInt64 {
    1 &<< UInt64(truncatingIfNeeded: length)
  }

  mutating func removeAll(keepingCapacity: Bool) {
    bytes.removeAll(keepingCapacity: keepingCapacity)
    entries.removeAll(keepingCapacity: keepingCapacity)
    nameLengths = 0
  }

  /// Holds only the bytes of a prepared response, in which fields are never looked up.
  init(unsearched bytes: [UInt8]) {
    self.init()
    self.bytes = bytes
  }

  /// Parses field lines in the form written by `append`.
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
}

/// A field line whose name is a token and whose value has no control characters (RFC 9110, sections
/// 5.1 and 5.5).
package struct HTTPField: Equatable, Sendable {
  /// The name in its original case; comparisons ignore case.
  package let name: String
  /// The value without surrounding white space.
  package let value: String

  /// Creates a field; nil if the name is not a token, or the value has a control character other than a
  /// tab, or begins or ends with white space.
  package init?(_ name: String, _ value: String) {
    guard !name.isEmpty, name.utf8.allSatisfy(HTTPSyntax.isToken) else { return nil }
    guard value.utf8.allSatisfy(HTTPSyntax.isFieldValue) else { return nil }
    if let first = value.utf8.first, HTTPSyntax.isSpace(first) { return nil }
    if let last = value.utf8.last, HTTPSyntax.isSpace(last) { return nil }
    self.name = name
    self.value = value
  }
}

extension HTTPFields {
  /// Creates fields from pairs; a value that is invalid in a field is left out rather than sent broken.
  package init(_ pairs: KeyValuePairs<String, String>) {
    self.init()
    for (name, value) in pairs {
      if let field = HTTPField(name, value) { append(field) }
    }
  }

  /// Adds a field at the end; an invalid one is left out.
  package mutating func append(_ name: String, _ value: String) {
    if let field = HTTPField(name, value) { append(field) }
  }

  /// Adds a field name to Vary, all in one line: nginx before 1.23 reads only the last line.
  package mutating func vary(by name: String) {
    guard let known = self["Vary"] else { return append("Vary", name) }
    self = without("Vary")
    append("Vary", known + ", " + name)
  }

  /// Replaces all fields of that name by one at the end.
  package mutating func set(_ name: StaticString, _ value: String) {
    self = without(name)
    append("\(name)", value)
  }

  private func without(_ name: StaticString) -> HTTPFields {
    var fields = HTTPFields()
    for entry in entries where !ByteScan.isExactly(bytes.span, entry.name, name) {
      fields.append(
        String(decoding: bytes[entry.name], as: UTF8.self),
        String(decoding: bytes[entry.value], as: UTF8.self))
    }
    return fields
  }
}
