package import AssociationValidation
package import Outgoing

package struct ProbeSettings: Equatable, Sendable {
  /// The rules for all requests to hosts, except that plain HTTP is always allowed.
  package var rules = OutgoingRules()
  package var resolved: [HostEndpoints] = []
  /// The address of Apple's CDN; nil for Apple's own, which is not asked about private hosts.
  package var appleCDN: String?
  /// The address of Google's API; nil for Google's own, which is not asked about private hosts.
  package var googleAPI: String?
  /// Name servers to use instead of the system's; nil for those, which are not asked about private
  /// hosts.
  package var nameServers: [Endpoint]?
  /// Whether the hosts are not reachable from the internet; all networks are allowed then.
  package var isPrivate = false
  /// The time limit for an answer, in seconds, half of which is for establishing the connection.
  package var timeout = 10
  /// The seconds between examinations by a serving node; nil to examine hosts only on request.
  package var every: Int?
  var connectTimeout: Int { (timeout + 1) / 2 }

  package init() {}
}

package struct ProbeTarget: Equatable, Sendable {
  /// The host name in lower case, without a trailing dot.
  package var host: String
  /// The name in reports: with the port if that was requested.
  package var name: String
  package var port = 443
  /// The path of a short link that is known to exist; nil for none.
  package var shortLink: String?
  /// The path of a short link that is known not to exist; nil for none.
  package var unknownLink: String?
  package var documents: [HostDocument] = []
  /// The names whose file systems read for a wildcard of an app's entitlements.
  package var apexes: [String] = []
  package var changesPassword = false
  package var isOwn = false

  package init(host: String) {
    self.host = host
    name = host
  }
}
