import AppAssociation
import Compression
import Cryptography
import Explaining
import HTTPCore
import JSONSyntax
package import SiteModel
import Synchronization

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
  let associations: AssociationShelf

  /// - Parameters:
  ///   - snapshot: the sites.
  ///   - linkBytes: the memory for recently visited links of the store.
  /// - Returns: nil when libcrypto cannot compute the digest that every page's policy needs for the
  ///   style sheet.
  package init?(_ snapshot: ServiceSnapshot, linkBytes: Int = 64 << 20) {
    recentLinks = RecentLinks(bytes: linkBytes)
    associations = AssociationShelf(snapshot)
    guard let frame = PageFrame() else { return nil }
    self.frame = frame
    unknownHost = Notices(frame)
    sites = snapshot.sites.compactMap { PreparedSite($0, apps: snapshot.apps) }
    guard sites.count == snapshot.sites.count else { return nil }
  }
}

/// A value that is made when the first request needs it, and then read without a lock. It stands on a plain
/// atomic address: `AtomicLazyReference` asks for generic metadata at each load.
final class Lazy<Value: AnyObject & Sendable>: Sendable {
  /// The address of the value; zero until it is made.
  private let made = Atomic<UInt>(0)

  /// - Parameter make: makes the value; of those that are made at the same time, all get the first.
  @inline(__always)
  func value(_ make: () -> Value) -> Value {
    Self.value(at: made.load(ordering: .acquiring))?.takeUnretainedValue() ?? kept(make())
  }

  @inline(__always)
  private static func value(at address: UInt) -> Unmanaged<Value>? {
    UnsafeRawPointer(bitPattern: address).map { Unmanaged<Value>.fromOpaque($0) }
  }

  private func kept(_ new: Value) -> Value {
    let new = Unmanaged.passRetained(new)
    let (isFirst, earlier) = made.compareExchange(
      expected: 0, desired: UInt(bitPattern: new.toOpaque()), ordering: .acquiringAndReleasing)
    guard !isFirst, let earlier = Self.value(at: earlier) else { return new.takeUnretainedValue() }
    new.release()
    return earlier.takeUnretainedValue()
  }

  deinit { Self.value(at: made.load(ordering: .acquiring))?.release() }
}

/// The page of a route with the fields of its answers, and its banner for pages of other servers.
final class PreparedPage: Sendable {
  let template: PageTemplate
  let banner: PageTemplate
  let fields: HTTPFields
  /// The number of its language, by which pages at one address differ.
  let number: UInt64

  init(_ page: RoutePage, number: Int) {
    template = page.template()
    banner = page.banner()
    var fields = HTTPFields(["Vary": "User-Agent, Accept-Language"])
    page.security.append(to: &fields)
    self.fields = fields
    self.number = UInt64(truncatingIfNeeded: number)
  }
}

final class PreparedSite: Sendable {
  /// A few documents, found without hashing.
  private let documents: [(kind: SiteDocument, file: Representation)]
  /// The files that Keiro generates.
  let files: [SiteFile: Representation]
  /// The languages of Keiro's own words on pages, the site's first. Each has its notices and its pages of
  /// short links, apart from one another, since taking a part of a value of both retains all of its texts.
  private let languages: [Language]
  private let frames: [PageFrame]
  private let notices: [Notices]
  private let linkPages: [ShortLinkPages]
  /// The pages of the routes, each in every language.
  private let pages: [Lazy<PreparedPage>]
  /// The banner tag of each route's page; nil for routes whose apps are not in the App Store.
  let banners: [PageTemplate?]
  /// Whether the site's own pages have a banner for browsers that show none by themselves.
  let showsBanner: Bool
  private let site: CompiledSite
  private let apps: [AppDefinition]

  /// Nil when libcrypto cannot compute a digest.
  init?(_ site: CompiledSite, apps: [AppDefinition]) {
    guard let frame = PageFrame(site, apps: apps) else { return nil }
    let definition = site.definition
    (self.site, self.apps) = (site, apps)
    showsBanner = definition.banner == .html
    documents = site.documents.compactMap { kind, bytes in
      Self.representation(of: bytes).map { (kind, $0) }
    }
    files = Dictionary(
      uniqueKeysWithValues: site.files.compactMap { _, file in
        SiteFiles.content(of: file, on: site, apps: apps).map { (file, $0) }
      })
    var frames = [frame]
    for language in Language.allCases where language != frame.words.language {
      guard let other = PageFrame(site, apps: apps, language: language.rawValue) else { return nil }
      frames.append(other)
    }
    self.frames = frames
    languages = frames.map(\.words.language)
    notices = frames.map { Notices($0, notFound: definition.notFound) }
    linkPages = frames.map { ShortLinkPages($0) }
    pages = (0..<site.routes.count * frames.count).map { _ in Lazy() }
    banners = definition.routes.map { route in
      SiteDefinition.banner(of: route.apps.map { apps[$0] }).map { banner in
        var template = PageTemplate()
        template.append(banner: banner, primaryHost: definition.primaryHost)
        return template
      }
    }
  }

  func document(_ kind: SiteDocument) -> Representation? {
    documents.firstIndex { $0.kind == kind }.map { documents[$0].file }
  }

  /// The index of the visitor's preferred language, if available, or else of the site's.
  private func index(of language: Language?) -> Int {
    language.flatMap { languages.firstIndex(of: $0) } ?? 0
  }

  func notices(in language: Language?) -> Notices { notices[index(of: language)] }

  func linkPages(in language: Language?) -> ShortLinkPages { linkPages[index(of: language)] }

  func page(_ route: Int, in language: Language?) -> PreparedPage {
    let index = index(of: language)
    return pages[route * frames.count + index].value {
      PreparedPage(RoutePage(route, on: site, frame: frames[index], apps: apps), number: index)
    }
  }

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
