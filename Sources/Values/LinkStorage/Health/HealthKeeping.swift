import JSONSyntax
package import Links

/// What stores keep of the health of their links' destinations.
///
/// It stands beside the links: neither their revisions nor the feed know of it. It goes with its link,
/// and begins anew when the link gets another destination, is archived or is taken out of the archive.
package protocol HealthKeeping: AnyObject, Sendable {
  /// What is kept of links; those of which nothing is kept are not among the answers.
  ///
  /// - Parameter ids: of the links, no more than some thousand.
  func health(of ids: [Int]) throws(LinkStoreError) -> [Int: HealthEntry]

  /// Links whose next look is due, the longest due first.
  func healthDue(at now: Timestamp, limit: Int) throws(LinkStoreError) -> [HealthDue]

  /// Links whose destinations were never asked, in the order of their identifiers.
  ///
  /// - Parameter id: of the last link of the part before; 0 for the beginning.
  func linksNeverAsked(afterID id: Int, limit: Int) throws(LinkStoreError) -> [StoredLink]

  /// Keeps what looks have come to, with the events that tell of them, all in one transaction. The
  /// answer says how many were kept: a link that is gone or leads elsewhere meanwhile is left alone.
  func keepHealth(
    _ notes: [HealthNote], completion: @escaping StoreCompletion<Int>)

  /// How many links are in each state but `ok`.
  func healthSums() throws(LinkStoreError) -> [HealthState: Int]

  /// The links whose destinations have opened an app, in the order of their identifiers.
  ///
  /// - Parameter id: of the last link of the part before; 0 for the beginning.
  func linksOpeningApps(afterID id: Int, limit: Int) throws(LinkStoreError) -> [HealthDue]
}

/// A link, and what is kept of its destination.
package struct HealthDue: Equatable, Sendable {
  package let link: StoredLink
  package let entry: HealthEntry

  package init(_ link: StoredLink, _ entry: HealthEntry) {
    self.link = link
    self.entry = entry
  }
}

/// What a look at the destination of a link came to.
package struct HealthNote: Equatable, Sendable {
  /// What is to be kept.
  package enum Outcome: Equatable, Sendable {
    /// - Parameter told: as in `HealthEntry`.
    case seen(LinkHealth, told: HealthState?)
    /// What was known stays: the destination is asked later.
    case putOff
    /// Nothing is known of a destination that is not asked.
    case unasked
  }

  /// Of the link.
  package let id: Int
  /// The destination that was asked.
  package let url: String
  package let outcome: Outcome
  /// When to look again.
  package let next: Timestamp
  /// What webhooks are told.
  package let event: WebhookEvent?

  package init(
    id: Int, url: String, _ outcome: Outcome, next: Timestamp, event: WebhookEvent? = nil
  ) {
    self.id = id
    self.url = url
    self.outcome = outcome
    self.next = next
    self.event = event
  }

  /// What comes of a look at a link of which an entry was kept.
  package init(
    _ link: StoredLink, _ entry: HealthEntry, _ look: DestinationLook, opensApp: Bool,
    every: Int, at now: Timestamp
  ) {
    let health = LinkHealth(after: entry.health, look, opensApp: opensApp, at: now)
    let news = entry.news(of: health)
    self.init(
      id: link.id, url: link.link.url, .seen(health, told: news.told),
      next: health.nextLook(every: every),
      event: news.event.map { .health($0, health, of: link) })
  }
}

extension WebhookEvent {
  /// A link that has become unhealthy, or healthy again.
  fileprivate static func health(
    _ type: WebhookEventType, _ health: LinkHealth, of link: StoredLink
  ) -> WebhookEvent {
    var members = link.link.members(password: .hidden)
    members.append(.init("revision", .int(link.revision)))
    members.append(.init("health", health.document))
    return WebhookEvent(
      type, host: link.link.host, time: health.time, data: .object(members))
  }
}
