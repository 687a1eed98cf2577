package import Telemetry
import WebSyntax

/// The limits. Plain redirects have none: a whole town may share one address. Phones of one carrier
/// may share a site, which has many households' tries for what apps and visitors do of their own.
package final class RequestGuards: Sendable {
  /// Guesses at the password of a link.
  package let passwords = PasswordGuard()
  /// Invalid tokens of the management API.
  package let authentications = RateLimiter(capacity: 20, perMinute: 20, households: 4)
  /// Sign-ins on the pages that are begun, and answers of providers that come back.
  package let signIns = RateLimiter(capacity: 60, perMinute: 60, households: 3)
  /// Slugs that do not exist, each of which costs a look-up in the store.
  package let misses = RateLimiter(capacity: 3000, perMinute: 3000, households: 4)
  package let resolutions = RateLimiter(capacity: 600, perMinute: 600, households: 10)
  package let launches = RateLimiter(capacity: 600, perMinute: 600, households: 10)
  /// Reports of launches from apps without a token.
  package let openLaunches = RateLimiter(capacity: 60, perMinute: 60, households: 20)
  /// Codes of deferred links that apps bring, right ones and guesses.
  package let claims = RateLimiter(capacity: 10, perMinute: 10, network: .site)
  /// Codes of deferred links that visitors ask for.
  package let codes = RateLimiter(capacity: 20, perMinute: 20, households: 15)
  /// Those that wait.
  package let waitingCodes = WaitingCodes()
  /// Explanations of links (`?d=1`, `+`), each of which takes as long as hundreds of redirects.
  package let explanations = RateLimiter(capacity: 60, perMinute: 60, households: 4)
  /// Calls that have hosts looked at from outside.
  package let examinations = RateLimiter(capacity: 12, perMinute: 6)
  /// QR codes that are not drawn yet.
  package let pictures = RateLimiter(capacity: 600, perMinute: 600, households: 4)
  /// Seconds that the heavy calls of one token compute.
  package let computing = RateLimiter(capacity: 60, perMinute: 30)
  /// Calls that asked for more work than one may.
  package let oversized = SharedCounter()
  /// Requests to the management listener under a name, or from a network, that it does not serve.
  package let misdirected = SharedCounter()
}
