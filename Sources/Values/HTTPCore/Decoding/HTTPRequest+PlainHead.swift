extension HTTPRequest.Storage {
  /// The maximum number of fields; a head with more is read line by line.
  private static let plainFields = 32

  /// Reads a head in place and copies it once, if the input begins with the complete head and it has no
  /// special cases.
  ///
  /// Nearly every head qualifies, and this takes a fraction of the time of reading line by line. It
  /// makes no decisions: heads that are not plain, or that must be rejected, are left untouched for
  /// the line-by-line path, so that there is one place that rejects.
  ///
  /// Replaces the data of an earlier request in the storage.
  ///
  /// - Returns: the length of the head, which is read up to `finishHead`; nil if it is not plain, in
  ///   which case the storage is empty.
  func readPlainHead(_ bytes: Span<UInt8>, _ limits: HTTPLimits) -> Int? {
    head = RequestHead()
    framing = BodyFraming()
    let fieldsStart = readPlainRequestLine(bytes, limits)
    let end = fieldsStart.flatMap { readPlainFields(bytes, from: $0, limits) }
    guard let end else {
      head = RequestHead()
      framing = BodyFraming()
      fields.removeAll(keepingCapacity: true)
      return nil
    }
    return end
  }

  /// Reads the request line and returns the start of the next line; nil if this one is not plain.
  private func readPlainRequestLine(_ bytes: Span<UInt8>, _ limits: HTTPLimits) -> Int? {
    var mark: Int?
    guard head.parseMethodAndTarget(bytes, 0..<bytes.count, limits, &mark) == nil else {
      return nil
    }
    let version = head.target.upperBound &+ 1
    let end = version &+ RequestHead.versionBytes
    guard Self.isLineEnd(bytes, end), head.parseVersion(bytes, version..<end) == nil,
      head.parseTarget(bytes, mark) == nil
    else { return nil }
    return end &+ 2
  }

  /// Reads the field lines, copies the head and returns its end; nil if a line is not plain.
  private func readPlainFields(
    _ bytes: Span<UInt8>, from fieldsStart: Int, _ limits: HTTPLimits
  ) -> Int? {
    let limit = min(limits.headerFields, Self.plainFields)
    return withUnsafeTemporaryAllocation(of: HTTPFields.Entry.self, capacity: Self.plainFields) {
      var start = fieldsStart
      var nameLengths: UInt64 = 0
      let slots = UnsafeMutableBufferPointer(rebasing: $0[..<limit])
      let count = Self.readPlainFields(bytes, &start, into: slots, &nameLengths, &framing)
      // The empty line, or the beginning of a line that is not plain.
      let end = start &+ 2
      guard Self.isLineEnd(bytes, start), end &- fieldsStart <= limits.headerBytes else {
        return nil
      }
      let entries = UnsafeBufferPointer(rebasing: slots[..<count])
      fields.replaceAll(bytes.extracting(0..<end), entries, nameLengths: nameLengths)
      return end
    }
  }

  /// Reads field lines up to the first one that is not plain: one function without calls, so that
  /// its state stays in registers.
  ///
  /// - Parameters:
  ///   - bytes: the bytes of the head.
  ///   - position: the start of the first line; then the start of the line after the last one read.
  ///   - slots: receives the fields from its beginning.
  ///   - nameLengths: receives the marks of the lengths of the names.
  ///   - framing: takes note of the fields.
  /// - Returns: the number of fields.
  private static func readPlainFields(
    _ bytes: Span<UInt8>, _ position: inout Int,
    into slots: UnsafeMutableBufferPointer<HTTPFields.Entry>, _ nameLengths: inout UInt64,
    _ framing: inout BodyFraming
  ) -> Int {
    var start = position
    var lengths = nameLengths
    var count = 0
    while count < slots.count, start < bytes.count, bytes[start] != 0x0D {
      let nameEnd = ByteScan.tokenEnd(in: bytes, start..<bytes.count)
      guard nameEnd > start, nameEnd < bytes.count, bytes[nameEnd] == UInt8(ascii: ":") else {
        break
      }
      let lineEnd = ByteScan.valueEnd(in: bytes, (nameEnd &+ 1)..<bytes.count)
      guard isLineEnd(bytes, lineEnd) else { break }
      let value = ByteScan.trimmed(bytes, (nameEnd &+ 1)..<lineEnd)
      let entry = HTTPFields.Entry(name: start..<nameEnd, value: value)
      if BodyFraming.mayHeed(nameEnd &- start, bytes[start]) {
        guard framing.note(bytes, entry) == nil else { break }
      }
      slots.initializeElement(at: count, to: entry)
      count &+= 1
      lengths |= HTTPFields.mark(ofLength: nameEnd &- start)
      start = lineEnd &+ 2
    }
    position = start
    nameLengths = lengths
    return count
  }

  /// Whether CR and LF are at an index.
  @inline(__always)
  private static func isLineEnd(_ bytes: Span<UInt8>, _ index: Int) -> Bool {
    guard index >= 0, index <= bytes.count &- 2 else { return false }
    let lineEnd = bytes.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt16.self)
    return UInt16(littleEndian: lineEnd) == 0x0A0D
  }
}
