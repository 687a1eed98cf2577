import JSONSyntax
package import Links
import WebSyntax

/// Where imported links may live, and what the sites there ask of them.
package struct ImportPlaces: Sendable {
  /// Nil when links may live on any host, under `/`.
  private let sites: SiteTable?
  /// Where links of hosts go that no site serves; nil when they are refused.
  let otherHost: String?
  let circles: Circles

  package static let anywhere = ImportPlaces(sites: nil, otherHost: nil)

  /// - Parameters:
  ///   - otherHost: in lower case.
  ///   - circles: asked about every link before it is taken.
  package init(
    sites: SiteTable?, otherHost: String?, circles: @escaping Circles = { _, _ in nil }
  ) {
    self.sites = sites
    self.otherHost = otherHost
    self.circles = circles
  }

  struct Place {
    let host: String
    let prefix: String
  }

  func place(of host: String) -> Place? {
    let host = host.lowercased()
    guard sites != nil else { return Place(host: otherHost ?? host, prefix: "/") }
    return served(host) ?? otherHost.flatMap(served)
  }

  private func served(_ host: String) -> Place? {
    sites?.site(of: host).map { Place(host: host, prefix: $0.prefix) }
  }

  /// Why nothing can live on a host that has no place.
  func unserved(_ host: String) -> ImportFault {
    sites.map { ImportFault($0.unservedInShort(host)) }
      ?? ImportFault("there is no place for links of '\(host.prefix(253))'")
  }

  /// The site that serves a host; nil also when links may live anywhere.
  func site(of host: String) -> SiteRules? { sites?.site(of: host) }

  /// What the site of a link forbids about it.
  func faults(of link: ShortLink) -> [SiteRules.Fault] {
    sites?.site(of: link.host)?.faults(of: link) ?? []
  }

  /// The place of a short URL. A path that lies outside the site's prefix is kept whole as a slug.
  ///
  /// - Parameter note: is told what becomes different.
  func key(ofShortURL text: String, note: (String) -> Void) -> Result<LinkKey, ImportFault> {
    let url = WebURL(text) ?? WebURL("https://" + text)
    guard let url, URLScheme.isWeb(url.scheme), url.userInfo == nil,
      HostPattern(url.host)?.isWildcard == false
    else {
      return .failure(ImportFault("'\(text.prefix(200))' is not a short URL"))
    }
    guard let place = place(of: url.host) else {
      return .failure(unserved(url.host))
    }
    if let query = url.query, !query.isEmpty {
      note("the query '\(query.prefix(200))' of the short URL stays behind")
    }
    var slug = url.path.drop { $0 == "/" }
    if url.path.hasPrefix(place.prefix) {
      slug = url.path.dropFirst(place.prefix.utf8.count)
    } else if !slug.isEmpty {
      note("the link moves to '\(place.prefix)\(slug)', where the site's short links begin")
    }
    guard !slug.isEmpty else { return .failure(.root(place.host)) }
    let decoded = PercentCoding.decode(Array(slug.utf8)[...]).flatMap {
      String(validating: $0, as: UTF8.self)
    }
    var name = decoded ?? String(slug)
    let ignoresSlash = site(of: place.host)?.spelling.ignoresTrailingSlash ?? false
    if ignoresSlash, name.count > 1, name.hasSuffix("/") { name.removeLast() }
    if let fault = Slug.fault(of: name) { return .failure(ImportFault(.notSlug(name, fault))) }
    return .success(canonical(LinkKey(host: place.host, slug: name)))
  }

  /// The place under which a link is kept.
  func canonical(_ key: LinkKey) -> LinkKey {
    site(of: key.host)?.canonical(key)
      ?? LinkKey(host: key.host, slug: SlugSpelling().canonical(key.slug))
  }

  /// What is to be said of the address of a link; nil where it serves the link alone.
  func remark(on key: LinkKey) -> String? { site(of: key.host)?.remark(on: key.slug) }
}

extension SiteRules {
  /// What is to be said of the address of a link with that slug; nil where it serves the link alone.
  func remark(on slug: String) -> String? {
    if prefix == "/", slug == "robots.txt" {
      return "'/robots.txt' is never reached: the site answers there itself, unless a route has it"
    }
    if prefix == "/", slug == "favicon.ico" {
      return "'/favicon.ico' is never reached where the site has an icon, which it answers there"
    }
    guard slug.hasSuffix(".qr") else { return nil }
    return "'\(prefix)\(slug)' opens no app: short URLs that end in '.qr' are pictures of the link "
      + "'\(slug.dropLast(3))'"
  }
}

/// Why a row cannot be taken over.
struct ImportFault: Error {
  let reason: Sentence

  init(_ message: String) {
    reason = Sentence(english: message)
  }

  init(_ fault: LinkFault) {
    reason = Sentence(fault)
  }

  /// In English.
  var message: String { reason.english }

  /// The address of a host itself, which some services count among their links.
  static func root(_ host: String) -> ImportFault {
    ImportFault(
      "the address of the host '\(host.prefix(253))' itself is not a short link: 'root' of its site "
        + "says where it leads")
  }
}
