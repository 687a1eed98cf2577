package import LinkStorage
package import Links
import WebSyntax

/// The checks that are under way or waiting for their turn: a value without input or output.
///
/// A host that asks to be left alone or does not answer is paused, and so are the checks of its other
/// destinations.
package struct LookRound: Sendable {
  package struct Ask: Equatable, Sendable {
    package let id: Int
    package let question: DestinationWalk.Question
  }

  package struct Ended: Equatable, Sendable {
    package enum Outcome: Equatable, Sendable {
      case seen(DestinationLook)
      /// The host is paused until then.
      case putOff(until: Timestamp)
    }

    package let link: StoredLink
    /// The entry as it was before.
    package let entry: HealthEntry
    package let outcome: Outcome
  }

  private struct Check: Sendable {
    let link: StoredLink
    let entry: HealthEntry
    var walk: DestinationWalk { didSet { host = Self.host(of: walk) } }
    var isUnderWay = false
    /// The host of the destination itself.
    let ownHost: String
    /// The host of the next request.
    private(set) var host: String

    init(_ link: StoredLink, _ entry: HealthEntry) {
      self.link = link
      self.entry = entry
      walk = DestinationWalk(LinkDestination.filled(link.link.url, slug: link.link.slug))
      ownHost = Self.host(of: walk)
      host = ownHost
    }

    private static func host(of walk: DestinationWalk) -> String {
      guard case .ask(let question) = walk.step else { return "" }
      return WebURL(question.url)?.comparedHost ?? ""
    }
  }

  private struct HostState: Sendable {
    /// The number of links whose own destination is on the host.
    var waiting = 0
    var underWay = 0
    var restsUntil = 0
    var failures = 0
  }

  package var pace: LookPace
  private var checks: [Int: Check] = [:]
  /// The identifiers of checks waiting for their turn.
  private var order: [Int] = []
  private var hosts: [String: HostState] = [:]
  private var ended: [Ended] = []
  /// The current second, since 1970, and the number of requests begun in it.
  private var running = (second: 0, asked: 0)

  /// Seconds of pause after a host's first failure, doubled after each further one.
  private static let rest = 60
  private static let longestRest = 3600
  /// Seconds until a link is tried again that found many others of its host waiting.
  private static let crowded = 600
  /// The maximum number of hosts remembered; beyond it, hosts that are neither in use nor paused are
  /// forgotten.
  private static let hostLimit = 10_000

  package init(_ pace: LookPace) {
    self.pace = pace
  }

  /// The number of checks under way or waiting for their turn.
  package var count: Int { checks.count }

  /// How many more checks to add, so that there is something to do for a while.
  package var room: Int { max(size - checks.count, 0) }

  private var size: Int { pace.perSecond * 30 }

  /// Whether a link is being checked, or its check has finished and was not taken.
  package func has(_ id: Int) -> Bool {
    checks[id] != nil || ended.contains { $0.link.id == id }
  }

  /// Adds a link, or postpones it when many of its host are waiting: a slow host must not delay others.
  package mutating func add(_ link: StoredLink, _ entry: HealthEntry, at now: Timestamp) {
    guard !has(link.id) else { return }
    let one = Check(link, entry)
    let host = one.ownHost
    guard hosts[host, default: HostState()].waiting < max(size / 4, 1) else {
      let later = Timestamp(secondsSinceEpoch: now.secondsSinceEpoch + Self.crowded)
      ended.append(Ended(link: link, entry: entry, outcome: .putOff(until: later)))
      return
    }
    hosts[host, default: HostState()].waiting += 1
    checks[link.id] = one
    order.append(link.id)
  }

  /// The requests to send now.
  package mutating func begin(at now: Timestamp) -> [Ask] {
    if running.second != now.secondsSinceEpoch { running = (now.secondsSinceEpoch, 0) }
    var asks: [Ask] = []
    var waiting: [Int] = []
    for (index, id) in order.enumerated() {
      guard running.asked < pace.perSecond else {
        waiting += order[index...]
        break
      }
      guard let one = checks[id], case .ask(let question) = one.walk.step else { continue }
      let host = one.host
      var state = hosts[host] ?? HostState()
      if state.restsUntil > now.secondsSinceEpoch {
        end(id, .putOff(until: Timestamp(secondsSinceEpoch: state.restsUntil)))
      } else if state.underWay < pace.perHost {
        running.asked += 1
        state.underWay += 1
        hosts[host] = state
        checks[id]?.isUnderWay = true
        asks.append(Ask(id: id, question: question))
      } else {
        waiting.append(id)
      }
    }
    order = waiting
    forgetHosts(now)
    return asks
  }

  /// Takes the outcome of a request.
  ///
  /// - Parameters:
  ///   - answer: the outcome.
  ///   - wait: the seconds for which the server asks to be left alone; nil for none.
  ///   - id: the identifier of the link.
  ///   - now: the current time.
  /// - Returns: a host name to look up for `take(nameIsKnown:of:)`; nil for none.
  package mutating func take(
    _ answer: DestinationWalk.Answer, wait: Int? = nil, of id: Int, at now: Timestamp
  ) -> String? {
    guard var one = checks[id], one.isUnderWay else { return nil }
    let host = one.host
    one.isUnderWay = false
    one.walk.take(answer)
    // A server that does not support HEAD is tried with GET before it is paused.
    let isTriedAgain = if answer == .closed, case .ask = one.walk.step { true } else { false }
    note(isTriedAgain ? nil : answer, wait, of: host, at: now)
    checks[id] = one
    return advance(id)
  }

  /// Takes the outcome of a look-up; nil when the name servers did not say.
  package mutating func take(nameIsKnown isKnown: Bool?, of id: Int) {
    checks[id]?.walk.take(nameIsKnown: isKnown)
    _ = advance(id)
  }

  /// Removes and returns the finished checks.
  package mutating func takeEnded() -> [Ended] {
    defer { ended = [] }
    return ended
  }

  private mutating func advance(_ id: Int) -> String? {
    switch checks[id]?.walk.step {
    // A check that has begun is completed before another begins.
    case .ask: order.insert(id, at: 0)
    case .lookUp(let name): return name
    case .done(let look): end(id, .seen(look))
    case nil: break
    }
    return nil
  }

  private mutating func end(_ id: Int, _ outcome: Ended.Outcome) {
    guard let one = checks.removeValue(forKey: id) else { return }
    hosts[one.ownHost]?.waiting -= 1
    ended.append(Ended(link: one.link, entry: one.entry, outcome: outcome))
  }

  private mutating func note(
    _ answer: DestinationWalk.Answer?, _ wait: Int?, of host: String, at now: Timestamp
  ) {
    var state = hosts[host] ?? HostState()
    state.underWay = max(state.underWay - 1, 0)
    switch answer {
    case .answered(429, _), .answered(503, _), .silence, .closed:
      let own = Self.rest << min(state.failures, 6)
      let rest = min(max(own, wait ?? 0), Self.longestRest)
      state.failures = min(state.failures + 1, 6)
      state.restsUntil = now.secondsSinceEpoch + rest
    case .answered, .nameless: state.failures = 0
    case nil: break
    }
    hosts[host] = state
  }

  private mutating func forgetHosts(_ now: Timestamp) {
    guard hosts.count > Self.hostLimit else { return }
    hosts = hosts.filter {
      $0.value.underWay > 0 || $0.value.waiting > 0 || $0.value.restsUntil > now.secondsSinceEpoch
    }
  }
}
