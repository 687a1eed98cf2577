package import Outgoing

/// How a serving node examines its own hosts.
package struct DoctorSettings: Equatable, Sendable {
  /// The seconds between examinations; nil to examine hosts only on request.
  package var every: Int?
  /// Whether the hosts are unreachable from the internet; Apple and Google are not asked then.
  package var isPrivate = false
  /// The time limit for an answer, in seconds.
  package var timeout = 10
  /// The addresses to use for hosts instead of those in DNS.
  package var resolved: [HostEndpoints] = []
  /// Addresses to use instead of Apple's CDN and Google's API; nil for the usual ones.
  package var appleCDN: String?
  /// The address to use instead of Google's API; nil for the usual one.
  package var googleAPI: String?

  package init() {}
}
