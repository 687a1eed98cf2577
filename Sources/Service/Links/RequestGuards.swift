package import HTTPCore
import Synchronization
package import Telemetry
package import WebSyntax

/// Limits how often one client may try something: a token bucket that refills over time.
///
/// Clients are networks.
package final class RateLimiter: Sendable {
  fileprivate struct Client: Hashable {
    /// The first address of the network; nil for a client without an address.
    let network: IPAddress?
    /// The subject of the tries, each counted separately.
    let subject: String
  }

  private struct Bucket {
    var tokens: Double
    var time: Double
  }

  private let capacity: Double
  private let perSecond: Double
  private let network: ClientNetwork
  /// Tries that were refused.
  package let refusals = SharedCounter()
  private let buckets = Mutex<[Client: Bucket]>([:])

  /// The maximum number of clients; beyond it, full buckets are dropped.
  private static let clientLimit = 50_000

  /// - Parameters:
  ///   - capacity: the number of tries allowed at once.
  ///   - perMinute: the number of tries regained per minute.
  init(capacity: Int, perMinute: Int, network: ClientNetwork = .household) {
    self.capacity = Double(capacity)
    perSecond = Double(perMinute) / 60
    self.network = network
  }

  /// Takes a token.
  ///
  /// - Returns: nil when there was one, otherwise the seconds until there is one.
  package func take(_ address: IPAddress?, subject: String = "", at now: HTTPInstant) -> Int? {
    let time = now.steadySeconds
    let client = Client(address, network, subject)
    return buckets.withLock { buckets in
      if buckets.count >= Self.clientLimit, buckets[client] == nil { forgetFull(&buckets, time) }
      var bucket = buckets[client] ?? Bucket(tokens: capacity, time: time)
      refill(&bucket, time)
      defer { buckets[client] = bucket }
      guard bucket.tokens >= 1 else {
        refusals.add()
        return wait(for: bucket)
      }
      bucket.tokens -= 1
      return nil
    }
  }

  /// Takes so many tokens as something has cost, also more than there are. The cost may be negative,
  /// which gives tokens back.
  package func charge(
    _ cost: Double, to address: IPAddress?, subject: String = "", at now: HTTPInstant
  ) {
    let client = Client(address, network, subject)
    buckets.withLock { buckets in
      if buckets.count >= Self.clientLimit, buckets[client] == nil {
        forgetFull(&buckets, now.steadySeconds)
      }
      var bucket = buckets[client] ?? Bucket(tokens: capacity, time: now.steadySeconds)
      refill(&bucket, now.steadySeconds)
      bucket.tokens = min(capacity, bucket.tokens - cost)
      buckets[client] = bucket
    }
  }

  private func wait(for bucket: Bucket) -> Int {
    max(1, Int(((1 - bucket.tokens) / perSecond).rounded(.up)))
  }

  /// Whether there is a token, without taking it.
  package func wait(
    _ address: IPAddress?, subject: String = "", at now: HTTPInstant
  ) -> Int? {
    buckets.withLock { buckets in
      guard var bucket = buckets[Client(address, network, subject)] else { return nil }
      refill(&bucket, now.steadySeconds)
      guard bucket.tokens < 1 else { return nil }
      refusals.add()
      return wait(for: bucket)
    }
  }

  private func refill(_ bucket: inout Bucket, _ time: Double) {
    // Each worker reads the clock itself: one of them may be a moment behind another.
    bucket.tokens = min(capacity, bucket.tokens + max(0, time - bucket.time) * perSecond)
    bucket.time = time
  }

  private func forgetFull(_ buckets: inout [Client: Bucket], _ time: Double) {
    buckets = buckets.filter { _, bucket in
      bucket.tokens + max(0, time - bucket.time) * perSecond < capacity
    }
    if buckets.count >= Self.clientLimit { buckets.removeAll() }
  }
}

extension RateLimiter.Client {
  fileprivate init(_ address: IPAddress?, _ network: ClientNetwork, _ subject: String) {
    self.init(network: address.map(network.first), subject: subject)
  }
}

/// The limits. Plain redirects have none: a whole town may share one address.
package final class RequestGuards: Sendable {
  /// Guesses at the password of a link.
  package let passwords = PasswordGuard()
  /// Invalid tokens of the management API.
  package let authentications = RateLimiter(capacity: 20, perMinute: 20)
  /// Sign-ins on the pages that are begun, and answers of providers that come back.
  package let signIns = NetworkLimits(household: 60, site: 180)
  /// Slugs that do not exist, each of which costs a look-up in the store.
  package let misses = RateLimiter(capacity: 3000, perMinute: 3000)
  package let resolutions = RateLimiter(capacity: 600, perMinute: 600)
  package let launches = RateLimiter(capacity: 600, perMinute: 600)
  /// Reports of launches from apps without a token.
  package let openLaunches = RateLimiter(capacity: 60, perMinute: 60)
  /// Codes of deferred links that apps bring, right ones and guesses.
  package let claims = RateLimiter(capacity: 10, perMinute: 10, network: .site)
  /// Codes of deferred links that visitors ask for.
  package let codes = RateLimiter(capacity: 20, perMinute: 20)
  /// Explanations of links (`?d=1`, `+`), each of which takes as long as hundreds of redirects.
  package let explanations = RateLimiter(capacity: 60, perMinute: 60)
  /// Calls that have hosts looked at from outside.
  package let examinations = RateLimiter(capacity: 12, perMinute: 6)
  /// QR codes that are not drawn yet.
  package let pictures = RateLimiter(capacity: 600, perMinute: 600)
  /// Seconds that the heavy calls of one token compute.
  package let computing = RateLimiter(capacity: 60, perMinute: 30)
  /// Calls that asked for more work than one may.
  package let oversized = SharedCounter()
  /// Requests to the management listener under a name, or from a network, that it does not serve.
  package let misdirected = SharedCounter()
}
