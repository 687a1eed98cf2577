import AppAssociation
import Compression
import Cryptography
import Explaining
import HTTPCore
import JSONSyntax
package import SiteModel

/// The prepared output of a snapshot's sites: pages split into templates, documents with their
/// tags, refusals. Built once per configuration.
package final class PreparedSites: Sendable {
  /// One entry per site of the snapshot.
  let sites: [PreparedSite]
  let unknownHost: Notices
  /// The frame of pages that belong to no site.
  let frame: PageFrame
  let pictures = QRPictureCache()
  let recentLinks: RecentLinks
  /// The association files, for explanations.
  let associations = AssociationShelf()

  /// - Parameters:
  ///   - snapshot: the sites.
  ///   - linkBytes: the memory for recently visited links of the store.
  /// - Returns: nil when libcrypto cannot compute the digest that every page's policy needs for the
  ///   style sheet.
  package init?(_ snapshot: ServiceSnapshot, linkBytes: Int = 64 << 20) {
    recentLinks = RecentLinks(bytes: linkBytes)
    guard let frame = PageFrame() else { return nil }
    self.frame = frame
    unknownHost = Notices(frame)
    sites = snapshot.sites.compactMap { PreparedSite($0, apps: snapshot.apps) }
    guard sites.count == snapshot.sites.count else { return nil }
  }
}

/// The page of a route with the fields of its answers.
final class PreparedPage: Sendable {
  let template: PageTemplate
  let fields: HTTPFields

  init(_ page: RoutePage) {
    template = page.template()
    var fields = HTTPFields(["Vary": "User-Agent"])
    page.security.append(to: &fields)
    self.fields = fields
  }
}

/// The documents of a site, found without hashing.
struct PreparedDocuments: Sendable {
  private let apple: Representation?
  private let android: Representation?
  private let appLinking: Representation?
  private let webAuthn: Representation?
  private let passkeyEndpoints: Representation?

  init(_ documents: [SiteDocument: Representation]) {
    apple = documents[.apple]
    android = documents[.android]
    appLinking = documents[.appLinking]
    webAuthn = documents[.webAuthn]
    passkeyEndpoints = documents[.passkeyEndpoints]
  }

  subscript(document: SiteDocument) -> Representation? {
    switch document {
    case .apple: apple
    case .android: android
    case .appLinking: appLinking
    case .webAuthn: webAuthn
    case .passkeyEndpoints: passkeyEndpoints
    }
  }
}

final class PreparedSite: Sendable {
  let documents: PreparedDocuments
  /// The files that Keiro generates: the icon and the rules for crawlers.
  let icon: Representation?
  let favicon: Representation?
  let robots: Representation?
  /// The languages of the pages in Keiro's own words, the site's first; the pages of routes are only in
  /// that one. Each has its notices and its pages of short links, apart from one another, since taking
  /// a part of a value of both retains all of its texts.
  private let languages: [String]
  private let notices: [Notices]
  private let linkPages: [ShortLinkPages]
  /// One entry per route; nil for excludes and for routes that redirect browsers.
  let pages: [PreparedPage?]
  /// The banner tag of each route's page; nil for routes whose apps are not in the App Store.
  let banners: [PageTemplate?]

  /// Nil when libcrypto cannot compute a digest.
  init?(_ site: CompiledSite, apps: [AppDefinition]) {
    guard let frame = PageFrame(site, apps: apps) else { return nil }
    let definition = site.definition
    documents = PreparedDocuments(site.documents.compactMapValues(Self.representation))
    icon = site.icon.flatMap {
      SiteFiles.icon($0, cacheControl: "public, max-age=31536000, immutable")
    }
    favicon = site.icon.flatMap { SiteFiles.icon($0, cacheControl: "public, max-age=86400") }
    robots = SiteFiles.robots(of: definition)
    var frames = [frame]
    let own = PageWords(definition.language).language
    for language in Language.allCases where language != own {
      guard let other = PageFrame(site, apps: apps, language: language.rawValue) else { return nil }
      frames.append(other)
    }
    languages = frames.map { $0.words.language.rawValue }
    notices = frames.map { Notices($0, notFound: definition.notFound) }
    linkPages = frames.map { ShortLinkPages($0) }
    pages = zip(definition.routes, site.routes).map { route, compiled in
      guard !compiled.isRefused, compiled.web == nil else { return nil }
      return PreparedPage(
        RoutePage(
          frame: frame, site: definition, route: route, opening: compiled.opening,
          apps: route.apps.map { apps[$0] }, deferred: compiled.deferred,
          captures: route.component.captureNames))
    }
    banners = definition.routes.map { route in
      SiteDefinition.banner(of: route.apps.map { apps[$0] }).map { banner in
        var template = PageTemplate()
        template.append(banner: banner, primaryHost: definition.primaryHost)
        return template
      }
    }
  }

  /// The index of the visitor's preferred language, if available, or else of the site's.
  ///
  /// - Parameter tag: the tag of the language in lower case; empty for none.
  private func language(for tag: String) -> Int {
    tag.isEmpty ? 0 : languages.firstIndex { Self.isLanguage($0, of: tag) } ?? 0
  }

  private static func isLanguage(_ name: String, of tag: String) -> Bool {
    tag.utf8.starts(with: name.utf8)
      && (tag.utf8.count == name.utf8.count
        || tag.utf8.dropFirst(name.utf8.count).first == UInt8(ascii: "-"))
  }

  func notices(for tag: String) -> Notices { notices[language(for: tag)] }

  func linkPages(for tag: String) -> ShortLinkPages { linkPages[language(for: tag)] }

  /// The bytes with their digest as entity tag, compressed if that makes them smaller.
  private static func representation(of bytes: [UInt8]) -> Representation? {
    guard let digest = SHA256.digest(bytes) else { return nil }
    let compressed = Gzip.compress(bytes).flatMap { $0.count < bytes.count ? $0 : nil }
    return Representation(
      contentType: AssociationDocuments.isSigned(bytes)
        ? "application/pkcs7-mime" : "application/json",
      cacheControl: "public, max-age=3600", entityTag: Base64.padded.encode(digest),
      identity: bytes,
      gzip: compressed)
  }
}
