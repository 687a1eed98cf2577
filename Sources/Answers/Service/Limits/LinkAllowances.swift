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
  private let links = Mutex<[String: [(time: Double, household: IPAddress?)]]>([:])
  package let refusals = SharedCounter()

  private static let hour = 3600.0

  /// Takes one link of a token.
  ///
  /// - Returns: nil when it is allowed, otherwise the seconds until it will be.
  package func take(
    _ making: LinkMaking, of token: String, for address: IPAddress?, at now: HTTPInstant
  ) -> Int? {
    let (household, time) = (address?.network(.household), now.steadySeconds)
    let end = links.withLock { links -> Double? in
      if links[token] == nil {
        links = links.filter { ($0.value.last?.time ?? 0) > time - Self.hour }
      }
      var all = links.removeValue(forKey: token) ?? []
      defer { links[token] = all }
      all.removeFirst(all.prefix { $0.time <= time - Self.hour }.count)
      // A token that has made all its links is refused without a look at each of them.
      guard all.count < making.perHour * LinkMaking.households else {
        return all.first.map { $0.time + Self.hour }
      }
      let own = all.lazy.filter { $0.household == household }.map(\.time)
      if own.count >= making.perHour { return own.first.map { $0 + Self.hour } }
      all.append((time, household))
      return nil
    }
    guard let end else { return nil }
    refusals.add()
    return max(1, Int((end - time).rounded(.up)))
  }

  /// Gives back a link that was not made after all.
  package func giveBack(of token: String, for address: IPAddress?) {
    let household = address?.network(.household)
    links.withLock { links in
      let index = links[token]?.lastIndex { $0.household == household }
      if let index { links[token]?.remove(at: index) }
    }
  }
}
