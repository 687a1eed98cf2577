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
  /// The links that were not allowed.
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
      let isNew = links[token] == nil
      for name in isNew ? Array(links.keys) : [token] {
        links[name]?.removeAll { $0.time <= time - Self.hour }
        if links[name]?.isEmpty == true { links[name] = nil }
      }
      let all = links[token] ?? []
      let own = all.filter { $0.household == household }
      let oldest = [
        own.count < making.perHour ? nil : own.first?.time,
        all.count < making.perHour * LinkMaking.households ? nil : all.first?.time,
      ].compactMap(\.self).max()
      if oldest == nil { links[token, default: []].append((time, household)) }
      return oldest.map { $0 + Self.hour }
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
