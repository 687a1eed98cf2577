package import JSONSyntax
package import LinkStorage
package import Links
package import SiteModel

/// Asks for a short link: its fields, its short URL, where it is defined, its clicks.
package struct LinkQuestion: Equatable, Sendable {
  private let key: LinkKey

  package init(_ key: LinkKey) {
    self.key = key
  }

  /// Nil when there is no such link. A link of the configuration precedes one of the store, as it
  /// does for visitors.
  package func answer(
    _ snapshot: ServiceSnapshot,
    store: any VisitedLinks & ClickCounting & ClickLimits & HealthKeeping
  ) throws(LinkStoreError) -> LinkReport? {
    if let link = snapshot.configuredLink(key) {
      let clicks = try store.clicks(of: snapshot.countedKey(key))
      var report = LinkReport(link, isConfigured: true, clicks: clicks, in: snapshot)
      report.reservedClicks = try reserved(of: link, store)
      return report
    }
    var found = try store.link(at: key)
    let canonical = snapshot.canonical(key)
    if found == nil, canonical != key { found = try store.link(at: canonical) }
    guard let stored = found else { return nil }
    var report = LinkReport(stored, clicks: try store.clicks(of: stored.link.key), in: snapshot)
    report.reservedClicks = try reserved(of: stored.link, store)
    report.health = try store.health(of: [stored.id])[stored.id]?.health
    return report
  }

  private func reserved(
    of link: ShortLink, _ store: any ClickLimits
  ) throws(LinkStoreError) -> Int? {
    link.maxClicks == nil ? nil : try store.reservedClicks(of: LinkLife(link))
  }
}

/// A link as commands, calls and pages show it, alone or in a list.
package struct LinkReport: QuestionAnswer {
  /// The link itself.
  package let link: ShortLink
  /// Whether the link is defined in the configuration file.
  package let isConfigured: Bool
  /// The URL that visitors use.
  package let shortURL: String
  /// The clicks counted here and where the link lived before; nil when not requested.
  package let clicks: Int?
  /// The clicks counted here, by days since 1970; nil when not requested.
  package internal(set) var clickDays: [Int: Int]?
  /// The clicks of a link with `maxClicks` that are used or reserved by a server; these count
  /// against the limit. Nil for other links, and when not requested.
  package fileprivate(set) var reservedClicks: Int?
  /// The health of the destination when it was last checked; nil before the first check.
  package internal(set) var health: LinkHealth?
  /// The warnings for the author of a link that has just been made or changed.
  package let doubts: [LinkDoubt]
  /// The row of the store; nil for a link of the configuration.
  package let stored: StoredLink?

  package init(
    _ link: ShortLink, isConfigured: Bool, clicks: Int? = nil, in snapshot: ServiceSnapshot
  ) {
    self.init(
      link, isConfigured: isConfigured, clicks: clicks, doubts: [], stored: nil, in: snapshot)
  }

  package init(_ stored: StoredLink, clicks: Int? = nil, in snapshot: ServiceSnapshot) {
    self.init(
      stored.link, isConfigured: false, clicks: clicks, doubts: [], stored: stored, in: snapshot)
  }

  /// - Parameter clicks: includes those counted where the link lived before.
  package init(
    _ stored: StoredLink, clicksWithImported clicks: Int?, in snapshot: ServiceSnapshot
  ) {
    self.init(
      stored, clicks: clicks.map { $0 - (stored.link.importedClicks ?? 0) }, in: snapshot)
  }

  /// Reports a link that has just been made or changed.
  ///
  /// - Parameter store: where other links are whose names concern it.
  package init(
    written stored: StoredLink, at now: Timestamp, in snapshot: ServiceSnapshot,
    beside store: any ManagedLinks
  ) {
    self.init(
      stored.link, isConfigured: false, clicks: nil,
      doubts: snapshot.doubts(about: stored.link, at: now, beside: store),
      stored: stored, in: snapshot)
  }

  private init(
    _ link: ShortLink, isConfigured: Bool, clicks: Int?, doubts: [LinkDoubt],
    stored: StoredLink?, in snapshot: ServiceSnapshot
  ) {
    self.link = link
    self.isConfigured = isConfigured
    self.clicks = clicks.map { $0 + (link.importedClicks ?? 0) }
    self.doubts = doubts
    self.stored = stored
    shortURL = snapshot.shortURL(link.key)
  }

  package var document: JSONOutput {
    link.output(
      shortURL: shortURL, isConfigured: isConfigured, clicks: clicks,
      reservedClicks: reservedClicks, health: health?.document, doubts: doubts)
  }

  package var isPositive: Bool { true }
}
