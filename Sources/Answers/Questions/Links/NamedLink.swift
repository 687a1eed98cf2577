package import JSONSyntax
package import LinkStorage
package import Links
package import SiteModel
import WebSyntax

/// A name for a link: an address, or a host and a slug. The hosts of a site share one set of
/// links, so each of them names the same link.
package enum LinkName: Equatable, Sendable {
  /// - Parameter host: nil for the host of the only site with short links.
  case parts(host: String?, slug: String)
  /// An address with or without its scheme, or the path of one; a text without a slash is a slug.
  case text(String)

  /// What a name denotes: a key, or whatever is served at an address.
  enum Meaning {
    case key(LinkKey)
    case address(WebURL)
  }

  func meaning(in sites: ServiceSnapshot) throws(LinkNameFault) -> Meaning {
    switch self {
    case .parts(let host?, let slug):
      return .key(LinkKey(host: HostName.compared(host), slug: slug))
    case .parts(nil, let slug):
      guard let host = sites.onlyLinkHost else { throw .hostNeeded(sites.linkHosts) }
      return .key(LinkKey(host: host, slug: slug))
    case .text(let text):
      guard text.contains("/") else {
        guard !text.isEmpty, let host = sites.onlyLinkHost else { throw .notShortURL(text) }
        return .key(LinkKey(host: host, slug: text))
      }
      guard let url = Self.address(text, in: sites) else { throw .notShortURL(text) }
      return .address(url)
    }
  }

  private static func address(_ text: String, in sites: ServiceSnapshot) -> WebURL? {
    let whole: String
    switch text {
    case _ where text.contains("://"): whole = text
    case _ where text.hasPrefix("/"):
      guard let host = sites.onlyLinkHost else { return nil }
      whole = "https://" + host + text
    default: whole = "https://" + text
    }
    return WebURL(sentFor: whole)
  }
}

/// The reason why a name denotes no link.
package enum LinkNameFault: Error, Equatable, TableSentence {
  case notShortURL(String)
  /// No link is served at an address; with the address that was most likely meant.
  case nothingAt(String, meant: String?)
  /// The name has to include one of these hosts.
  case hostNeeded([String])

  package var told: Sentence {
    switch self {
    case .notShortURL(let text):
      "'\(text.prefix(200))' is not a short URL: expected one such as "
        + "https://example.com/s/spring, or --host and --slug"
    case .nothingAt(let url, let meant):
      "there is no link at \(url.prefix(500)): "
        + (meant.map { "did you mean \($0)?" } ?? "expected the short URL of one that exists")
    case .hostNeeded(let hosts):
      "the slug needs a host: expected "
        + (hosts.isEmpty ? "a site with short links" : "one of \(hosts.joined(separator: ", "))")
    }
  }
}

extension ServiceSnapshot {
  /// The warnings for the author of a link; a store that fails has no further ones.
  package func doubts(
    about link: ShortLink, at now: Timestamp, beside store: any ManagedLinks
  ) -> [LinkDoubt] {
    doubts(about: link, at: now) { (try? store.currentLink(at: $0)) != nil }
  }

  /// The key under which a visitor to a key finds a link: the key itself, in the spelling of its site or
  /// on another of its hosts; nil when there is no link.
  func homeOfLink(
    _ key: LinkKey, store: any ManagedLinks
  ) throws(LinkStoreError) -> LinkKey? {
    if configuredLink(key) != nil { return canonical(key) }
    for key in [key, canonical(key)] {
      for home in [key] + otherHomes(of: key) where try store.currentLink(at: home) != nil {
        return home
      }
    }
    return nil
  }
}
