package import LinkStorage
package import Links
import WebSyntax

/// How destinations are looked at without burdening anybody.
package struct LookPace: Equatable, Sendable {
  /// Seconds between two looks at a destination that answers.
  package var every = 7 * 86_400
  /// Questions under way to one host.
  package var perHost = 1
  /// Questions a second to all hosts.
  package var perSecond = 2

  package init() {}
}

/// The looks that are under way or wait for their turn: a value without input or output.
///
/// A host that asks to be left alone, or does not answer, rests, and so do the looks at its other
/// destinations.
package struct LookRound: Sendable {
  /// A question that is to be asked now.
  package struct Ask: Equatable, Sendable {
    /// Of the link.
    package let id: Int
    package let question: DestinationWalk.Question
  }

  /// A look that is over.
  package struct Ended: Equatable, Sendable {
    package enum Outcome: Equatable, Sendable {
      case seen(DestinationLook)
      /// The host rests until then.
      case putOff(until: Timestamp)
    }

    package let link: StoredLink
    package let entry: HealthEntry
    package let outcome: Outcome
  }

  private struct Walking: Sendable {
    let link: StoredLink
    let entry: HealthEntry
    var walk: DestinationWalk
    var isUnderWay = false

    /// The host of the next question.
    var host: String {
      guard case .ask(let question) = walk.step else { return "" }
      return WebURL(question.url)?.host.lowercased() ?? ""
    }
  }

  private struct Standing: Sendable {
    var underWay = 0
    var restsUntil = 0
    var failures = 0
  }

  package var pace: LookPace
  private var walking: [Int: Walking] = [:]
  /// Those that wait for their turn.
  private var order: [Int] = []
  private var hosts: [String: Standing] = [:]
  private var ended: [Ended] = []

  /// Seconds that a host rests after its first failure; twice as long after each further one.
  private static let rest = 60
  private static let longestRest = 3600
  /// So many hosts are remembered: beyond, those that are neither asked nor at rest are forgotten.
  private static let hostLimit = 10_000

  package init(_ pace: LookPace) {
    self.pace = pace
  }

  /// How many more looks there should be, so that there is something to ask for a while.
  package var room: Int { max(pace.perSecond * 30 - walking.count, 0) }

  package func has(_ id: Int) -> Bool { walking[id] != nil }

  package mutating func add(_ link: StoredLink, _ entry: HealthEntry) {
    guard walking[link.id] == nil else { return }
    walking[link.id] = Walking(
      link: link, entry: entry, walk: DestinationWalk(link.link.url))
    order.append(link.id)
  }

  /// The questions of one second.
  package mutating func begin(at now: Timestamp) -> [Ask] {
    var asks: [Ask] = []
    var waiting: [Int] = []
    for id in order {
      guard let one = walking[id], case .ask(let question) = one.walk.step else { continue }
      let host = one.host
      var standing = hosts[host] ?? Standing()
      if standing.restsUntil > now.secondsSinceEpoch {
        end(id, .putOff(until: Timestamp(secondsSinceEpoch: standing.restsUntil)))
      } else if asks.count < pace.perSecond, standing.underWay < pace.perHost {
        standing.underWay += 1
        hosts[host] = standing
        walking[id]?.isUnderWay = true
        asks.append(Ask(id: id, question: question))
      } else {
        waiting.append(id)
      }
    }
    order = waiting
    forgetHosts(now)
    return asks
  }

  /// Takes the answer to a question.
  ///
  /// - Parameters:
  ///   - answer: what it came to.
  ///   - wait: the seconds for which the server asks to be left alone; nil when it does not.
  /// - Returns: a name that is to be looked up, whose answer `take(nameIsKnown:of:)` takes.
  package mutating func take(
    _ answer: DestinationWalk.Answer, wait: Int? = nil, of id: Int, at now: Timestamp
  ) -> String? {
    guard var one = walking[id], one.isUnderWay else { return nil }
    let host = one.host
    one.isUnderWay = false
    one.walk.take(answer)
    // A server that knows no HEAD is asked by GET before it rests.
    let isTriedAgain = if answer == .closed, case .ask = one.walk.step { true } else { false }
    note(isTriedAgain ? .nameless : answer, wait, of: host, at: now)
    walking[id] = one
    return goOn(id)
  }

  package mutating func take(nameIsKnown isKnown: Bool?, of id: Int) {
    walking[id]?.walk.take(nameIsKnown: isKnown)
    _ = goOn(id)
  }

  package mutating func takeEnded() -> [Ended] {
    defer { ended = [] }
    return ended
  }

  private mutating func goOn(_ id: Int) -> String? {
    switch walking[id]?.walk.step {
    // What has begun comes to its end before something else begins.
    case .ask: order.insert(id, at: 0)
    case .lookUp(let name): return name
    case .done(let look): end(id, .seen(look))
    case nil: break
    }
    return nil
  }

  private mutating func end(_ id: Int, _ outcome: Ended.Outcome) {
    guard let one = walking.removeValue(forKey: id) else { return }
    ended.append(Ended(link: one.link, entry: one.entry, outcome: outcome))
  }

  private mutating func note(
    _ answer: DestinationWalk.Answer, _ wait: Int?, of host: String, at now: Timestamp
  ) {
    var standing = hosts[host] ?? Standing()
    standing.underWay = max(standing.underWay - 1, 0)
    switch answer {
    case .answered(429, _), .answered(503, _), .silence, .closed:
      let own = Self.rest << min(standing.failures, 6)
      let rest = min(max(own, wait ?? 0), Self.longestRest)
      standing.failures = min(standing.failures + 1, 6)
      standing.restsUntil = now.secondsSinceEpoch + rest
    case .answered, .nameless: standing.failures = 0
    }
    hosts[host] = standing
  }

  private mutating func forgetHosts(_ now: Timestamp) {
    guard hosts.count > Self.hostLimit else { return }
    hosts = hosts.filter {
      $0.value.underWay > 0 || $0.value.restsUntil > now.secondsSinceEpoch
    }
  }
}
