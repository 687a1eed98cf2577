import JSONSyntax
package import LinkStorage
package import Links
package import SiteModel
import WebSyntax

/// A name for a link: a short URL, or a host and a slug. The hosts of a site share one set of
/// links, so each of them names the same link.
package enum LinkName: Equatable, Sendable {
  /// - Parameter host: nil for the host of the only site with short links.
  case parts(host: String?, slug: String)
  /// A short URL with or without its scheme; a text without a slash is a slug.
  case text(String)

  /// The key that the name denotes.
  package func key(in sites: ServiceSnapshot) throws(LinkNameFault) -> LinkKey {
    switch self {
    case .parts(let host?, let slug): return LinkKey(host: host.lowercased(), slug: slug)
    case .parts(nil, let slug):
      guard let host = sites.onlyLinkHost else { throw .hostNeeded(sites.linkHosts) }
      return LinkKey(host: host, slug: slug)
    case .text(let text):
      guard text.contains("/") else {
        guard !text.isEmpty, let host = sites.onlyLinkHost else { throw .notShortURL(text) }
        return LinkKey(host: host, slug: text)
      }
      guard let (host, path) = Self.split(text) else { throw .notShortURL(text) }
      let slug = sites.siteTable.site(of: host)?.slug(inPath: path)
      return LinkKey(
        host: host,
        slug: slug ?? PercentCoding.decodeLossy(Array(path.utf8.dropFirst())[...]))
    }
  }

  private static func split(_ text: String) -> (host: String, path: Substring)? {
    var rest = text[...]
    for scheme in ["https://", "http://"] where rest.lowercased().hasPrefix(scheme) {
      rest = rest.dropFirst(scheme.count)
      break
    }
    guard let slash = rest.firstIndex(of: "/") else { return nil }
    let path = rest[slash...].prefix { $0 != "?" && $0 != "#" }
    let host = rest[..<slash].prefix { $0 != ":" }
    return host.isEmpty || path.count < 2 ? nil : (host.lowercased(), path)
  }
}

/// The reason why a name denotes no key.
package enum LinkNameFault: Error, Equatable, Wording {
  case notShortURL(String)
  /// The name has to include one of these hosts.
  case hostNeeded([String])

  package var english: String {
    switch self {
    case .notShortURL(let text):
      "'\(text.prefix(200))' is not a short URL: expected one such as "
        + "https://example.com/s/spring, or --host and --slug"
    case .hostNeeded(let hosts):
      "the slug needs a host: expected "
        + (hosts.isEmpty ? "a site with short links" : "one of " + hosts.joined(separator: ", "))
    }
  }

  package var japanese: String {
    switch self {
    case .notShortURL(let text):
      "「\(text.prefix(200))」は短い URL ではありません。https://example.com/s/spring のように入力してください"
    case .hostNeeded(let hosts):
      hosts.isEmpty
        ? "短いリンクのあるサイトがありません"
        : "ホストを指定してください。使えるのは \(hosts.joined(separator: ", ")) です"
    }
  }
}

extension ServiceSnapshot {
  /// The key under which a visitor to a key finds a link: the key itself, or one on another host of
  /// its site. The key itself when there is no link.
  package func homeOfLink(
    _ key: LinkKey, store: any ManagedLinks
  ) throws(LinkStoreError) -> LinkKey {
    guard configuredLink(key) == nil, try store.currentLink(at: key) == nil else { return key }
    return try otherHome(of: key) { key throws(LinkStoreError) in
      try store.currentLink(at: key) != nil
    } ?? key
  }
}
