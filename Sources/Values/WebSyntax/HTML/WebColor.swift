/// A colour of pages and pictures in the sRGB colour space; each component is 0 to 255.
package struct WebColor: Hashable, Sendable {
  package let red, green, blue: UInt8

  package static let black = WebColor(red: 0, green: 0, blue: 0)
  package static let white = WebColor(red: 255, green: 255, blue: 255)

  package init(red: UInt8, green: UInt8, blue: UInt8) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }

  /// Returns nil unless the text is `#` followed by three or six hexadecimal digits.
  package init?(_ text: String) {
    guard text.utf8.first == UInt8(ascii: "#") else { return nil }
    let digits = text.utf8.dropFirst().compactMap { Hexadecimal.value(of: $0) }
    guard digits.count == text.utf8.count - 1 else { return nil }
    switch digits.count {
    case 3: self.init(red: digits[0] * 17, green: digits[1] * 17, blue: digits[2] * 17)
    case 6:
      self.init(
        red: digits[0] << 4 | digits[1], green: digits[2] << 4 | digits[3],
        blue: digits[4] << 4 | digits[5])
    default: return nil
    }
  }
}

extension WebColor: CustomStringConvertible {
  /// The colour as SVG, style sheets and forms have it, such as `#0a5bd0`.
  package var description: String { "#" + Hexadecimal.text([red, green, blue]) }
}
