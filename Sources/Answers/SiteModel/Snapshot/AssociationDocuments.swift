package import AppAssociation
import Cryptography
import Platforms

/// The association files of the sites that share the apps of a configuration.
package struct AssociationDocuments {
  /// The apps as every site's source has them.
  private let apps: [AssociationSource.App]

  package init(_ apps: [AppDefinition]) { self.apps = apps.map(AssociationSource.App.init) }

  func source(of site: SiteDefinition) -> AssociationSource {
    var source = AssociationSource(apps: apps, rules: site.routingRules)
    source.shortLinks = site.shortLinks.map { (prefix: $0.prefix, app: $0.app) }
    source.hasLongLinks = site.shortLinks.map { $0.longLinks != .off } ?? false
    source.linkViews = site.shortLinks?.views ?? []
    source.webcredentials = site.webcredentials
    source.activitycontinuation = site.activitycontinuation
    source.appclips = site.appclips
    source.substitutionVariables = site.substitutionVariables
    return source
  }

  /// Returns the generated `apple-app-site-association` of a site; nil when it would name no app.
  package func generated(_ site: SiteDefinition) -> GeneratedDocument? {
    AssociationGenerator.apple(source(of: site))
  }

  /// The site's own file of a kind, or else the generated one; nil bytes for none.
  func bytes(
    _ kind: AssociationFile.Kind, of site: SiteDefinition
  ) -> (bytes: [UInt8]?, findings: [GenerationFinding]) {
    let isApple = kind == .apple
    if let own = isApple ? site.ownAppleDocument : site.ownAndroidDocument { return (own, []) }
    let document = isApple ? generated(site) : AssociationGenerator.android(source(of: site))
    return (document?.bytes, document?.findings ?? [])
  }

  /// Returns Apple's file, signed or not; nil for an unreadable one.
  package static func apple(_ bytes: [UInt8]) -> AppSiteAssociation? {
    let content = isSigned(bytes) ? SignedMessage.uncheckedContent(of: bytes) : nil
    let file = try? AssociationFile(
      decoding: content ?? bytes, kind: .apple, isSigned: content != nil)
    guard case .apple(let association) = file else { return nil }
    return association
  }

  /// Returns whether a file is a CMS message in DER, as iOS 8 required, rather than JSON.
  package static func isSigned(_ bytes: [UInt8]) -> Bool {
    bytes.first == 0x30
  }
}

extension AssociationSource.App {
  fileprivate init(_ app: AppDefinition) {
    self.init(
      appIDs: app.apple?.appIDs ?? [], appClipIDs: app.apple?.appClipIDs ?? [],
      oldestSystem: app.apple?.oldestSystem ?? .firstWithComponents,
      packageName: app.android?.packageName,
      sha256CertFingerprints: app.android?.sha256CertFingerprints ?? [], successor: app.successor)
  }
}
