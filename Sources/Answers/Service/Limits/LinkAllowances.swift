package import HTTPCore
package import LinkStorage
import Synchronization
package import Telemetry
package import WebSyntax

/// The links that apps have made in the last hour, by token and household: neither makes more than its
/// token allows.
///
/// Only links that were allowed are remembered, so a token needs room for no more households than it may
/// make links, however many ask. Nothing is forgotten before its hour is over, since whoever is
/// forgotten could begin anew.
package final class LinkAllowances: Sendable {
  /// The links of one token.
  private struct Log {
    /// The links in the order of their times; those before `first` are over.
    var links: [(time: Double, household: IPAddress?)] = []
    var first = 0
    /// The times of the links of each household, in order.
    var times: [IPAddress?: [Double]] = [:]

    var count: Int { links.count - first }

    mutating func forget(until time: Double) {
      while first < links.count, links[first].time <= time {
        let household = links[first].household
        times[household]?.removeFirst()
        if times[household]?.isEmpty == true { times[household] = nil }
        first += 1
      }
      guard first > 64, first > links.count / 2 else { return }
      links.removeFirst(first)
      first = 0
    }

    /// The seconds until the household may make another link; nil when it may now.
    func wait(_ making: LinkMaking, _ household: IPAddress?, _ time: Double) -> Int? {
      let own = times[household] ?? []
      var oldest = own.count >= making.perHour ? own.first : nil
      if count >= making.perHour * LinkMaking.households {
        oldest = max(oldest ?? links[first].time, links[first].time)
      }
      return oldest.map { max(1, Int(($0 + LinkAllowances.hour - time).rounded(.up))) }
    }

    mutating func add(_ household: IPAddress?, _ time: Double) {
      // Each worker reads the clock itself, so one may be slightly behind another.
      let time = max(time, links.last?.time ?? time)
      links.append((time, household))
      times[household, default: []].append(time)
    }

    mutating func removeLast(of household: IPAddress?) {
      guard let index = links[first...].lastIndex(where: { $0.household == household }) else {
        return
      }
      links.remove(at: index)
      times[household]?.removeLast()
      if times[household]?.isEmpty == true { times[household] = nil }
    }
  }

  private let logs = Mutex<[String: Log]>([:])
  /// The links that were not allowed.
  package let refusals = SharedCounter()

  private static let hour = 3600.0

  package init() {}

  /// Takes one link of a token.
  ///
  /// - Parameter making: what the token allows.
  /// - Returns: nil when it is allowed, otherwise the seconds until it will be.
  package func take(
    _ making: LinkMaking, of token: String, for address: IPAddress?, at now: HTTPInstant
  ) -> Int? {
    let (household, time) = (address?.network(.household), now.steadySeconds)
    let wait = logs.withLock { logs -> Int? in
      if logs[token] == nil {
        logs = logs.filter { $0.value.links.last.map { $0.time > time - Self.hour } ?? false }
      }
      logs[token, default: Log()].forget(until: time - Self.hour)
      if let wait = logs[token]?.wait(making, household, time) { return wait }
      logs[token]?.add(household, time)
      return nil
    }
    if wait != nil { refusals.add() }
    return wait
  }

  /// Gives back a link that was not made after all.
  package func giveBack(of token: String, for address: IPAddress?) {
    logs.withLock { $0[token]?.removeLast(of: address?.network(.household)) }
  }

  /// The number of links that are remembered, for tests.
  var count: Int { logs.withLock { $0.values.reduce(0) { $0 + $1.count } } }
}
