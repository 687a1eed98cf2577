import AppAssociation
import Links
import SiteModel

extension ServiceDefinition {
  /// The link that the configuration has at a place: its slugs hold on every host of their site.
  func configuredLink(_ key: LinkKey) -> ShortLink? {
    for site in sites where site.serves(key.host) {
      guard var link = site.shortLinks?.links.first(where: { $0.slug == key.slug }) else {
        continue
      }
      link.host = key.host
      return link
    }
    return nil
  }

  /// The links of the configuration, each on the first host of its site.
  var configuredLinks: [ShortLink] {
    sites.flatMap { $0.shortLinks?.links ?? [] }
  }
}

extension SiteDefinition {
  fileprivate func serves(_ host: String) -> Bool {
    hosts.contains { $0.matches(host) } || alternateHost?.matches(host) == true
  }
}
