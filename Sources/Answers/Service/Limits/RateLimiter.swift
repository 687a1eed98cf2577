package import HTTPCore
import Synchronization
package import Telemetry
package import WebSyntax

/// Limits how often one client may attempt something, with a token bucket that refills over time.
///
/// Clients are networks. A household may share its site with thousands of others, so a limiter can
/// also limit the site to a multiple of one household's attempts.
package final class RateLimiter: Sendable {
  private struct Allowance {
    let network: ClientNetwork
    let capacity: Double
    let perSecond: Double
  }

  private struct Client: Hashable {
    /// The first address of the network; nil when unknown.
    let network: IPAddress?
    let isSite: Bool
    /// The subject of the attempts, each counted separately.
    let subject: String
  }

  private struct Bucket {
    var tokens: Double
    var time: Double
  }

  private let allowance: Allowance
  private let siteAllowance: Allowance?
  /// The refused attempts, except those refused only by the limit of their site.
  package let refusals = SharedCounter()
  package let siteRefusals = SharedCounter()
  private let buckets = Mutex<[Client: Bucket]>([:])

  /// The maximum number of clients; beyond it, full buckets are dropped.
  private static let clientLimit = 50_000

  /// - Parameters:
  ///   - capacity: the number of attempts allowed at once.
  ///   - perMinute: the number of attempts regained per minute.
  ///   - households: the allowance of a whole site, in households; nil when sites have no limit.
  init(
    capacity: Int, perMinute: Int, network: ClientNetwork = .household, households: Int? = nil
  ) {
    let (capacity, perSecond) = (Double(capacity), Double(perMinute) / 60)
    allowance = Allowance(network: network, capacity: capacity, perSecond: perSecond)
    siteAllowance = households.map { count in
      Allowance(
        network: .site, capacity: capacity * Double(count), perSecond: perSecond * Double(count))
    }
  }

  /// Takes a token.
  ///
  /// - Returns: nil when there was one, otherwise the seconds until there is one.
  package func take(_ address: IPAddress?, subject: String = "", at now: HTTPInstant) -> Int? {
    let time = now.steadySeconds
    return buckets.withLock { buckets in
      if let wait = refusal(address, subject, time, buckets) { return wait }
      charge(1, address, subject, time, &buckets)
      return nil
    }
  }

  /// Takes as many tokens as an attempt has cost, even more than there are. A negative cost gives
  /// tokens back.
  package func charge(
    _ cost: Double, to address: IPAddress?, subject: String = "", at now: HTTPInstant
  ) {
    buckets.withLock { charge(cost, address, subject, now.steadySeconds, &$0) }
  }

  /// Returns nil if there is a token, which is not taken, otherwise the seconds until there is one.
  package func wait(
    _ address: IPAddress?, subject: String = "", at now: HTTPInstant
  ) -> Int? {
    buckets.withLock { refusal(address, subject, now.steadySeconds, $0) }
  }

  /// Returns the seconds until every network of the address has a token, and counts a refusal; nil
  /// when all have one.
  private func refusal(
    _ address: IPAddress?, _ subject: String, _ time: Double, _ buckets: [Client: Bucket]
  ) -> Int? {
    var longest: Int?
    var isOfSite = false
    forEachNetwork(of: address, subject) { client, allowance in
      guard let bucket = buckets[client] else { return }
      let tokens = refilled(bucket, allowance, time)
      guard tokens < 1 else { return }
      isOfSite = longest == nil && client.isSite && siteAllowance != nil
      longest = max(longest ?? 1, Int(((1 - tokens) / allowance.perSecond).rounded(.up)))
    }
    if longest != nil { (isOfSite ? siteRefusals : refusals).add() }
    return longest
  }

  private func charge(
    _ cost: Double, _ address: IPAddress?, _ subject: String, _ time: Double,
    _ buckets: inout [Client: Bucket]
  ) {
    forEachNetwork(of: address, subject) { client, allowance in
      let bucket = buckets[client]
      if buckets.count >= Self.clientLimit, bucket == nil { forgetFull(&buckets, time) }
      let tokens = bucket.map { refilled($0, allowance, time) } ?? allowance.capacity
      // What is given back late must not let the time since count twice.
      buckets[client] = Bucket(
        tokens: min(allowance.capacity, tokens - cost), time: max(time, bucket?.time ?? time))
    }
  }

  private func forEachNetwork(
    of address: IPAddress?, _ subject: String, _ body: (Client, Allowance) -> Void
  ) {
    let isSite = allowance.network == .site
    body(
      Client(network: address?.network(allowance.network), isSite: isSite, subject: subject),
      allowance)
    // An IPv4 address is household and site in one.
    guard let siteAllowance, let address, address.v4 == nil else { return }
    body(Client(network: address.network(.site), isSite: true, subject: subject), siteAllowance)
  }

  private func refilled(_ bucket: Bucket, _ allowance: Allowance, _ time: Double) -> Double {
    // Each worker reads the clock itself, so one may be slightly behind another.
    min(allowance.capacity, bucket.tokens + max(0, time - bucket.time) * allowance.perSecond)
  }

  private func forgetFull(_ buckets: inout [Client: Bucket], _ time: Double) {
    buckets = buckets.filter { client, bucket in
      let allowance = client.isSite ? siteAllowance ?? allowance : allowance
      return refilled(bucket, allowance, time) < allowance.capacity
    }
    if buckets.count >= Self.clientLimit { buckets.removeAll() }
  }
}
