package import JSONSyntax
package import Links

/// The state of a link's destination at its last check.
package enum HealthState: String, CaseIterable, Sendable {
  /// It answers, or redirects temporarily.
  case ok
  /// It has moved permanently, or no longer opens the app that it used to open.
  case moved
  /// It has been missing for at least a day.
  case dead
  /// It redirects in a circle or too often.
  case looping
  /// It gave no conclusive answer, or was missing for the first time.
  case unknown

  package var isUnhealthy: Bool {
    switch self {
    case .moved, .dead, .looping: true
    case .ok, .unknown: false
    }
  }
}

/// The outcome of one check of a destination, after following redirects.
package struct DestinationLook: Equatable, Sendable {
  package enum End: Equatable, Sendable {
    case answered(Int)
    case noSuchName
    case circle
    /// A redirect leads out of the web, for example into an app.
    case beyondWeb
    /// No answer came, or the rules for outgoing requests forbid the request.
    case silence
  }

  package var end: End
  /// The status of the destination itself; nil when it did not answer.
  package var status: Int?
  /// The target of the destination's redirects: the new address if it has moved permanently,
  /// otherwise the last one requested; nil for a destination that answers itself.
  package var location: String?
  /// Whether the destination itself answered that it has moved permanently.
  package var hasMoved: Bool

  package init(
    _ end: End, status: Int? = nil, location: String? = nil, hasMoved: Bool = false
  ) {
    self.end = end
    self.status = status
    self.location = location
    self.hasMoved = hasMoved
  }

  /// Whether the answer means that the destination does not exist.
  fileprivate var isFailure: Bool {
    switch end {
    case .answered(404), .answered(410), .noSuchName: true
    case .answered, .circle, .beyondWeb, .silence: false
    }
  }

  /// The state that this check alone suggests; a first failure proves nothing.
  fileprivate var state: HealthState {
    switch end {
    case .answered(200..<300): hasMoved ? .moved : .ok
    case .beyondWeb: .ok
    case .circle: .looping
    case .answered, .noSuchName, .silence: .unknown
    }
  }
}

package struct LinkHealth: Equatable, Sendable {
  package let state: HealthState
  /// The status of the destination itself; nil when it did not answer.
  package let status: Int?
  /// See `DestinationLook.location`.
  package let location: String?
  package let time: Timestamp
  /// The time of the first of the current run of failures; nil when the last check did not fail.
  package let failedSince: Timestamp?
  /// Whether it has opened an app since the link has led there.
  package let opensApp: Bool

  package init(
    _ state: HealthState, status: Int?, location: String?, time: Timestamp,
    failedSince: Timestamp? = nil, opensApp: Bool = false
  ) {
    self.state = state
    self.status = status
    self.location = location
    self.time = time
    self.failedSince = failedSince
    self.opensApp = opensApp
  }

  /// The health after a check.
  ///
  /// - Parameters:
  ///   - before: the known health of the same destination; nil for the first check.
  ///   - opensApp: whether our own routes now open an app there.
  package init(
    after before: LinkHealth?, _ look: DestinationLook, opensApp: Bool, at now: Timestamp
  ) {
    // A clock that was ahead may have dated the first failure.
    let since = look.isFailure ? min(before?.failedSince ?? now, now) : nil
    let hasFailedTwice =
      since.map { now.secondsSinceEpoch - $0.secondsSinceEpoch >= Self.day } ?? false
    let hadApp = before?.opensApp ?? false
    var state = hasFailedTwice ? .dead : look.state
    // The page of a removed route is missing, too.
    if hadApp, !opensApp { state = .moved }
    self.init(
      state, status: look.status, location: look.location, time: now, failedSince: since,
      opensApp: hadApp || opensApp)
  }

  /// The time of the next check.
  ///
  /// - Parameter every: seconds between two checks of a destination that answers.
  package func nextLook(every: Int) -> Timestamp {
    let wait =
      switch (state, status) {
      case (.unknown, _) where failedSince != nil: Self.day
      // A server that answers like this will probably do so tomorrow, too.
      case (.unknown, .some(..<500)): every
      case (.unknown, _): min(every, Self.day)
      case (.ok, _), (.moved, _), (.dead, _), (.looping, _): every
      }
    return Timestamp(secondsSinceEpoch: time.secondsSinceEpoch + wait)
  }

  /// The seconds of failure after which a destination is dead.
  package static let day = 86_400

  /// The JSON for API clients and webhooks.
  package var document: JSONOutput {
    .object([
      .init("state", .string(state.rawValue)), .init("status", status.map { .int($0) } ?? .null),
      .init("time", .string(time.description)), .init("location", .optional(location)),
    ])
  }
}

package struct HealthEntry: Equatable, Sendable {
  /// The health; nil before the first check.
  package var health: LinkHealth?
  /// The unhealthy state that webhooks were last told of; nil if they know of none.
  package var told: HealthState?

  package init(health: LinkHealth? = nil, told: HealthState? = nil) {
    self.health = health
    self.told = told
  }

  /// The event to send for a new state, and the value of `told` afterwards.
  ///
  /// A link whose state is unknown for a while counts neither as unhealthy nor as healthy again.
  package func news(
    of health: LinkHealth
  ) -> (event: WebhookEventType?, told: HealthState?) {
    if health.state.isUnhealthy {
      return (health.state == told ? nil : .linkUnhealthy, health.state)
    }
    guard health.state == .ok, told != nil else { return (nil, told) }
    return (.linkHealthy, nil)
  }
}

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

  /// The links whose next check is due, the longest overdue first; then those that wait for longer than
  /// any link does, because a clock that was ahead has dated their checks.
  ///
  /// - Parameter seconds: the longest wait between two checks.
  func healthDue(
    at now: Timestamp, waiting seconds: Int, limit: Int
  ) throws(LinkStoreError) -> [HealthDue]

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
      event: news.event.map { type in
        WebhookEvent(
          type, link.link, revision: link.revision, now,
          besides: [.init("health", health.document)])
      })
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

  /// The longest time from one check of a destination to the next, in seconds.
  package var longestWait: Int { max(every, LinkHealth.day) }
}
