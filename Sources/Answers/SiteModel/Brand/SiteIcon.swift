import Cryptography
import WebSyntax

/// A site's icon at an address that changes with the picture, so that caches may keep it forever.
package struct SiteIcon: Sendable {
  /// The picture that `path` serves.
  package let image: IconImage
  /// The path of the icon, below Keiro's own prefix.
  package let path: String
  /// Whether the picture is the site's own rather than one that Keiro draws.
  package let isOwn: Bool

  /// Returns nil when no digest can be computed.
  init?(_ brand: SiteBrand, name: String) {
    isOwn = brand.icon != nil
    image = brand.icon ?? Self.monogram(name, color: brand.accent)
    guard let digest = SHA256.digest(image.bytes) else { return nil }
    path = "/_keiro/icon-\(Hexadecimal.text(digest.prefix(8))).\(image.kind.rawValue)"
  }

  /// Draws the first letter of a name on the accent colour.
  private static func monogram(_ name: String, color: BrandColor?) -> IconImage {
    let color = color ?? .standardAccent
    let ink =
      color.contrast(with: .white) >= color.contrast(with: .black)
      ? BrandColor.white : BrandColor.black
    let letter = name.first { $0.isLetter || $0.isNumber }.map { $0.uppercased() } ?? "K"
    return IconImage(
      drawn: "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 64 64\">"
        + "<rect width=\"64\" height=\"64\" rx=\"14\" fill=\"\(color)\"/>"
        + "<text x=\"32\" y=\"45\" font-family=\"system-ui,sans-serif\" font-size=\"36\" "
        + "font-weight=\"600\" text-anchor=\"middle\" fill=\"\(ink)\">\(HTMLText.escape(letter))"
        + "</text></svg>\n")
  }
}

extension BrandColor {
  /// The accent of pages without a brand.
  package static let standardAccent = BrandColor("#0a5bd0") ?? .black
  /// The accent of dark pages without a brand.
  package static let standardAccentDark = BrandColor("#7ab4ff") ?? .white
}
