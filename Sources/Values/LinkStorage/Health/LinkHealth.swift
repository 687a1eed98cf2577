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
    let since = look.isFailure ? before?.failedSince ?? now : nil
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
