package import WebSyntax

/// The contrast of a colour of pages with another.
extension WebColor {
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
  package func contrast(with other: WebColor) -> Double {
    let (one, two) = (luminance, other.luminance)
    return (max(one, two) + 0.05) / (min(one, two) + 0.05)
  }

  /// Returns the nearest colour toward black or white that reaches a contrast with a background.
  package func adjusted(toward end: WebColor, contrast: Double, on background: WebColor)
    -> WebColor
  {
    for step in 0...20 {
      let color = mixed(with: end, twentieths: step)
      if color.contrast(with: background) >= contrast { return color }
    }
    return end
  }

  private func mixed(with other: WebColor, twentieths: Int) -> WebColor {
    func mix(_ one: UInt8, _ two: UInt8) -> UInt8 {
      UInt8(clamping: (Int(one) * (20 - twentieths) + Int(two) * twentieths) / 20)
    }
    return WebColor(
      red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
  }
}
