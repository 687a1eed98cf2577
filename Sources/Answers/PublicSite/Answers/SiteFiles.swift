import AppAssociation
import Cryptography
import HTTPCore
import JSONSyntax
import SiteModel
import WebSyntax

enum SiteFiles {
  /// What a file of a site has; nil when libcrypto cannot compute a digest.
  static func content(
    of file: SiteFile, on site: CompiledSite, apps: [AppDefinition]
  ) -> Representation? {
    switch file {
    case .icon: icon(of: site, cacheControl: "public, max-age=31536000, immutable")
    case .favicon: icon(of: site, cacheControl: "public, max-age=86400")
    case .robots: robots(of: site.definition)
    case .manifest(let app): manifest(of: apps[app], icon: site.icon)
    case .bannerStyle:
      representation(
        PageBanner.style(site.definition.brand), "text/css; charset=utf-8",
        cacheControl: "public, max-age=3600")
    }
  }

  private static func icon(of site: CompiledSite, cacheControl: String) -> Representation? {
    // An SVG opened by itself is a document, which must not run anything.
    let policy = HTTPFields([
      "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'"
    ])
    return site.icon.flatMap {
      representation(
        $0.image.bytes, $0.image.kind.contentType, cacheControl: cacheControl, fields: policy)
    }
  }

  /// The web app manifest that makes Chrome on Android offer an app in place of the site (W3C, "Web
  /// Application Manifest"; Chrome, "Native app install prompt").
  private static func manifest(of app: AppDefinition, icon: SiteIcon?) -> Representation? {
    guard let android = app.android else { return nil }
    func list(_ members: [(name: String, value: String)]) -> JSONOutput {
      .array([.object(members.map { JSONOutput.Member($0.name, .string($0.value)) })])
    }
    let icons = icon.map { icon in
      list([
        ("src", icon.path), ("sizes", icon.image.sizes), ("type", icon.image.kind.contentType),
      ])
    }
    let related = list([
      ("platform", "play"), ("id", android.packageName), ("url", app.playStore ?? ""),
    ])
    let manifest = JSONOutput.object([
      .init("name", .string(app.name)), .init("icons", icons ?? .array([])),
      .init("display", .string("browser")), .init("related_applications", related),
      .init("prefer_related_applications", .bool(true)),
    ])
    return representation(
      Array((manifest.compact + "\n").utf8), "application/manifest+json",
      cacheControl: "public, max-age=3600")
  }

  /// The rules for crawlers (RFC 9309): the site's own, or generated ones.
  private static func robots(of site: SiteDefinition) -> Representation? {
    representation(
      site.ownRobots ?? Array(rules(of: site).utf8), "text/plain; charset=utf-8",
      cacheControl: "public, max-age=86400")
  }

  /// Everything is open but Keiro's own paths and, if the site says so, short URLs.
  private static func rules(of site: SiteDefinition) -> String {
    let own = ["Allow: /_keiro/icon-", "Disallow: /_keiro/"]
    let all = ["User-agent: *"] + own
    guard let links = site.shortLinks, !links.isIndexed else { return text(all) }
    // The longest rule decides, so what shares the prefix with short links stays open.
    let open = links.prefix == "/" ? site.openPaths.map { "Allow: " + $0 } : []
    let closed = all + open + ["Disallow: " + links.prefix]
    return text(closed + [""] + previewers.map { "User-agent: " + $0 } + own)
  }

  private static func text(_ lines: [String]) -> String {
    lines.map { $0 + "\n" }.joined()
  }

  /// Services that ask robots.txt before they show a preview of a link that somebody shares; none of
  /// them is a search engine.
  private static let previewers = [
    "Discordbot", "facebookexternalhit", "LinkedInBot", "Slackbot-LinkExpanding", "TelegramBot",
    "Twitterbot",
  ]

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

extension SiteDefinition {
  /// The beginnings of paths at the root of the site that are no short URLs, as robots.txt has them.
  fileprivate var openPaths: [String] {
    let pages = routes.compactMap { route -> String? in
      guard route.component.exclude != true, let path = route.component.path else { return nil }
      let start = path.prefix { !"*?{$".contains($0) }
      return start.utf8.count > 1 ? PercentCoding.encodeUnsafe(Array(start.utf8)[...]) : nil
    }
    // Google reads assetlinks.json only where robots.txt lets it.
    var paths = ["/$", "/.well-known/", "/apple-app-site-association"]
    for page in pages where !paths.contains(page) { paths.append(page) }
    return paths
  }
}
