package import Links

/// The links that stand in the configuration file.
extension ServiceSnapshot {
  /// Site by site, each link on the first host of its site.
  package var configuredLinks: [ShortLink] {
    shortLinks.flatMap { $0?.all.map(\.link) ?? [] }
  }

  /// The link that the configuration has at a place: its slugs hold on every host of their site.
  package func configuredLink(_ key: LinkKey) -> ShortLink? {
    guard var link = configured(key)?.link else { return nil }
    link.host = key.host
    return link
  }

  /// The place that the clicks of a link are counted under: for a link of the configuration the
  /// same on every host.
  package func countedKey(_ key: LinkKey) -> LinkKey { configured(key)?.link.key ?? key }

  private func configured(_ key: LinkKey) -> ServedLink? {
    site(host: key.host).flatMap { shortLinks[$0]?.find(slug: key.slug) }
  }

  /// The address of a link, which may stand in the configuration or in a store.
  package func shortURL(_ key: LinkKey) -> String {
    "https://\(key.host)\(siteTable.site(of: key.host)?.prefix ?? "/")\(key.slug)"
  }
}
