import CDocuments
import Cryptography
import SiteModel
import WebSyntax

/// The style sheet of a site's pages and the policy that allows only this style sheet.
struct PageStyle: Sendable {
  let css: String
  /// Everything is forbidden except this style sheet, pictures over https, and a form to this host.
  let contentSecurityPolicy: String

  /// Nil when libcrypto cannot compute a digest.
  ///
  /// - Parameter withBanner: whether pages may have a banner, whose style sheet is a file of the host.
  init?(_ brand: SiteBrand = SiteBrand(), withBanner: Bool = false) {
    css = Self.rule(":root", brand) + Self.layout
    let file = withBanner ? " 'self'" : ""
    guard let digest = SHA256.digest(Array(css.utf8)) else { return nil }
    contentSecurityPolicy =
      "default-src 'none'; style-src 'sha256-\(Base64.padded.encode(digest))'\(file); "
      + "img-src 'self' https:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
  }

  /// A rule with the colours of a brand as variables, for light and dark pages.
  static func rule(_ selector: String, _ brand: SiteBrand) -> String {
    let light = PageColors(accent: brand.accent ?? .standardAccent, isDark: false)
    let darkAccent = brand.accentDark ?? brand.accent ?? .standardAccentDark
    let dark = PageColors(accent: darkAccent, isDark: true)
    return "\(selector){color-scheme:light dark;\(light.css)}"
      + "@media(prefers-color-scheme:dark){\(selector){\(dark.css)}}"
  }

  /// The layout, in one line: every page has it.
  private static let layout: String = {
    let file = keiro_page_style
    let bytes = UnsafeBufferPointer(start: file.bytes, count: Int(file.count))
    return String(decoding: bytes.filter { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }()
}

/// The colours of pages on one background, readable with any accent: text has a contrast of at
/// least 4.5, and controls have one of at least 3 (WCAG 2.2, 1.4.3 and 1.4.11).
struct PageColors {
  private let accent: WebColor
  private let isDark: Bool

  private static let textContrast = 4.5
  private static let edgeContrast = 3.0

  init(accent: WebColor, isDark: Bool) {
    self.isDark = isDark
    // An accent for light pages may be too dim on dark ones.
    self.accent =
      isDark
      ? accent.adjusted(toward: .white, contrast: Self.edgeContrast, on: Self.card(isDark))
      : accent
  }

  private static func card(_ isDark: Bool) -> WebColor {
    isDark ? WebColor("#1b1b1f") ?? .black : .white
  }

  var css: String {
    let plain =
      isDark
      ? "--ink:#f2f2f5;--soft:#a9a9b0;--paper:#101012;--edge:#85858d;--wrong:#ff9c94"
      : "--ink:#1c1c1e;--soft:#5b5b60;--paper:#f4f4f7;--edge:#85858d;--wrong:#b3261e"
    let card = Self.card(isDark)
    let link = accent.adjusted(
      toward: isDark ? .white : .black, contrast: Self.textContrast, on: card)
    // One of the two always reaches 4.58.
    let on =
      accent.contrast(with: .white) >= Self.textContrast
      ? WebColor.white
      : accent.contrast(with: .black) >= Self.textContrast ? .black : .white
    let rim = accent.contrast(with: card) >= Self.edgeContrast ? "\(accent)" : "var(--edge)"
    return "\(plain);--card:\(card);--accent:\(accent);--on:\(on);--link:\(link);--rim:\(rim)"
  }
}
