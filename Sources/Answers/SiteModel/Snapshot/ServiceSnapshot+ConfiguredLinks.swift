package import Links
import WebSyntax

/// The links of the configuration file.
extension ServiceSnapshot {
  /// The configured links, site by site, each on the first host of its site.
  package var configuredLinks: [ShortLink] {
    shortLinks.flatMap { $0?.all ?? [] }
  }

  /// Returns the configured link with a key. Configured slugs are valid on every host of their
  /// site.
  package func configuredLink(_ key: LinkKey) -> ShortLink? {
    guard var link = configured(key)?.link else { return nil }
    link.host = key.host
    return link
  }

  /// Returns the key of a link's click counts, which for a configured link is the same on every
  /// host.
  package func countedKey(_ key: LinkKey) -> LinkKey { configured(key)?.link.key ?? key }

  private func configured(_ key: LinkKey) -> ServedLink? {
    site(host: key.host).flatMap { shortLinks[$0]?.find(slug: canonical(key).slug) }
  }

  /// Returns the key on another host of the site where a link has the same slug, since the hosts of
  /// a site share one set of links; nil when there is none.
  package func otherHome<Failure>(
    of key: LinkKey, isThere: (LinkKey) throws(Failure) -> Bool
  ) throws(Failure) -> LinkKey? {
    for other in otherHomes(of: key) where try isThere(other) { return other }
    return nil
  }

  /// Returns the keys with the same slug on the other hosts of the site.
  package func otherHomes(of key: LinkKey) -> [LinkKey] {
    (siteTable.site(of: key.host)?.hosts ?? []).compactMap { host in
      guard !host.isWildcard, host.name != key.host, reaches(host.name) else { return nil }
      return LinkKey(host: host.name, slug: key.slug)
    }
  }

  /// Returns the address of a link from the configuration or from a store, as it can be opened.
  package func shortURL(_ key: LinkKey) -> String { origins.origin(of: key.host) + path(of: key) }

  /// Returns the address of a link as apps may know it: by https and without a port, which universal
  /// links never have.
  package func tappedURL(_ key: LinkKey) -> String { "https://" + key.host + path(of: key) }

  private func path(of key: LinkKey) -> String {
    (siteTable.site(of: key.host)?.prefix ?? "/") + Slug.written(key.slug)
  }

  /// Returns the key under which a link with the given name is stored.
  package func canonical(_ key: LinkKey) -> LinkKey {
    siteTable.site(of: key.host)?.canonical(key) ?? key
  }
}
