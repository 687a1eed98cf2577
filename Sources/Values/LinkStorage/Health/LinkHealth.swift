package import JSONSyntax
package import Links

/// How the destination of a link did when it was last asked.
package enum HealthState: String, CaseIterable, Sendable {
  /// It answers, or leads on for the time being.
  case ok
  /// It has another address for good, or no longer opens the app that it used to open.
  case moved
  /// It has been missing for a day at least.
  case dead
  /// It leads in a circle, or too far.
  case looping
  /// No answer that says anything, or the first that says that it is missing.
  case unknown

  /// Whether somebody should mend the link.
  package var isUnhealthy: Bool {
    switch self {
    case .moved, .dead, .looping: true
    case .ok, .unknown: false
    }
  }
}

/// What one look at a destination saw, redirects followed.
package struct DestinationLook: Equatable, Sendable {
  /// What became of the last question.
  package enum End: Equatable, Sendable {
    case answered(Int)
    /// The name of the host does not exist.
    case noSuchName
    case circle
    /// A redirect leads out of the web, as into an app.
    case beyondWeb
    /// Nothing came back, or the rules for outgoing requests forbid to ask.
    case silence
  }

  /// What the last question came to.
  package var end: End
  /// The status of the destination itself; nil when it did not answer.
  package var status: Int?
  /// Where the destination leads: of one that has moved for good the new address, of others the
  /// last one that was asked; nil for one that answers itself.
  package var location: String?
  /// Whether the destination itself said that it has moved for good.
  package var hasMoved: Bool

  package init(
    _ end: End, status: Int? = nil, location: String? = nil, hasMoved: Bool = false
  ) {
    self.end = end
    self.status = status
    self.location = location
    self.hasMoved = hasMoved
  }

  /// Whether it says that nothing is there.
  fileprivate var isFailure: Bool {
    switch end {
    case .answered(404), .answered(410), .noSuchName: true
    case .answered, .circle, .beyondWeb, .silence: false
    }
  }

  /// What the look alone comes to, a first failure being nothing certain.
  fileprivate var state: HealthState {
    switch end {
    case .answered(200..<300): hasMoved ? .moved : .ok
    case .beyondWeb: .ok
    case .circle: .looping
    case .answered, .noSuchName, .silence: .unknown
    }
  }
}

/// What is known of a link's destination.
package struct LinkHealth: Equatable, Sendable {
  package let state: HealthState
  /// The status of the destination itself; nil when it did not answer.
  package let status: Int?
  /// As `DestinationLook.location`.
  package let location: String?
  /// When it was asked.
  package let time: Timestamp
  /// The first of the failures that have followed each other until now; nil when the last look was none.
  package let failedSince: Timestamp?
  /// Whether it has opened an app since the link leads there.
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

  /// What is known after a look.
  ///
  /// - Parameters:
  ///   - before: what was known of the same destination; nil for the first look.
  ///   - opensApp: whether our own routes open an app there now.
  package init(
    after before: LinkHealth?, _ look: DestinationLook, opensApp: Bool, at now: Timestamp
  ) {
    let since = look.isFailure ? before?.failedSince ?? now : nil
    let hasFailedTwice =
      since.map { now.secondsSinceEpoch - $0.secondsSinceEpoch >= Self.day } ?? false
    let hadApp = before?.opensApp ?? false
    var state = hasFailedTwice ? .dead : look.state
    // The page of a route that is gone is missing, too.
    if hadApp, !opensApp { state = .moved }
    self.init(
      state, status: look.status, location: look.location, time: now, failedSince: since,
      opensApp: hadApp || opensApp)
  }

  /// When to look again.
  ///
  /// - Parameter every: seconds between two looks at a destination that answers.
  package func nextLook(every: Int) -> Timestamp {
    let wait =
      switch (state, status) {
      case (.unknown, _) where failedSince != nil: Self.day
      // Servers that answer so are known to do so tomorrow.
      case (.unknown, .some(..<500)): every
      case (.unknown, _): min(every, Self.day)
      case (.ok, _), (.moved, _), (.dead, _), (.looping, _): every
      }
    return Timestamp(secondsSinceEpoch: time.secondsSinceEpoch + wait)
  }

  /// Seconds between the two failures that make a destination dead.
  package static let day = 86_400

  /// What calls and webhooks tell of it.
  package var document: JSONOutput {
    .object([
      .init("state", .string(state.rawValue)), .init("status", status.map { .int($0) } ?? .null),
      .init("time", .string(time.description)), .init("location", .optional(location)),
    ])
  }
}

/// What a store keeps of the health of a link.
package struct HealthEntry: Equatable, Sendable {
  /// Nil when the destination was not asked yet.
  package var health: LinkHealth?
  /// The state of which webhooks were told; nil while they know of none that is unhealthy.
  package var told: HealthState?

  package init(health: LinkHealth? = nil, told: HealthState? = nil) {
    self.health = health
    self.told = told
  }

  /// What webhooks have to be told, and what they know afterwards.
  ///
  /// A link of which nothing is certain for a while is neither unhealthy nor healthy again.
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
