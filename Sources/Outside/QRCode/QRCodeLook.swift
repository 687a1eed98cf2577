package import WebSyntax

package struct QRCodeLook: Hashable, Sendable {
  /// The width of the quiet zone in modules; scanners may rely on four (ISO/IEC 18004, section 9.1).
  package let margin: Int
  package let code: WebColor
  package let ground: WebColor

  package static let margins = 0...16
  /// The minimum difference of reflectance: grade C of ISO/IEC 15415 for the contrast of symbols.
  package static let contrast = 0.4

  /// Black on white, with the margin of the standard.
  package static let plain = QRCodeLook(unchecked: 4, .black, .white)

  private init(unchecked margin: Int, _ code: WebColor, _ ground: WebColor) {
    (self.margin, self.code, self.ground) = (margin, code, ground)
  }

  /// Nil for a margin out of range, and for colors that scanners cannot distinguish: the code has to be
  /// the darker one.
  package init?(margin: Int, code: WebColor, ground: WebColor) {
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

extension WebColor {
  /// The reflectance from 0 to 1; approximates the curve of sRGB by a square.
  fileprivate var reflectance: Double {
    func part(_ value: UInt8) -> Double { Double(value) * Double(value) / 65_025 }
    return 0.2126 * part(red) + 0.7152 * part(green) + 0.0722 * part(blue)
  }
}
