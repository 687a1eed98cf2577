import AppAssociation
import Compression
import Cryptography
import Explaining
import HTTPCore
package import SiteModel

/// The prepared output of a snapshot's sites: pages split into templates, documents with their
/// tags, refusals. Built once for each configuration.
package final class PreparedSites: Sendable {
  /// One for each site of the snapshot.
  let sites: [PreparedSite]
  let unknownHost: Notices
  let security: SecurityFields
  /// The fields of every page besides its type and its caching.
  let pageFields: HTTPFields
  let pictures = QRPictureCache()
  /// The association files, for explanations.
  let associations = AssociationShelf()

  /// Nil when libcrypto cannot compute the digest that every page's policy needs for the style
  /// sheet.
  package init?(_ snapshot: ServiceSnapshot) {
    guard let policy = PageStyle.contentSecurityPolicy() else { return nil }
    let security = SecurityFields(contentSecurityPolicy: policy)
    self.security = security
    var pageFields = HTTPFields()
    security.append(to: &pageFields)
    self.pageFields = pageFields
    unknownHost = Notices(language: "en", siteTitle: nil, security: security)
    sites = snapshot.sites.map { PreparedSite($0, apps: snapshot.apps, security: security) }
  }
}

/// The prepared output of one site.
final class PreparedSite: Sendable {
  let appleDocument: Representation?
  let androidDocument: Representation?
  let notices: Notices
  let linkPages: ShortLinkPages
  /// One for each route; nil for excludes, and for routes that redirect browsers.
  let pages: [PageTemplate?]
  /// The banner tag of each route's page; nil for routes whose apps are not in the App Store.
  let banners: [PageTemplate?]

  init(_ site: CompiledSite, apps: [AppDefinition], security: SecurityFields) {
    let definition = site.definition
    appleDocument = site.appleDocument.flatMap(Self.representation)
    androidDocument = site.androidDocument.flatMap(Self.representation)
    notices = Notices(
      language: definition.language, siteTitle: definition.title, security: security)
    linkPages = ShortLinkPages(
      language: definition.language, siteTitle: definition.title, security: security)
    let strings = PageStrings.strings(for: definition.language)
    pages = zip(definition.routes, site.routes).map { route, compiled in
      guard !compiled.isRefused, compiled.web == nil else { return nil }
      return RoutePage(
        site: definition, route: route, apps: route.apps.map { apps[$0] }, strings: strings,
        captures: route.component.captureNames
      ).template()
    }
    banners = definition.routes.map { route in
      SiteDefinition.banner(of: route.apps.map { apps[$0] }).map { banner in
        var template = PageTemplate()
        template.append(banner: banner, primaryHost: definition.primaryHost)
        return template
      }
    }
  }

  /// The bytes with their digest as entity tag, and compressed where that makes them smaller.
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
