package import Links
import WebSyntax

/// The links of the configuration file.
extension ServiceSnapshot {
  /// Site by site, each link on the first host of its site.
  package var configuredLinks: [ShortLink] {
    shortLinks.flatMap { $0?.all ?? [] }
  }

  /// The configured link at a place: its slugs are valid on every host of their site.
  package func configuredLink(_ key: LinkKey) -> ShortLink? {
    guard var link = configured(key)?.link else { return nil }
    link.host = key.host
    return link
  }

  /// The place of a link's click counts: for a configured link the same on every host.
  package func countedKey(_ key: LinkKey) -> LinkKey { configured(key)?.link.key ?? key }

  private func configured(_ key: LinkKey) -> ServedLink? {
    site(host: key.host).flatMap { shortLinks[$0]?.find(slug: canonical(key).slug) }
  }

  /// Where another host of a link's site has a link with the same slug, since the hosts of a site
  /// share one set of links; nil where none has.
  package func otherHome<Failure>(
    of key: LinkKey, isThere: (LinkKey) throws(Failure) -> Bool
  ) throws(Failure) -> LinkKey? {
    for host in siteTable.site(of: key.host)?.hosts ?? [] {
      guard !host.isWildcard, host.name != key.host, reaches(host.name) else { continue }
      let other = LinkKey(host: host.name, slug: key.slug)
      if try isThere(other) { return other }
    }
    return nil
  }

  /// The address of a link from the configuration or from a store.
  package func shortURL(_ key: LinkKey) -> String {
    let prefix = siteTable.site(of: key.host)?.prefix ?? "/"
    return "https://\(key.host)\(prefix)\(Slug.written(key.slug))"
  }

  /// The place under which a link is kept that was named like this.
  package func canonical(_ key: LinkKey) -> LinkKey {
    siteTable.site(of: key.host)?.canonical(key) ?? key
  }
}
