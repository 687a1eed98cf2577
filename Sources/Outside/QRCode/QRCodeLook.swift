package struct QRCodeLook: Hashable, Sendable {
  package struct Color: Hashable, Sendable {
    let red, green, blue: UInt8

    fileprivate init(unchecked red: UInt8, _ green: UInt8, _ blue: UInt8) {
      (self.red, self.green, self.blue) = (red, green, blue)
    }

    /// Nil for anything but `#` and six hexadecimal digits.
    package init?(_ text: String) {
      let digits = text.utf8.dropFirst()
      guard text.utf8.first == UInt8(ascii: "#"), digits.count == 6,
        digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
        let number = UInt32(text.dropFirst(), radix: 16)
      else { return nil }
      self.init(
        unchecked: UInt8(number >> 16), UInt8(number >> 8 & 0xff), UInt8(number & 0xff))
    }

    /// The reflectance from 0 to 1; approximates the curve of sRGB by a square.
    var reflectance: Double {
      func part(_ value: UInt8) -> Double { Double(value) * Double(value) / 65_025 }
      return 0.2126 * part(red) + 0.7152 * part(green) + 0.0722 * part(blue)
    }

    /// The color in the notation of SVG and forms.
    package var text: String {
      "#"
        + [red, green, blue].map { value in
          let digits = String(value, radix: 16)
          return digits.count < 2 ? "0" + digits : digits
        }.joined()
    }
  }

  /// The width of the quiet zone in modules; scanners may rely on four (ISO/IEC 18004, section 9.1).
  package let margin: Int
  package let code: Color
  package let ground: Color

  package static let margins = 0...16
  /// The minimum difference of reflectance: grade C of ISO/IEC 15415 for the contrast of symbols.
  package static let contrast = 0.4

  /// Black on white, with the margin of the standard.
  package static let plain = QRCodeLook(
    unchecked: 4, Color(unchecked: 0, 0, 0), Color(unchecked: 255, 255, 255))

  private init(unchecked margin: Int, _ code: Color, _ ground: Color) {
    (self.margin, self.code, self.ground) = (margin, code, ground)
  }

  /// Nil for a margin out of range, and for colors that scanners cannot distinguish: the code has to be
  /// the darker one.
  package init?(margin: Int, code: Color, ground: Color) {
    guard Self.margins.contains(margin),
      ground.reflectance - code.reflectance >= Self.contrast
    else { return nil }
    self.init(unchecked: margin, code, ground)
  }

  /// The same colors with another margin; one out of range becomes the nearest that is allowed.
  package func framed(by margin: Int) -> QRCodeLook {
    let (least, most) = (Self.margins.lowerBound, Self.margins.upperBound)
    return QRCodeLook(unchecked: min(max(margin, least), most), code, ground)
  }
}
