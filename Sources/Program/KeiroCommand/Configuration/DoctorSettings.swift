package import Probing

/// How a serving node looks at its own hosts.
package struct DoctorSettings: Equatable, Sendable {
  /// Seconds from one look to the next; nil for looking only when asked.
  package var every: Int?
  /// Whether the world cannot see the hosts, so that Apple and Google are not asked.
  package var isPrivate = false
  /// Seconds that an answer may take.
  package var timeout = 10
  package var resolved: [ResolvedPlace] = []
  /// Other addresses of Apple's CDN and Google's API; nil for their own.
  package var appleCDN: String?
  package var googleAPI: String?

  package init() {}
}
