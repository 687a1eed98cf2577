import JSONSyntax
package import Links

/// The health of the links' destinations, as stores keep it.
///
/// It is kept separately from the links: neither their revisions nor the feed reflect it. It is deleted
/// with its link, and reset when the link gets another destination, is archived or is restored from the
/// archive.
package protocol HealthKeeping: AnyObject, Sendable {
  /// The health of links; links without an entry are left out.
  ///
  /// - Parameter ids: the identifiers of a few thousand links at most.
  func health(of ids: [Int]) throws(LinkStoreError) -> [Int: HealthEntry]

  /// The links whose next check is due, the longest overdue first.
  func healthDue(at now: Timestamp, limit: Int) throws(LinkStoreError) -> [HealthDue]

  /// The links whose destinations were never checked, ordered by identifier.
  ///
  /// - Parameter id: the identifier of the last link of the preceding page; 0 for the first page.
  func linksNeverAsked(afterID id: Int, limit: Int) throws(LinkStoreError) -> [StoredLink]

  /// Stores the results of checks together with their events, in one transaction. The answer is the
  /// number stored: a link that was deleted or got another destination meanwhile is skipped.
  func keepHealth(
    _ notes: [HealthNote], completion: @escaping StoreCompletion<Int>)

  /// The number of links in each state except `ok`.
  func healthSums() throws(LinkStoreError) -> [HealthState: Int]

  /// The links whose destinations have opened an app, ordered by identifier.
  ///
  /// - Parameter id: the identifier of the last link of the preceding page; 0 for the first page.
  func linksOpeningApps(afterID id: Int, limit: Int) throws(LinkStoreError) -> [HealthDue]
}

package typealias HealthDue = (link: StoredLink, entry: HealthEntry)

package struct HealthNote: Equatable, Sendable {
  package enum Outcome: Equatable, Sendable {
    /// - Parameter told: see `HealthEntry`.
    case seen(LinkHealth, told: HealthState?)
    /// The known health stays; the destination is checked later.
    case putOff
    /// The destination is not to be checked, so nothing is known about it.
    case unasked
  }

  package let id: Int
  /// The destination that was checked.
  package let url: String
  package let outcome: Outcome
  package let next: Timestamp
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

  /// The result of a check, given what was known before.
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
  /// The event for a link that became unhealthy, or healthy again.
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

/// The pace of checks of destinations, which keeps them from burdening a server.
package struct LookPace: Equatable, Sendable {
  /// Seconds between two checks of a destination that answers.
  package var every = 7 * 86_400
  /// The maximum number of concurrent requests to one host.
  package var perHost = 1
  /// The maximum number of requests per second to all hosts.
  package var perSecond = 2

  package init() {}
}
