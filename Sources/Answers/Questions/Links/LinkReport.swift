package import JSONSyntax
package import LinkStorage
package import Links
package import SiteModel

extension Inquiry {
  /// Finds a link: its fields, its short URL, where it is defined, its clicks. A link of the
  /// configuration precedes one of the store, as it does for visitors.
  package func link(_ key: LinkKey) throws(InquiryError) -> LinkReport {
    try require(key.host)
    let found = try stored { store throws(LinkStoreError) in try report(key, store) }
    guard let found else { throw .noLink(key) }
    return found
  }

  private func report(
    _ key: LinkKey, _ store: any Store
  ) throws(LinkStoreError) -> LinkReport? {
    if let link = sites.configuredLink(key) {
      let clicks = try store.clicks(of: sites.countedKey(key))
      var report = LinkReport(link, clicks: clicks, in: sites)
      report.reservedClicks = try reserved(of: link, store)
      return report
    }
    var found = try store.link(at: key)
    let canonical = sites.canonical(key)
    if found == nil, canonical != key { found = try store.link(at: canonical) }
    guard let stored = found else { return nil }
    var report = LinkReport(stored, clicks: try store.clicks(of: stored.link.key), in: sites)
    report.reservedClicks = try reserved(of: stored.link, store)
    report.health = try store.health(of: [stored.id])[stored.id]?.health
    return report
  }

  private func reserved(
    of link: ShortLink, _ store: any Store
  ) throws(LinkStoreError) -> Int? {
    link.maxClicks == nil ? nil : try store.reservedClicks(of: LinkLife(link))
  }
}

/// A link as commands, calls and pages show it, alone or in a list.
package struct LinkReport: QuestionAnswer {
  package let link: ShortLink
  /// The row of the store; nil for a link of the configuration.
  package let stored: StoredLink?
  /// The URL that visitors use.
  package let shortURL: String
  /// The clicks counted here and where the link lived before; nil when not requested.
  package internal(set) var clicks: Int?
  /// The clicks counted here, by days since 1970; nil when not requested.
  package internal(set) var clickDays: [Int: Int]?
  /// The clicks of a link with `maxClicks` that are used or reserved by a server; these count
  /// against the limit. Nil for other links, and when not requested.
  package fileprivate(set) var reservedClicks: Int?
  /// The health of the destination when it was last checked; nil before the first check.
  package internal(set) var health: LinkHealth?
  /// The warnings for the author of a link that has just been made or changed.
  package private(set) var doubts: [LinkDoubt] = []

  package var isConfigured: Bool { stored == nil }

  /// - Parameter clicks: those counted here.
  package init(_ stored: StoredLink, clicks: Int? = nil, in snapshot: ServiceSnapshot) {
    self.init(stored.link, of: stored, clicks: clicks, in: snapshot)
  }

  /// Reports a link that has just been made or changed.
  ///
  /// - Parameter store: where other links are whose names concern it.
  package init(
    written stored: StoredLink, at now: Timestamp, in snapshot: ServiceSnapshot,
    beside store: any ManagedLinks
  ) {
    self.init(stored, in: snapshot)
    doubts = snapshot.doubts(about: stored.link, at: now, beside: store)
  }

  init(
    _ link: ShortLink, of stored: StoredLink? = nil, clicks: Int? = nil,
    in snapshot: ServiceSnapshot
  ) {
    self.link = link
    self.stored = stored
    self.clicks = clicks.map { $0 + (link.importedClicks ?? 0) }
    shortURL = snapshot.shortURL(link.key)
  }

  package var document: JSONOutput {
    link.output(
      shortURL: shortURL, isConfigured: isConfigured, clicks: clicks,
      reservedClicks: reservedClicks, health: health?.document, doubts: doubts)
  }
}
