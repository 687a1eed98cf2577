package import AppAssociation
import WebSyntax

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
    sites.map { site in
      (
        site.definition.allHosts, AssociationDocuments.source(of: site.definition, apps: apps)
      )
    }
  }
}
