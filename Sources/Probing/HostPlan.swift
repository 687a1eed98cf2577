package import Doctor
import Links
package import SiteModel

/// What is known of a host before it is looked at.
package struct HostPlan: Equatable, Sendable {
  package var target: ProbeTarget
  package var expectation: HostExpectation

  /// A host of which nothing is known.
  package init(host: String, port: Int = 443) {
    target = ProbeTarget(host: host)
    target.port = port
    expectation = HostExpectation()
  }

  /// A host as a configuration has it; one that no site serves is a host of which nothing is known.
  ///
  /// - Parameter nonce: letters and digits that no short link is called by.
  package init(host: String, port: Int = 443, in snapshot: ServiceSnapshot, nonce: String) {
    self.init(host: host, port: port)
    guard snapshot.serves(host: host) else { return }
    func file(_ isApple: Bool) -> HostExpectation.File {
      snapshot.document(host: host, isApple: isApple).map(HostExpectation.File.bytes) ?? .absent
    }
    expectation.apple = file(true)
    expectation.android = file(false)
    target.isOwn = true
    guard let prefix = snapshot.shortLinkPrefix(host: host) else { return }
    target.unknownLink = "\(prefix)keiro-doctor-\(nonce)"
    target.shortLink = snapshot.plainLink(host: host).map { prefix + $0 }
  }

  /// All hosts of a configuration that are not wildcards, in its order.
  package static func hosts(of snapshot: ServiceSnapshot) -> [String] {
    var seen: Set<String> = []
    return snapshot.hostNames.filter { !$0.hasPrefix("*") && seen.insert($0).inserted }
  }
}

extension ServiceSnapshot {
  /// Nil for a host without short links.
  fileprivate func shortLinkPrefix(host: String) -> String? {
    siteTable.site(of: host)?.prefix
  }

  /// A configured link of the host that anyone may follow as often as they like, at any time.
  fileprivate func plainLink(host: String) -> String? {
    configuredLinks.lazy
      .compactMap { link in self.configuredLink(LinkKey(host: host, slug: link.slug)) }
      .first(where: \.isPlain)?.slug
  }
}

extension ShortLink {
  /// Whether nothing but its existence decides about a visit.
  fileprivate var isPlain: Bool {
    !archived && rare.notBefore == nil && rare.expires == nil && rare.maxClicks == nil
      && rare.password == nil
  }
}
