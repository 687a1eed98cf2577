package import HTTPCore
import Synchronization
package import WebSyntax

/// Limits how often one client may try something: a token bucket that refills over time.
///
/// Clients are networks: an IPv4 address, or the /64 of IPv6 that one household has.
package final class RateLimiter: Sendable {
  fileprivate struct Client: Hashable {
    let high: UInt64
    let low: UInt64
    /// The subject of the tries, each counted separately.
    let subject: String
  }

  private struct Bucket {
    var tokens: Double
    var time: Double
  }

  private let capacity: Double
  private let perSecond: Double
  private let buckets = Mutex<[Client: Bucket]>([:])

  /// The maximum number of clients; beyond it, full buckets are dropped.
  private static let clientLimit = 50_000

  /// - Parameters:
  ///   - capacity: the number of tries allowed at once.
  ///   - perMinute: the number of tries regained per minute.
  init(capacity: Int, perMinute: Int) {
    self.capacity = Double(capacity)
    perSecond = Double(perMinute) / 60
  }

  /// Takes a token.
  ///
  /// - Returns: nil when there was one, otherwise the seconds until there is one.
  package func take(_ address: IPAddress?, subject: String = "", at now: HTTPInstant) -> Int? {
    let time = now.steadySeconds
    let client = Client(address, subject)
    return buckets.withLock { buckets in
      if buckets.count >= Self.clientLimit, buckets[client] == nil { forgetFull(&buckets, time) }
      var bucket = buckets[client] ?? Bucket(tokens: capacity, time: time)
      refill(&bucket, time)
      defer { buckets[client] = bucket }
      guard bucket.tokens >= 1 else {
        return max(1, Int(((1 - bucket.tokens) / perSecond).rounded(.up)))
      }
      bucket.tokens -= 1
      return nil
    }
  }

  /// Whether there is a token, without taking it.
  func wait(_ address: IPAddress?, subject: String = "", at now: HTTPInstant) -> Int? {
    buckets.withLock { buckets in
      guard var bucket = buckets[Client(address, subject)] else { return nil }
      refill(&bucket, now.steadySeconds)
      guard bucket.tokens < 1 else { return nil }
      return max(1, Int(((1 - bucket.tokens) / perSecond).rounded(.up)))
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
  fileprivate init(_ address: IPAddress?, _ subject: String) {
    let high = address?.high ?? 0
    let low = address?.low ?? 0
    // IPv4 is stored in the last 32 bits after ::ffff.
    let isIPv4 = high == 0 && low >> 32 == 0xFFFF
    self.init(high: high, low: isIPv4 ? low : 0, subject: subject)
  }
}

/// The limits. Plain redirects have none: a whole town may share one address.
package final class RequestGuards: Sendable {
  /// Guesses at the password of a link.
  package let passwords = RateLimiter(capacity: 5, perMinute: 5)
  /// Invalid tokens of the management API.
  let authentications = RateLimiter(capacity: 20, perMinute: 20)
  /// Slugs that do not exist, each of which costs a look-up in the store.
  package let misses = RateLimiter(capacity: 3000, perMinute: 3000)
  package let resolutions = RateLimiter(capacity: 600, perMinute: 600)
  package let launches = RateLimiter(capacity: 600, perMinute: 600)
  /// Explanations of links (`?d=1`, `+`), each of which takes as long as hundreds of redirects.
  package let explanations = RateLimiter(capacity: 60, perMinute: 60)
  /// QR codes that are not drawn yet.
  package let pictures = RateLimiter(capacity: 600, perMinute: 600)
}
