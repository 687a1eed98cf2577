package import AppAssociation
package import Outgoing

/// How hosts are looked at.
package struct ProbeSettings: Sendable {
  /// The bounds of all questions to hosts; plain HTTP is asked all the same.
  package var rules: OutgoingRules
  package var resolved: [ResolvedPlace] = []
  /// The address of Apple's CDN; nil for Apple's own, which is not asked for private hosts.
  package var appleCDN: String?
  /// The address of Google's API; nil for Google's own, which is not asked for private hosts.
  package var googleAPI: String?
  /// Name servers in the place of the system's; nil for those, which are not asked about private hosts.
  package var nameServers: [NameServers.Place]?
  /// Whether the hosts are such that the world cannot see them.
  package var isPrivate = false
  /// Seconds until a connection stands.
  private(set) var connectTimeout = 5
  /// Seconds until the end of an answer.
  private(set) var timeout = 10

  package init(rules: OutgoingRules) {
    self.rules = rules
  }

  /// Sets how many seconds an answer may take, of which a connection may take half.
  package mutating func setTimeout(_ seconds: Int) {
    timeout = max(1, seconds)
    connectTimeout = (timeout + 1) / 2
  }
}

/// What is asked of a host.
package struct ProbeTarget: Equatable, Sendable {
  /// In lower case, without a trailing dot.
  package var host: String
  /// As reports call it: with the port where that was asked for.
  package var name: String
  /// The port of https.
  package var port = 443
  /// The path of a short link that is known to exist.
  package var shortLink: String?
  /// The path of one that is known not to exist.
  package var unknownLink: String?
  /// Those of the other documents that it should have.
  package var documents: [HostDocument] = []
  /// Whether it should say where passwords are changed.
  package var changesPassword = false
  /// Whether a Keiro answers there.
  package var isOwn = false

  package init(host: String) {
    self.host = host
    name = host
  }
}
