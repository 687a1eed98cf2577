import Cryptography
import SiteModel

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

  private static let layout = """
    *{box-sizing:border-box}\
    body{margin:0;min-height:100vh;min-height:100dvh;display:grid;place-items:center;padding:1.5rem;\
    background:var(--paper);color:var(--ink);\
    font:1.0625rem/1.55 system-ui,-apple-system,"Segoe UI","Hiragino Sans","Noto Sans CJK JP",\
    "Noto Sans",sans-serif;overflow-wrap:anywhere}\
    main{width:100%;max-width:30rem;background:var(--card);border-radius:1.25rem;padding:2rem;\
    box-shadow:0 1px 2px #0001,0 12px 40px #0001}\
    .wide{max-width:46rem}\
    .site{display:flex;align-items:center;gap:.75rem;min-height:2.75rem;margin:0 0 1.25rem;\
    color:var(--ink);font-weight:600;text-decoration:none}\
    .site img{flex:none;width:2.75rem;height:2.75rem;border-radius:.65rem}\
    h1{margin:0 0 .75rem;font-size:1.5rem;line-height:1.3}\
    h1,figcaption{text-wrap:balance}\
    h1,p,figcaption,summary{word-break:auto-phrase}\
    h2{margin:2rem 0 .5rem;font-size:1.125rem}\
    p{margin:0 0 1rem;text-wrap:pretty}\
    .button~p{margin-top:1rem}\
    code{font-size:.875em}\
    small{color:var(--soft);font-size:.875em}\
    p:last-child{margin-bottom:0}\
    .picture{display:block;width:100%;height:auto;aspect-ratio:1200/630;object-fit:cover;\
    background:var(--paper);border-radius:.75rem;margin:0 0 1.25rem}\
    .soft{color:var(--soft);font-size:.9375rem}\
    .button{display:block;width:100%;min-height:3.25rem;\
    margin:1.5rem 0 0;padding:.75rem 1rem;border:1px solid var(--rim);border-radius:.9rem;\
    background:var(--accent);color:var(--on);font:inherit;font-weight:600;text-align:center;\
    text-decoration:none;cursor:pointer}\
    .button+.button{margin-top:.75rem}\
    .quiet{background:none;border-color:var(--edge);color:var(--link)}\
    .plain{display:flex;align-items:center;justify-content:center;min-height:2.75rem;\
    margin:.75rem 0 0;font-weight:600}\
    summary{margin:1rem 0 0;padding:.6rem 0;color:var(--link);font-weight:600;cursor:pointer}\
    summary+.button{margin-top:.25rem}\
    .code{margin:1rem 0;font-size:2.25rem;font-weight:700;letter-spacing:.2em;text-align:center;\
    font-variant-numeric:tabular-nums}\
    [hidden]{display:none}\
    .stores+.button,form .quiet{margin-top:.75rem}\
    form input[type=hidden]{display:none}\
    .wrong{color:var(--wrong);font-weight:600}\
    .stores{display:flex;flex-wrap:wrap;gap:.75rem;margin:1.5rem 0 0}\
    .button+.stores{margin-top:.75rem}\
    .badge{display:flex;flex:1 1 12.5rem;align-items:center;justify-content:center;gap:.5rem;\
    min-height:3.25rem;padding:.5rem .75rem;border-radius:.9rem;background:var(--ink);\
    color:var(--card);font-size:.9375rem;font-weight:600;line-height:1.25;text-decoration:none}\
    .badge span{min-width:0}\
    .badge svg{flex:none;width:1.5rem;height:1.5rem;fill:none;stroke:currentColor;stroke-width:2;\
    stroke-linecap:round;stroke-linejoin:round}\
    .qr{display:flex;flex-wrap:wrap;align-items:center;gap:1rem 1.25rem;margin:1.5rem 0 0}\
    .qr img{flex:none;width:10rem;height:10rem;border:1px solid var(--edge);\
    border-radius:.75rem;background:#fff}\
    .qr figcaption{flex:1 1 9rem;font-weight:600}\
    @media(pointer:coarse){.pointer{display:none}}\
    @media not all and (pointer:coarse){.touch{display:none}}\
    a{color:var(--link)}\
    a:focus-visible,button:focus-visible,input:focus-visible,summary:focus-visible{\
    outline:3px solid var(--link);outline-offset:3px}\
    label{display:block;font-weight:600}\
    input{display:block;width:100%;min-height:3rem;margin-top:.35rem;padding:.6rem .8rem;\
    font:inherit;color:inherit;background:var(--card);border:1px solid var(--edge);\
    border-radius:.7rem}\
    dl{margin:0;font-size:.9375rem}\
    dl div{padding:.6rem 0;border-top:1px solid var(--edge)}\
    dt{font-weight:600}\
    dd{margin:0}\
    @media(min-width:36rem){dl div{display:grid;grid-template-columns:32% 1fr;gap:.75rem}}\
    @media(max-width:24rem){body{padding:.75rem}main{padding:1.25rem}h1{font-size:1.3125rem}\
    .button{padding-inline:.5rem;font-size:1rem}}\
    @media(min-width:22.5rem){.button:not([dir]),.badge span{overflow:hidden;text-overflow:ellipsis;\
    white-space:nowrap}}\
    ol{margin:0 0 1.25rem;padding-left:1.25rem}
    """
}

/// The colours of pages on one background, readable with any accent: text has a contrast of at
/// least 4.5, and controls have one of at least 3 (WCAG 2.2, 1.4.3 and 1.4.11).
struct PageColors {
  private let accent: BrandColor
  private let isDark: Bool

  private static let textContrast = 4.5
  private static let edgeContrast = 3.0

  init(accent: BrandColor, isDark: Bool) {
    self.isDark = isDark
    // An accent for light pages may be too dim on dark ones.
    self.accent =
      isDark
      ? accent.adjusted(toward: .white, contrast: Self.edgeContrast, on: Self.card(isDark))
      : accent
  }

  private static func card(_ isDark: Bool) -> BrandColor {
    isDark ? BrandColor("#1b1b1f") ?? .black : .white
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
      ? BrandColor.white
      : accent.contrast(with: .black) >= Self.textContrast ? .black : .white
    let rim = accent.contrast(with: card) >= Self.edgeContrast ? "\(accent)" : "var(--edge)"
    return "\(plain);--card:\(card);--accent:\(accent);--on:\(on);--link:\(link);--rim:\(rim)"
  }
}
