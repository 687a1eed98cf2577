package import JSONSyntax
package import Links
import WebSyntax

/// The hosts and paths where imported links may live, and the rules of the sites there.
package struct ImportHosts: Sendable {
  /// Nil when links may live on any host, under `/`.
  private let sites: SiteTable?
  /// The host for links whose own host no site serves; nil when they are refused.
  let otherHost: String?

  /// Accepts every host, for reading a file without a configuration.
  package static let anywhere = ImportHosts(sites: nil, otherHost: nil)

  /// - Parameter otherHost: in lower case.
  package init(sites: SiteTable?, otherHost: String?) {
    self.sites = sites
    self.otherHost = otherHost
  }

  typealias Home = (host: String, prefix: String)

  func home(of host: String) -> Home? {
    let host = HostName.compared(host)
    guard sites != nil else { return (otherHost ?? host, "/") }
    return served(host) ?? otherHost.flatMap(served)
  }

  private func served(_ host: String) -> Home? {
    sites?.site(of: host).map { (host, $0.prefix) }
  }

  /// The fault of a link on a host that no site serves.
  func unserved(_ host: String) -> ImportFault {
    sites.map { ImportFault($0.unservedInShort(host)) }
      ?? ImportFault(ImportRemark.noSite(host: host))
  }

  /// The site that serves a host; nil also when links may live anywhere.
  func site(of host: String) -> SiteRules? { sites?.site(of: host) }

  func isConfigured(_ key: LinkKey) -> Bool { site(of: key.host)?.isConfigured(key.slug) ?? false }

  func faults(of link: ShortLink) -> [SiteRules.Fault] {
    site(of: link.host)?.faults(of: link) ?? []
  }

  /// The key of a short URL. A path outside the site's prefix becomes the slug as a whole.
  func key(ofShortURL text: String, note: (ImportRemark) -> Void) -> Result<LinkKey, ImportFault> {
    let url = WebURL(text) ?? WebURL("https://" + text)
    guard let url, URLScheme.isWeb(url.scheme), url.userInfo == nil,
      HostPattern(url.host)?.isWildcard == false
    else {
      return .failure(ImportFault(ImportRemark.notShortURL(String(text.prefix(200)))))
    }
    guard let home = home(of: url.host) else {
      return .failure(unserved(url.host))
    }
    if let query = url.query, !query.isEmpty {
      note(.queryLeftOut(String(query.prefix(200))))
    }
    var slug = url.path.drop { $0 == "/" }
    if url.path.hasPrefix(home.prefix) {
      slug = url.path.dropFirst(home.prefix.utf8.count)
    } else if !slug.isEmpty {
      note(.moved(to: home.prefix + slug))
    }
    guard !slug.isEmpty else { return .failure(.root(home.host)) }
    let decoded = PercentCoding.decode(Array(slug.utf8)[...]).flatMap {
      String(validating: $0, as: UTF8.self)
    }
    var name = decoded ?? String(slug)
    let ignoresSlash = site(of: home.host)?.spelling.ignoresTrailingSlash ?? false
    if ignoresSlash, name.count > 1, name.hasSuffix("/") { name.removeLast() }
    if let fault = Slug.fault(of: name) {
      return .failure(ImportFault(LinkFault.notSlug(name, fault)))
    }
    return .success(canonical(LinkKey(host: home.host, slug: name)))
  }

  /// The key under which a link is stored.
  func canonical(_ key: LinkKey) -> LinkKey {
    site(of: key.host)?.canonical(key)
      ?? LinkKey(host: key.host, slug: SlugSpelling().canonical(key.slug))
  }
}

package struct ImportFault: Error {
  package let reason: Sentence

  init(_ reason: Sentence) { self.reason = reason }

  init(_ fault: some Wording) { reason = Sentence(fault) }

  /// The fault of the bare address of a host, which some services list among their links.
  static func root(_ host: String) -> ImportFault {
    ImportFault(ImportRemark.addressOfHost(host))
  }
}
