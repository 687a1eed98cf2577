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
    guard let site = snapshot.site(host: host).map({ snapshot.sites[$0] }) else { return }
    func file(_ document: SiteDocument) -> HostExpectation.File {
      site.documents[document].map(HostExpectation.File.bytes) ?? .absent
    }
    expectation.apple = file(.apple)
    expectation.android = file(.android)
    for document in HostDocument.allCases {
      let kind = SiteDocument(rawValue: document.fileName)
      expectation.documents[document] = kind.flatMap { site.documents[$0] }
    }
    expectation.foreign = snapshot.apps.foreignIdentifiers(to: site.definition.environment)
    expectation.changePassword = site.changePassword?.address(
      host: Array(host.utf8)[...], path: [], query: nil)
    target.documents = HostDocument.allCases.filter { expectation.documents[$0] != nil }
    target.changesPassword = expectation.changePassword != nil
    target.isOwn = true
    guard let prefix = snapshot.siteTable.site(of: host)?.prefix else { return }
    target.unknownLink = "\(prefix)keiro-doctor-\(nonce)"
    target.shortLink = snapshot.plainLink(host: host).map { prefix + $0 }
  }

  /// All hosts of a configuration except wildcards, in order.
  package static func hosts(of snapshot: ServiceSnapshot) -> [String] {
    snapshot.hostNames.filter { !$0.hasPrefix("*") }.withoutRepeats
  }
}

extension ServiceSnapshot {
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
