package import AppAssociation
import JSONSyntax
package import Links
import WebSyntax

extension ServiceSnapshot {
  /// Returns the index of an app.
  ///
  /// - Parameter name: the key of the app; nil for the only app.
  package func app(named name: String?) throws(UnknownApp) -> Int {
    let reached = reachedApps
    if name == nil, reached.count == 1 { return reached[0] }
    guard let number = reached.first(where: { apps[$0].key == name }) else {
      throw UnknownApp(name: name, known: reached.map { apps[$0].key })
    }
    return number
  }

  /// The identifiers of the apps within the bounds of the snapshot.
  package var appIdentifiers: LongLinkBounds.Apps {
    LongLinkBounds.Apps(reachedApps.map { apps[$0] })
  }

  /// The indices of the apps within the bounds of the snapshot: an app belongs to the hosts of the
  /// sites that name it.
  var reachedApps: [Int] {
    guard reach != nil else { return Array(apps.indices) }
    let named = Set(reachedSites.flatMap { sites[$0].definition.namedApps })
    return apps.indices.filter(named.contains)
  }
}

/// The error for an unknown app name, or for a missing one when there is more than one app.
package struct UnknownApp: Error, Equatable, Sendable {
  fileprivate let name: String?
  fileprivate let known: [String]

  /// The value and the expectation, without an initial capital or a full stop.
  package var message: String {
    guard let name else { return expectation }
    let nearest = nearestName(to: name, among: known).map { "; did you mean '\($0)'?" } ?? ""
    return "'\(name.prefix(100))' is not an app: \(expectation)\(nearest)"
  }

  private var expectation: String {
    known.isEmpty
      ? "the configuration has no apps" : "expected one of \(known.joined(separator: ", "))"
  }
}

/// What an app declares itself, made from the routes that also make the association files.
extension ServiceSnapshot {
  /// The links that an Android app declares in its manifest.
  ///
  /// - Parameters:
  ///   - app: the index of the app.
  ///   - minSDK: the lowest API level that has to understand them.
  package func intentFilters(ofApp app: Int, minSDK: Int) -> IntentFilters {
    IntentFilters(app: app, sites: declaredSites, minSDK: minSDK)
  }

  /// The domains that an app on Apple's platforms declares in its entitlements.
  package func associatedDomains(ofApp app: Int) -> AssociatedDomains {
    AssociatedDomains(app: app, sites: declaredSites)
  }

  private var declaredSites: [(hosts: [HostPattern], source: AssociationSource)] {
    let documents = AssociationDocuments(apps)
    return sites.map { ($0.definition.allHosts, documents.source(of: $0.definition)) }
  }
}
