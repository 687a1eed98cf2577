import AppAssociation
import AssociationValidation
package import Doctor
import Links
package import SiteModel

/// The known facts about a host before its examination.
package struct HostPlan: Equatable, Sendable {
  package var target: ProbeTarget
  package var expectation: HostExpectation

  /// A plan for an unknown host.
  package init(host: String, port: Int = 443) {
    target = ProbeTarget(host: host)
    target.port = port
    expectation = HostExpectation()
  }

  /// A plan for a host of a configuration; one that no site serves is treated as unknown.
  ///
  /// - Parameter nonce: letters and digits that no short link has as its slug.
  package init(host: String, port: Int = 443, in snapshot: ServiceSnapshot, nonce: String) {
    self.init(host: host, port: port)
    guard snapshot.serves(host: host) else { return }
    func file(_ isApple: Bool) -> HostExpectation.File {
      snapshot.document(host: host, isApple: isApple).map(HostExpectation.File.bytes) ?? .absent
    }
    expectation.apple = file(true)
    expectation.android = file(false)
    expectation.documents = snapshot.documents(host: host)
    expectation.foreign = snapshot.site(host: host).map {
      snapshot.apps.foreignIdentifiers(to: snapshot.sites[$0].definition.environment)
    }
    expectation.changePassword = snapshot.changePassword(host: host)
    target.documents = HostDocument.allCases.filter { expectation.documents[$0] != nil }
    target.changesPassword = expectation.changePassword != nil
    target.isOwn = true
    guard let prefix = snapshot.shortLinkPrefix(host: host) else { return }
    target.unknownLink = "\(prefix)keiro-doctor-\(nonce)"
    target.shortLink = snapshot.plainLink(host: host).map { prefix + $0 }
  }

  /// All hosts of a configuration except wildcards, in order.
  package static func hosts(of snapshot: ServiceSnapshot) -> [String] {
    snapshot.hostNames.filter { !$0.hasPrefix("*") }.withoutRepeats
  }
}

extension ServiceSnapshot {
  fileprivate func documents(host: String) -> [HostDocument: [UInt8]] {
    guard let site = site(host: host) else { return [:] }
    let kinds: [(HostDocument, SiteDocument)] = [
      (.webAuthn, .webAuthn), (.passkeyEndpoints, .passkeyEndpoints), (.appLinking, .appLinking),
    ]
    return kinds.reduce(into: [:]) { $0[$1.0] = sites[site].documents[$1.1] }
  }

  fileprivate func changePassword(host: String) -> String? {
    guard let site = site(host: host) else { return nil }
    return sites[site].changePassword?.address(
      host: Array(host.utf8)[...], path: [], query: nil)
  }

  /// The prefix of a host's short links; nil without any.
  fileprivate func shortLinkPrefix(host: String) -> String? {
    siteTable.site(of: host)?.prefix
  }

  /// The slug of a configured link of the host that anyone may follow at any time and any number of
  /// times.
  fileprivate func plainLink(host: String) -> String? {
    configuredLinks.lazy
      .compactMap { link in self.configuredLink(LinkKey(host: host, slug: link.slug)) }
      .first(where: \.isPlain)?.slug
  }
}

extension ShortLink {
  /// Whether the link leads everybody somewhere, at any time and however often.
  fileprivate var isPlain: Bool {
    !archived && rare.notBefore == nil && rare.expires == nil && rare.maxClicks == nil
      && rare.password == nil
  }
}
