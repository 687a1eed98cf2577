extension [UInt8] {
  /// Appends a copy of the bytes.
  mutating func append(copying bytes: Span<UInt8>) {
    bytes.withUnsafeBufferPointer { append(contentsOf: $0) }
  }

  /// Appends the text.
  mutating func append(_ text: StaticString) {
    append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Appends a Content-Length line.
  mutating func append(contentLength count: Int) {
    append("Content-Length: ")
    append(decimal: count)
    append("\r\n")
  }

  /// Appends the number in decimal digits.
  mutating func append(decimal number: Int) {
    // Written from the last digit into separate storage, since reversing a part of an array copies
    // it.
    var digits = InlineArray<20, UInt8>(repeating: UInt8(ascii: "0"))
    var magnitude = number.magnitude
    var start = digits.count
    repeat {
      start -= 1
      digits[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: magnitude % 10)
      magnitude /= 10
    } while magnitude > 0
    if number < 0 { append(UInt8(ascii: "-")) }
    append(copying: digits.span.extracting(start..<digits.count))
  }

  /// Appends the number in hexadecimal digits.
  mutating func append(hexadecimal number: Int) {
    append(contentsOf: String(number, radix: 16).utf8)
  }

  /// Appends the number in decimal digits, padded with zeros to the width.
  mutating func append(decimal number: Int, width: Int) {
    var threshold = 10
    for _ in 1..<Swift.max(width, 1) {
      if number < threshold { break }
      threshold = threshold &* 10
    }
    append(decimal: number)
  }
}
