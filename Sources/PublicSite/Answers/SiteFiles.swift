import HTTPCore
import Service
import SiteModel

/// The answers for the files that Keiro makes for every site.
enum SiteFiles {
  static func icon(_ icon: SiteIcon, cacheControl: String) -> HTTPResponse {
    let fields = HTTPFields([
      "Content-Type": icon.image.kind.contentType, "Cache-Control": cacheControl,
      // An SVG that is opened by itself is a document, which must run nothing.
      "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
      "X-Content-Type-Options": "nosniff",
    ])
    return HTTPResponse(
      .ok, fields: fields, body: icon.image.bytes, route: .wellKnown, outcome: .file
    ).prepared()
  }

  /// Everything may be visited: excluding short links would keep previews of them from being made.
  static func robots() -> HTTPResponse {
    let text = "User-agent: *\nAllow: /_keiro/icon-\nDisallow: /_keiro/\n"
    let fields = HTTPFields([
      "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=86400",
      "X-Content-Type-Options": "nosniff",
    ])
    return HTTPResponse(
      .ok, fields: fields, body: Array(text.utf8), route: .wellKnown, outcome: .file
    ).prepared()
  }
}
