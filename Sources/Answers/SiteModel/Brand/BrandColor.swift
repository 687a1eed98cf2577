import WebSyntax

/// A colour of a site's pages in the sRGB colour space; each component is 0 to 255.
package struct BrandColor: Hashable, Sendable {
  package let red: UInt8
  package let green: UInt8
  package let blue: UInt8

  package static let black = BrandColor(red: 0, green: 0, blue: 0)
  package static let white = BrandColor(red: 255, green: 255, blue: 255)

  private init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
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

  /// The relative luminance from 0, black, to 1, white (WCAG 2.2, relative luminance).
  private var luminance: Double {
    func linear(_ value: UInt8) -> Double {
      let part = Double(value) / 255
      // The exponent 2.4 as 12/5, since fractional powers need a mathematics library.
      return part <= 0.04045 ? part / 12.92 : Self.fifthRootOfTwelfthPower((part + 0.055) / 1.055)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  /// Solves y⁵ = x¹² by Newton's method, with x from 0 to 1.
  private static func fifthRootOfTwelfthPower(_ x: Double) -> Double {
    let squared = x * x
    let fourth = squared * squared
    let power = fourth * fourth * fourth
    var root = 1.0
    for _ in 0..<40 {
      let rootFourth = root * root * root * root
      guard rootFourth > 0 else { return 0 }
      root -= (root * rootFourth - power) / (5 * rootFourth)
    }
    return root
  }

  /// Returns the contrast from 1, no difference, to 21, black on white (WCAG 2.2, contrast ratio).
  package func contrast(with other: BrandColor) -> Double {
    let (one, two) = (luminance, other.luminance)
    return (max(one, two) + 0.05) / (min(one, two) + 0.05)
  }

  /// Returns the nearest colour toward black or white that reaches a contrast with a background.
  package func adjusted(toward end: BrandColor, contrast: Double, on background: BrandColor)
    -> BrandColor
  {
    for step in 0...20 {
      let color = mixed(with: end, twentieths: step)
      if color.contrast(with: background) >= contrast { return color }
    }
    return end
  }

  private func mixed(with other: BrandColor, twentieths: Int) -> BrandColor {
    func mix(_ one: UInt8, _ two: UInt8) -> UInt8 {
      UInt8(clamping: (Int(one) * (20 - twentieths) + Int(two) * twentieths) / 20)
    }
    return BrandColor(
      red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
  }
}

extension BrandColor: CustomStringConvertible {
  package var description: String {
    "#" + Hexadecimal.text([red, green, blue])
  }
}
