import WebSyntax

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
}
