import JSONSyntax
package import Links

/// A sum that grows in the transactions that count, until it is told.
package struct EventSum: Equatable, Sendable {
  package enum Kind: Int, CaseIterable, Sendable {
    /// Clicks of a link.
    case clicks = 0
    /// Launches of an app by an event.
    case launches = 1
  }

  package let kind: Kind
  /// The host of the link, or the name of the app.
  package let owner: String
  /// The slug of the link, or the event.
  package let name: String
  package let count: Int

  package init(_ kind: Kind, owner: String, name: String, count: Int) {
    self.kind = kind
    self.owner = owner
    self.name = name
    self.count = count
  }

  /// The sums that a batch adds to, each once, by owner and name.
  ///
  /// - Parameter types: the types of events that are told.
  package static func sums(
    of clicks: [ClickCount], _ launches: [LaunchCount], for types: Set<WebhookEventType>
  ) -> [EventSum] {
    var sums: [Place: Int] = [:]
    if types.contains(.clicksSummed) {
      for click in clicks where !click.isBot {
        sums[Place(.clicks, click.key.host, click.key.slug), default: 0] += click.count
      }
    }
    if types.contains(.launchesSummed) {
      for launch in launches {
        sums[Place(.launches, launch.app, launch.event), default: 0] += launch.count
      }
    }
    return sums.map { place, count in
      EventSum(place.kind, owner: place.owner, name: place.name, count: count)
    }.sorted { $0.place.isBefore($1.place) }
  }

  /// What tells sums apart.
  package struct Place: Hashable, Sendable {
    let kind: Kind
    let owner: String
    let name: String

    package init(_ kind: Kind, _ owner: String, _ name: String) {
      self.kind = kind
      self.owner = owner
      self.name = name
    }

    func isBefore(_ other: Place) -> Bool {
      if kind != other.kind { return kind.rawValue < other.kind.rawValue }
      if owner != other.owner {
        return owner.utf8.lexicographicallyPrecedes(other.owner.utf8)
      }
      return name.utf8.lexicographicallyPrecedes(other.name.utf8)
    }
  }

  package var place: Place { Place(kind, owner, name) }
}

/// How sums are told.
package enum EventSums {
  /// Seconds between two tellings.
  package static let period = 60
  /// So many sums are told at a time, the largest first; the others stay for the next time.
  package static let sumsAtATime = 5000
  /// So many stand in one event, so that its body stays below 20 kB.
  static let sumsOfEvent = 50

  /// The events that tell sums: those of links by their hosts, so that an endpoint hears of its own
  /// hosts alone.
  ///
  /// - Parameters:
  ///   - since: when the sums began.
  ///   - now: when they end.
  package static func events(
    _ sums: [EventSum], since: Timestamp, now: Timestamp
  ) -> [WebhookEvent] {
    let clicks = Dictionary(grouping: sums.filter { $0.kind == .clicks }, by: \.owner)
    var events = clicks.keys.sorted().flatMap { host in
      parts(clicks[host] ?? []).map { part in
        let rows = part.map { sum in
          JSONOutput.object([
            .init("host", .string(host)), .init("slug", .string(sum.name)),
            .init("clicks", .int(sum.count)),
          ])
        }
        return event(.clicksSummed, host, since, now, .init("links", .array(rows)))
      }
    }
    events += parts(sums.filter { $0.kind == .launches }).map { part in
      let rows = part.map { sum in
        JSONOutput.object([
          .init("app", .string(sum.owner)), .init("event", .string(sum.name)),
          .init("launches", .int(sum.count)),
        ])
      }
      return event(.launchesSummed, nil, since, now, .init("apps", .array(rows)))
    }
    return events
  }

  private static func parts(_ sums: [EventSum]) -> [ArraySlice<EventSum>] {
    let sorted = sums.sorted { one, other in
      one.count == other.count ? one.place.isBefore(other.place) : one.count > other.count
    }
    return stride(from: 0, to: sorted.count, by: sumsOfEvent).map {
      sorted[$0..<min($0 + sumsOfEvent, sorted.count)]
    }
  }

  private static func event(
    _ type: WebhookEventType, _ host: String?, _ since: Timestamp, _ now: Timestamp,
    _ rows: JSONOutput.Member
  ) -> WebhookEvent {
    WebhookEvent(
      type, host: host, time: now,
      data: .object([
        .init("since", .string(since.description)), .init("until", .string(now.description)), rows,
      ]))
  }
}
