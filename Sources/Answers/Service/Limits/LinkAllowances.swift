package import HTTPCore
package import LinkStorage
import Synchronization
package import Telemetry
package import WebSyntax

/// The links that apps have made in the last hour, by token: no household and no token makes more than
/// the token allows.
///
/// Only what was allowed is remembered, so a token needs no more room however many ask. Nothing is
/// forgotten before its hour is over: whoever is forgotten could begin anew.
package final class LinkAllowances: Sendable {
  private struct State {
    var links: [String: [(time: Double, household: IPAddress?)]] = [:]
    /// What requests in progress have taken.
    var running: [String: Running] = [:]
  }

  /// A link that is being made. A request that is repeated meanwhile, with the same key, shares it.
  private struct Running {
    let token: String
    let household: IPAddress?
    var requests = 1
    var isMade = false
  }

  private let state = Mutex(State())
  package let refusals = SharedCounter()

  private static let hour = 3600.0

  /// Takes one link of a token, until `end` tells whether it was made.
  ///
  /// - Parameter key: the key of the request, which is that of one token.
  /// - Returns: nil when it is allowed, otherwise the seconds until it will be.
  package func take(
    _ making: LinkMaking, of token: String, for address: IPAddress?, at now: HTTPInstant,
    by key: String
  ) -> Int? {
    let (household, time) = (address?.network(.household), now.steadySeconds)
    let end = state.withLock { state -> Double? in
      guard state.running[key] == nil else {
        state.running[key]?.requests += 1
        return nil
      }
      if state.links[token] == nil {
        state.links = state.links.filter { ($0.value.last?.time ?? 0) > time - Self.hour }
      }
      var all = state.links.removeValue(forKey: token) ?? []
      defer { state.links[token] = all }
      all.removeFirst(all.prefix { $0.time <= time - Self.hour }.count)
      // A token that has made all its links is refused without a look at each of them.
      guard all.count < making.perHour * LinkMaking.households else {
        return all.first.map { $0.time + Self.hour }
      }
      let own = all.lazy.filter { $0.household == household }.map(\.time)
      if own.count >= making.perHour { return own.first.map { $0 + Self.hour } }
      all.append((time, household))
      state.running[key] = Running(token: token, household: household)
      return nil
    }
    guard let end else { return nil }
    refusals.add()
    return max(1, Int((end - time).rounded(.up)))
  }

  /// Ends a request that was allowed. The last one with its key gives the link back, unless one of
  /// them has made it.
  package func end(_ key: String, isMade: Bool) {
    state.withLock { state in
      guard var running = state.running.removeValue(forKey: key) else { return }
      running.requests -= 1
      running.isMade = running.isMade || isMade
      guard running.requests == 0 else {
        state.running[key] = running
        return
      }
      let index = state.links[running.token]?.lastIndex { $0.household == running.household }
      if let index, !running.isMade { state.links[running.token]?.remove(at: index) }
    }
  }
}
