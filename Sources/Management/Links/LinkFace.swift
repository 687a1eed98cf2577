import HTTPCore
import JSONSyntax
import Links
import LinkStorage
import SiteModel

extension ServiceSnapshot {
  /// A link as calls show it: its fields and what is known beside them.
  func face(_ link: ShortLink, isConfigured: Bool = false, clicks: Int? = nil) -> JSONOutput {
    link.face(shortURL: shortURL(link.key), isConfigured: isConfigured, clicks: clicks)
  }

  func shortURL(_ key: LinkKey) -> String {
    "https://\(key.host)\(siteTable.site(of: key.host)?.prefix ?? "/")\(key.slug)"
  }

  /// The link that the configuration has at a place: its slugs hold on every host of their site.
  func configuredLink(_ key: LinkKey) -> ShortLink? {
    guard let site = site(host: key.host),
      var link = shortLinks[site]?.find(slug: key.slug)?.link
    else { return nil }
    link.host = key.host
    return link
  }

  /// Where the clicks of a link of the configuration are counted, whatever host it was asked on.
  func countedKey(ofConfigured key: LinkKey) -> LinkKey {
    let site = site(host: key.host)
    let link = site.flatMap { shortLinks[$0]?.find(slug: key.slug)?.link }
    return link?.key ?? key
  }
}

extension StoredLink {
  /// Tells apart what has been changed, and what was deleted and made again.
  var entityTag: String { "\"\(id)-\(revision)\"" }

  /// Whether `If-None-Match` names this link: proxies that compress make tags weak, which does
  /// not matter here (RFC 9110, section 13.1.2).
  func isNamed(by condition: String) -> Bool {
    matches(condition.replacing("W/\"", with: "\""))
  }

  /// Whether `If-Match` names this very link (RFC 9110, section 13.1.1).
  func matches(_ condition: String) -> Bool {
    condition.split(separator: ",").contains { element in
      let tag = element.drop { $0 == " " || $0 == "\t" }.trimmed
      return tag == "*" || tag == entityTag
    }
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    var text = self
    while text.last == " " || text.last == "\t" { text.removeLast() }
    return text
  }
}
