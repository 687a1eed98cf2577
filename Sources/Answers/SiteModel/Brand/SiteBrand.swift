import Cryptography
package import WebSyntax

package struct SiteBrand: Sendable {
  /// The name shown on every page instead of the site's title; nil shows the title.
  package var name: String?
  /// The site's own icon; nil for one that Keiro draws.
  package var icon: IconImage?
  /// The colour of buttons and links; nil for Keiro's own.
  package var accent: WebColor?
  /// The accent of dark pages; nil derives it from `accent`.
  package var accentDark: WebColor?

  package init() {}
}

/// A picture for icons whose kind has been checked.
package struct IconImage: Equatable, Sendable {
  /// The image formats that every browser shows as an icon.
  package enum Kind: String, Sendable {
    case png, svg

    package var contentType: String {
      switch self {
      case .png: "image/png"
      case .svg: "image/svg+xml"
      }
    }
  }

  package let kind: Kind
  package let bytes: [UInt8]

  /// The limit in bytes, enough for any icon and small enough to be held in memory.
  package static let byteLimit = 256 * 1024
  private static let pixels = 32...1024

  /// The reason why bytes are not accepted as an icon, for the author of the configuration.
  package struct Fault: Error {
    /// One sentence without a capital or a full stop.
    package let message: String
  }

  /// Accepts a square PNG or an SVG.
  package init(_ bytes: [UInt8]) throws(Fault) {
    guard bytes.count <= Self.byteLimit else {
      throw Fault(message: "has \(bytes.count) bytes: expected at most \(Self.byteLimit)")
    }
    if let size = Self.pngSize(bytes) {
      guard size.width == size.height, Self.pixels.contains(size.width) else {
        throw Fault(
          message: "has \(size.width) x \(size.height) pixels: expected a square of "
            + "\(Self.pixels.lowerBound) to \(Self.pixels.upperBound)")
      }
      kind = .png
    } else if Self.isSVG(bytes) {
      kind = .svg
    } else {
      throw Fault(message: "is neither a PNG nor an SVG")
    }
    self.bytes = bytes
  }

  /// The sizes for a web app manifest: width and height of a PNG; an SVG has any.
  package var sizes: String {
    Self.pngSize(bytes).map { "\($0.width)x\($0.height)" } ?? "any"
  }

  init(drawn svg: String) {
    kind = .svg
    bytes = Array(svg.utf8)
  }

  /// Returns the size in the first chunk (PNG, third edition, sections 5.2 and 11.2.1); nil for
  /// other files.
  private static func pngSize(_ bytes: [UInt8]) -> (width: Int, height: Int)? {
    let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    guard bytes.count >= 24, bytes.starts(with: signature),
      bytes[12..<16].elementsEqual("IHDR".utf8)
    else { return nil }
    func number(_ range: Range<Int>) -> Int { bytes[range].reduce(0) { $0 << 8 | Int($1) } }
    return (number(16..<20), number(20..<24))
  }

  /// Whether the root element is `svg`, after any XML declaration, comments and document type.
  private static func isSVG(_ bytes: [UInt8]) -> Bool {
    guard var rest = String(validating: bytes, as: UTF8.self)?[...] else { return false }
    while let open = rest.firstIndex(of: "<") {
      rest = rest[open...]
      if rest.hasPrefix("<svg") { return true }
      let end = rest.hasPrefix("<!--") ? "-->" : ">"
      guard rest.hasPrefix("<?") || rest.hasPrefix("<!"), let close = rest.firstRange(of: end)
      else { return false }
      rest = rest[close.upperBound...]
    }
    return false
  }
}

/// A site's icon at an address that changes with the picture, so that caches may keep it forever.
package struct SiteIcon: Sendable {
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
  private static func monogram(_ name: String, color: WebColor?) -> IconImage {
    let color = color ?? .standardAccent
    let ink =
      color.contrast(with: .white) >= color.contrast(with: .black)
      ? WebColor.white : WebColor.black
    let letter = name.first { $0.isLetter || $0.isNumber }.map { $0.uppercased() } ?? "K"
    return IconImage(
      drawn: "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 64 64\">"
        + "<rect width=\"64\" height=\"64\" rx=\"14\" fill=\"\(color)\"/>"
        + "<text x=\"32\" y=\"45\" font-family=\"system-ui,sans-serif\" font-size=\"36\" "
        + "font-weight=\"600\" text-anchor=\"middle\" fill=\"\(ink)\">\(HTMLText.escape(letter))"
        + "</text></svg>\n")
  }
}

extension WebColor {
  package static let standardAccent = WebColor("#0a5bd0") ?? .black
  package static let standardAccentDark = WebColor("#7ab4ff") ?? .white
}
