import AppAssociation
import Service
import WebSyntax

/// Writes a page into memory of a fixed size. Bytes that do not fit are dropped, and `isFull` is
/// set.
///
/// An array checks at each append whether it is unique and large enough, which for the many small
/// parts of a page costs more than copying them.
struct PageWriter {
  private let start: UnsafeMutablePointer<UInt8>?
  private(set) var count = 0
  private let capacity: Int
  private(set) var isFull = false

  private init(_ memory: UnsafeMutableBufferPointer<UInt8>) {
    start = memory.baseAddress
    capacity = memory.count
  }

  /// Returns the bytes that `write` writes.
  ///
  /// - Parameter expected: the usual number of bytes; a longer page is written again into more
  ///   memory.
  static func bytes(expected: Int, write: (inout PageWriter) -> Void) -> [UInt8] {
    var capacity = expected
    while true {
      var isFull = false
      let page = [UInt8](unsafeUninitializedCapacity: capacity) { memory, count in
        var writer = PageWriter(memory)
        write(&writer)
        count = writer.count
        isFull = writer.isFull
      }
      if !isFull { return page }
      capacity = capacity * 2 + 64
    }
  }

  mutating func append(_ byte: UInt8) {
    guard count < capacity, let start else { return isFull = true }
    (start + count).initialize(to: byte)
    count &+= 1
  }

  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let source = bytes.baseAddress, !bytes.isEmpty else { return }
    guard bytes.count <= capacity &- count, let start else { return isFull = true }
    (start + count).initialize(from: source, count: bytes.count)
    count &+= bytes.count
  }

  mutating func append(_ bytes: Span<UInt8>) {
    bytes.withUnsafeBufferPointer { append($0) }
  }

  mutating func append(_ text: StaticString) {
    append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  mutating func append(again range: Range<Int>) {
    guard let start, range.upperBound <= count else { return }
    append(UnsafeBufferPointer(start: start + range.lowerBound, count: range.count))
  }

  mutating func remove(behind count: Int) {
    self.count = min(count, self.count)
  }

  /// The bytes after an offset; valid until the next write.
  func written(behind count: Int) -> UnsafeBufferPointer<UInt8> {
    guard let start, count < self.count else { return UnsafeBufferPointer(start: nil, count: 0) }
    return UnsafeBufferPointer(start: start + count, count: self.count - count)
  }
}

/// The escaping of a request's bytes for a certain position in a page.
///
/// Bytes are checked one by one and copied in runs, from the request to the page without a string
/// in between.
struct ByteEscaping: Sendable {
  /// Whether a byte becomes an escape. Others that mean something in HTML become references.
  private let encodes: @Sendable (UInt8) -> Bool
  /// What follows the `%` of an escape, as often as that is encoded itself.
  private let again: StaticString
  /// One bit per byte value, set if the byte must be escaped.
  private let escaped: InlineArray<4, UInt64>

  private init(again: StaticString = "", _ encodes: @escaping @Sendable (UInt8) -> Bool) {
    self.encodes = encodes
    self.again = again
    var escaped = InlineArray<4, UInt64>(repeating: 0)
    for byte in UInt8.min...UInt8.max where encodes(byte) || HTMLText.reference(byte) != nil {
      escaped[Int(byte >> 6)] |= 1 << UInt64(byte & 63)
    }
    self.escaped = escaped
  }

  /// Text between tags and in attributes.
  static let html = ByteEscaping { _ in false }
  /// A part of a URL in an attribute.
  static let addressInHTML = ByteEscaping { PercentCoding.isUnsafe($0) }
  /// A part of the URL in the banner's `app-argument`.
  static let bannerArgument = ByteEscaping { SmartAppBanner.isUnsafe($0) }

  /// A whole component of a URL, encoded into the query of another.
  static let component = ByteEscaping { !PercentCoding.isUnreserved($0) }
  /// A whole component of a URL, encoded into a query that is itself an item of a query.
  static let componentTwice = ByteEscaping(again: "25") { !PercentCoding.isUnreserved($0) }
  /// The same, inside an address that is itself an item of another address.
  static let componentThrice = ByteEscaping(again: "2525") { !PercentCoding.isUnreserved($0) }

  private func escapes(_ byte: UInt8) -> Bool {
    escaped[Int(byte >> 6)] &>> UInt64(byte & 63) & 1 == 1
  }

  func append(_ bytes: Span<UInt8>, to page: inout PageWriter) {
    var start = 0
    for index in bytes.indices where escapes(bytes[index]) {
      page.append(bytes.extracting(start..<index))
      appendEscaped(bytes[index], to: &page)
      start = index + 1
    }
    page.append(bytes.extracting(start..<bytes.count))
  }

  func append(_ byte: UInt8, to page: inout PageWriter) {
    if escapes(byte) { appendEscaped(byte, to: &page) } else { page.append(byte) }
  }

  private func appendEscaped(_ byte: UInt8, to page: inout PageWriter) {
    if encodes(byte) {
      page.append(UInt8(ascii: "%"))
      page.append(again)
      page.append(Hexadecimal.upperDigit(byte >> 4))
      page.append(Hexadecimal.upperDigit(byte))
    } else if let reference = HTMLText.reference(byte) {
      page.append(reference)
    }
  }
}

/// A capture in readable form.
///
/// The path is untrusted and may contain anything, such as characters that reverse the text
/// direction. A capture without special characters is decoded directly into the page; any other
/// goes through strings, as all untrusted text does.
enum CaptureText {
  /// Appends the capture percent-decoded, in one line, truncated, and escaped for HTML; undecoded
  /// when it is not UTF-8 or an escape is broken.
  static func append(_ capture: Span<UInt8>, to page: inout PageWriter) {
    let start = page.count
    if appendOrdinary(capture, to: &page), isOrdinary(page.written(behind: start).span) { return }
    page.remove(behind: start)
    let written = capture.withUnsafeBufferPointer { Array($0) }
    let text = PercentCoding.decodeLossy(written[...])
    var html = HTMLText.escape(VisibleText.line(text, limit: VisibleText.descriptionLimit) ?? "")
    html.withUTF8 { page.append($0) }
  }

  /// Appends a capture; false when it has a broken escape or a control character or is too long.
  /// UTF-8 is not checked.
  private static func appendOrdinary(_ capture: Span<UInt8>, to page: inout PageWriter) -> Bool {
    var scalars = 0
    var index = 0
    while index < capture.count {
      var byte = capture[index]
      index &+= 1
      if byte == UInt8(ascii: "%") {
        guard let escaped = PercentCoding.escapedByte(capture, at: index) else { return false }
        byte = escaped
        index &+= 2
      }
      guard byte >= 0x20, byte != 0x7F else { return false }
      if !isContinuation(byte) { scalars &+= 1 }
      if let reference = HTMLText.reference(byte) {
        page.append(reference)
      } else {
        page.append(byte)
      }
    }
    return scalars <= VisibleText.descriptionLimit
  }

  /// Whether a text without control characters equals its line of visible text: it is UTF-8, has no
  /// hidden characters, and no space at either end that would be removed.
  private static func isOrdinary(_ text: Span<UInt8>) -> Bool {
    guard !text.isEmpty else { return true }
    guard text[0] != 0x20, text[text.count - 1] != 0x20 else { return false }
    guard text.indices.contains(where: { text[$0] >= 0x80 }) else { return true }
    guard let characters = try? UTF8Span(validating: text) else { return false }
    var scalars = characters.makeUnicodeScalarIterator()
    while let scalar = scalars.next() {
      if VisibleText.isHidden(scalar) || VisibleText.isSpace(scalar) { return false }
    }
    return true
  }

  private static func isContinuation(_ byte: UInt8) -> Bool {
    byte & 0xC0 == 0x80
  }
}
