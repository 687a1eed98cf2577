package import Telemetry
import WebSyntax

/// The rate limits. Plain redirects have none, because a whole town may share one address. The
/// phones of one carrier may share a site, so a site may make as many attempts as several
/// households.
package final class RequestGuards: Sendable {
  package let passwords = PasswordGuard()
  /// Invalid tokens sent to the management API.
  package let authentications = RateLimiter(capacity: 20, perMinute: 20, households: 4)
  /// Sign-ins begun on the pages, and the responses of identity providers.
  package let signIns = RateLimiter(capacity: 60, perMinute: 60, households: 3)
  /// Unknown slugs, each of which costs a look-up in the store.
  package let misses = RateLimiter(capacity: 3000, perMinute: 3000, households: 4)
  /// Questions of apps to `/_keiro/resolve`.
  package let resolutions = RateLimiter(capacity: 600, perMinute: 600, households: 10)
  /// Reports of launches from apps with a token.
  package let launches = RateLimiter(capacity: 600, perMinute: 600, households: 10)
  /// Reports of launches from apps without a token.
  package let openLaunches = RateLimiter(capacity: 60, perMinute: 60, households: 20)
  /// Wrong codes of deferred links sent by apps.
  package let claims = RateLimiter(capacity: 10, perMinute: 10, network: .site)
  /// Codes of deferred links requested by visitors.
  package let codes = RateLimiter(capacity: 20, perMinute: 20, households: 15)
  /// The codes of deferred links that have not been claimed yet.
  package let waitingCodes = WaitingCodes()
  /// Requests of apps to make links, allowed or not.
  package let linkRequests = RateLimiter(capacity: 600, perMinute: 600, households: 10)
  package let links = LinkAllowances()
  /// Explanations of links (`?d=1`, `+`), each of which takes as long as hundreds of redirects.
  package let explanations = RateLimiter(capacity: 60, perMinute: 60, households: 4)
  /// Calls that examine hosts from outside.
  package let examinations = RateLimiter(capacity: 12, perMinute: 6)
  /// QR codes that have to be drawn.
  package let pictures = RateLimiter(capacity: 600, perMinute: 600, households: 4)
  /// The computing time, in seconds, of one token's heavy calls.
  package let computing = RateLimiter(capacity: 60, perMinute: 30)
  /// Calls that asked for more work than a single call may.
  package let oversized = SharedCounter()
  /// Requests to the management listener under a host name, or from a network, that it does not
  /// serve.
  package let misdirected = SharedCounter()
}
