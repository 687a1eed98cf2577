import AppAssociation
import Service
import SiteModel
import WebSyntax

/// The parts shared by all pages of a site, built once per configuration.
struct PageFrame: Sendable {
  let language: String
  let words: PageWords
  /// The name of the site, truncated; nil for a host that no site serves.
  let name: String?
  let style: PageStyle
  let security: SecurityFields
  /// The tags of the head that are the same on every page: viewport, colour scheme, icon.
  let head: String
  let icon: SiteIcon?
  /// The target of the site's name and the notices; nil when the site has no top page.
  let home: PageAddress?
  /// The badges of the stores that have the site's app.
  let stores: StoreBadges
  /// Whether browsers of phones that do not show Apple's banner get one in the page.
  let showsBanner: Bool

  /// The frame of pages for hosts that no site serves; nil when libcrypto cannot compute a digest.
  init?() {
    guard let style = PageStyle() else { return nil }
    self.init(language: "en", name: nil, style: style, icon: nil, home: nil, apps: [])
  }

  /// The frame of a site's pages; nil when libcrypto cannot compute a digest.
  ///
  /// - Parameters:
  ///   - site: the site.
  ///   - apps: all apps of the configuration.
  ///   - language: the language of Keiro's words; nil for that of the site.
  init?(_ site: CompiledSite, apps: [AppDefinition], language: String? = nil) {
    let definition = site.definition
    let showsBanner = definition.banner == .html
    guard let style = PageStyle(definition.brand, withBanner: showsBanner) else { return nil }
    let own = definition.shortLinks?.app.map { [$0] } ?? []
    let named = own + (definition.routes.map(\.apps).first { !$0.isEmpty } ?? [])
    self.init(
      language: language ?? definition.language, name: definition.displayName, style: style,
      icon: site.icon,
      home: site.hasTop ? PageAddress(local: "/") : nil,
      apps: AppDefinition.firstOfEachSystem(named.map { apps[$0] }), showsBanner: showsBanner)
  }

  init(
    language: String, name: String?, style: PageStyle, icon: SiteIcon?, home: PageAddress?,
    apps: [AppDefinition], showsBanner: Bool = false
  ) {
    self.showsBanner = showsBanner
    self.language = language
    self.name = VisibleText.line(name, limit: VisibleText.titleLimit)
    self.style = style
    security = SecurityFields(contentSecurityPolicy: style.contentSecurityPolicy)
    self.icon = icon
    self.home = home
    words = PageWords(language)
    stores = StoreBadges(apps: apps, words: words)
    head = Self.head(icon)
  }

  private static func head(_ icon: SiteIcon?) -> String {
    var tags = [
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">",
      "<meta name=\"color-scheme\" content=\"light dark\">",
    ]
    if let icon {
      let kind = icon.image.kind
      tags.append("<link rel=\"icon\" type=\"\(kind.contentType)\" href=\"\(icon.path)\">")
      if kind == .png { tags.append("<link rel=\"apple-touch-icon\" href=\"\(icon.path)\">") }
    }
    return tags.joined(separator: "\n")
  }

  /// The icon and the name of the site above the heading; empty when there is neither, or when the
  /// heading is the name and there is no icon.
  func header(heading: String?) -> String {
    let isHeading = heading == name
    let picture = icon.flatMap { icon in
      let alt = isHeading ? HTMLText.escape(name ?? "") : ""
      return icon.isOwn
        ? "<img alt=\"\(alt)\" width=\"44\" height=\"44\" src=\"\(icon.path)\">" : nil
    }
    let text = isHeading ? nil : name.map { "<span dir=\"auto\">\(HTMLText.escape($0))</span>" }
    let content = [picture, text].compactMap(\.self).joined()
    guard !content.isEmpty else { return "" }
    guard let home else { return "<p class=\"site\">\(content)</p>" }
    return "<a class=\"site\" href=\"\(home.html)\">\(content)</a>"
  }
}

extension CompiledSite {
  /// Whether something answers at `/`.
  fileprivate var hasTop: Bool {
    if root != nil { return true }
    let match = routing.match(
      path: Array("/".utf8).span, query: [UInt8]().span, fragment: [UInt8]().span)
    return match.map { !routes[$0.rule].isRefused } ?? false
  }
}
