extension HTTPRequestDecoder {
  /// Reads a head where it lies, if it lies in the input as a whole and nothing is odd about it, and
  /// copies it once.
  ///
  /// Nearly every head is such a one, and this takes a third of what going by lines takes. It
  /// decides nothing: whatever is not plain, and whatever is to be refused, is left to the way by
  /// lines as if nobody had looked at it, so that there is one place that refuses.
  ///
  /// - Returns: whether the head is read, all but `finishHead`; if not, nothing is changed.
  mutating func decodePlainHead(_ input: Span<UInt8>, _ offset: inout Int) -> Bool {
    let bytes = input.extracting(offset..<input.count)
    guard let end = readPlainHead(bytes) else {
      head = RequestHead()
      framing = BodyFraming()
      fields.removeEntries()
      return false
    }
    fields.append(copying: bytes.extracting(0..<end))
    offset += end
    return true
  }

  /// Where the head ends; nil when it is not plain.
  private mutating func readPlainHead(_ bytes: Span<UInt8>) -> Int? {
    guard let line = Self.plainLineEnd(in: bytes, from: 0), line > 0,
      head.parse(bytes, 0..<line, limits) == nil
    else { return nil }
    let fieldsStart = line + 2
    var start = fieldsStart
    while start + 1 < bytes.count {
      if bytes[start] == 0x0D {
        let end = start + 2
        let isPlain = bytes[start + 1] == 0x0A && end - fieldsStart <= limits.headerBytes
        return isPlain ? end : nil
      }
      guard fields.entries.count < limits.headerFields,
        let next = readPlainField(bytes, from: start)
      else { return nil }
      start = next
    }
    return nil
  }

  /// Where the next line begins; nil when this one is not plain.
  private mutating func readPlainField(_ bytes: Span<UInt8>, from start: Int) -> Int? {
    let nameEnd = ByteScan.tokenEnd(in: bytes, start..<bytes.count)
    guard nameEnd > start, nameEnd < bytes.count, bytes[nameEnd] == UInt8(ascii: ":"),
      let lineEnd = Self.plainLineEnd(in: bytes, from: nameEnd + 1)
    else { return nil }
    let value = ByteScan.trimmed(bytes, (nameEnd + 1)..<lineEnd)
    let entry = HTTPFields.Entry(name: start..<nameEnd, value: value)
    fields.append(entry)
    return framing.note(bytes, entry) == nil ? lineEnd + 2 : nil
  }

  /// Where the line ends in CR LF without any other control character, which no value may hold.
  private static func plainLineEnd(in bytes: Span<UInt8>, from index: Int) -> Int? {
    guard let end = ByteScan.control(in: bytes, index..<bytes.count), end + 1 < bytes.count,
      bytes[end] == 0x0D, bytes[end + 1] == 0x0A
    else { return nil }
    return end
  }
}
