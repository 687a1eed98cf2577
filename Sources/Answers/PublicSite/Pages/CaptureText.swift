import HTTPCore
import Service
import WebSyntax

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

  /// Whether the byte continues a scalar.
  private static func isContinuation(_ byte: UInt8) -> Bool {
    byte & 0xC0 == 0x80
  }
}
