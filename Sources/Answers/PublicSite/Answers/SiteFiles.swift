import Compression
import Cryptography
import HTTPCore
import SiteModel
import WebSyntax

/// The files that Keiro generates for every site.
enum SiteFiles {
  /// The icon of a site; nil when libcrypto cannot compute a digest.
  static func icon(_ icon: SiteIcon, cacheControl: String) -> Representation? {
    // An SVG opened by itself is a document, which must not run anything.
    let policy = HTTPFields([
      "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'"
    ])
    return representation(
      icon.image.bytes, icon.image.kind.contentType, cacheControl: cacheControl, fields: policy)
  }

  /// Crawlers may visit everything else: excluding short links would prevent previews of them.
  static func robots() -> Representation? {
    let text = "User-agent: *\nAllow: /_keiro/icon-\nDisallow: /_keiro/\n"
    return representation(
      Array(text.utf8), "text/plain; charset=utf-8", cacheControl: "public, max-age=86400")
  }

  private static func representation(
    _ bytes: [UInt8], _ contentType: String, cacheControl: String,
    fields: HTTPFields = HTTPFields()
  ) -> Representation? {
    guard let digest = SHA256.digest(bytes) else { return nil }
    return Representation(
      contentType: contentType, cacheControl: cacheControl,
      entityTag: Hexadecimal.text(digest.prefix(12)), identity: bytes,
      gzip: contentType == "image/png" ? nil : CompressedBody.compress(bytes), fields: fields)
  }
}
