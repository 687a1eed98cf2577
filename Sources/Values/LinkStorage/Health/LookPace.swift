/// The pace of checks of destinations, which keeps them from burdening a server.
package struct LookPace: Equatable, Sendable {
  /// Seconds between two checks of a destination that answers.
  package var every = 7 * 86_400
  /// The maximum number of concurrent requests to one host.
  package var perHost = 1
  /// The maximum number of requests per second to all hosts.
  package var perSecond = 2

  package init() {}
}
