import JSONSyntax
import LinkStorage
import Links

/// A sum that grows in the transactions that count, until an event reports it.
struct EventSum: Equatable, Sendable {
  enum Kind: Int, CaseIterable, Sendable {
    case clicks = 0
    case launches = 1
  }

  let key: Key
  let count: Int

  /// The sums that a batch adds to, one for each kind, owner and name.
  static func sums(
    of clicks: [ClickCount], _ launches: [LaunchCount], for types: Set<WebhookEventType>
  ) -> [EventSum] {
    var sums: [Key: Int] = [:]
    if types.contains(.clicksSummed) {
      for click in clicks where !click.kind.isBot {
        let key = Key(kind: .clicks, owner: click.key.host, name: click.key.slug)
        sums[key, default: 0] += click.count
      }
    }
    if types.contains(.launchesSummed) {
      for launch in launches {
        let key = Key(kind: .launches, owner: launch.app, name: launch.event)
        sums[key, default: 0] += launch.count
      }
    }
    return sums.map { EventSum(key: $0.key, count: $0.value) }.sorted { $0.key.isBefore($1.key) }
  }

  struct Key: Hashable, Sendable {
    let kind: Kind
    /// The host of the link, or the name of the app.
    let owner: String
    /// The slug of the link, or the name of the event.
    let name: String

    func isBefore(_ other: Key) -> Bool {
      if kind != other.kind { return kind.rawValue < other.kind.rawValue }
      return LinkKey(host: owner, slug: name).isBefore(LinkKey(host: other.owner, slug: other.name))
    }
  }
}

/// How sums are reported as events.
package enum EventSums {
  /// Seconds between two reports.
  package static let period = 60
  /// The maximum number of sums reported at a time, the largest first; the others wait for the next
  /// report.
  static let sumsAtATime = 5000
  /// The maximum number of sums in one event, so that its body stays below 20 kB.
  static let sumsOfEvent = 50

  /// The events that report sums. Sums of links are grouped by host, so that an endpoint only receives
  /// those of its own hosts.
  ///
  /// - Parameters:
  ///   - since: the beginning of the sums.
  ///   - now: their end.
  static func events(
    _ sums: [EventSum], since: Timestamp, now: Timestamp
  ) -> [WebhookEvent] {
    let clicks = Dictionary(grouping: sums.filter { $0.key.kind == .clicks }, by: \.key.owner)
    let ofHosts = clicks.sorted { $0.key < $1.key }.flatMap { host, sums in
      parts(sums).map { part in
        event(.clicksSummed, host, since, now, part, "links", ("host", "slug", "clicks"))
      }
    }
    return ofHosts
      + parts(sums.filter { $0.key.kind == .launches }).map { part in
        event(.launchesSummed, nil, since, now, part, "apps", ("app", "event", "launches"))
      }
  }

  private static func parts(_ sums: [EventSum]) -> [ArraySlice<EventSum>] {
    let sorted = sums.sorted { one, other in
      one.count == other.count ? one.key.isBefore(other.key) : one.count > other.count
    }
    return stride(from: 0, to: sorted.count, by: sumsOfEvent).map {
      sorted[$0..<min($0 + sumsOfEvent, sorted.count)]
    }
  }

  /// - Parameters:
  ///   - list: the name of the list of the sums.
  ///   - names: those of an owner, a name and a count in it.
  private static func event(
    _ type: WebhookEventType, _ host: String?, _ since: Timestamp, _ now: Timestamp,
    _ sums: ArraySlice<EventSum>, _ list: String, _ names: (String, String, String)
  ) -> WebhookEvent {
    let rows = sums.map { sum in
      [
        names.0: .string(sum.key.owner), names.1: .string(sum.key.name),
        names.2: .int(sum.count),
      ] as JSONOutput
    }
    return WebhookEvent(
      type, host: host, time: now,
      data: [
        "since": .string(since.description), "until": .string(now.description),
        list: .array(rows),
      ])
  }
}
