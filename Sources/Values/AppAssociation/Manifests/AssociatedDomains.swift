package import WebSyntax

/// The associated domains in an app's entitlements, such as `applinks:www.example.com`.
///
/// Source: Apple, Associated Domains Entitlement.
package struct AssociatedDomains: Equatable, Sendable {
  package static let key = "com.apple.developer.associated-domains"

  /// The domains by service, and in the order of the sites.
  package private(set) var domains: [String] = []

  /// - Parameters:
  ///   - app: the position of the app in all sources.
  ///   - sites: the hosts of each site, and what its files are made from.
  package init(app: Int, sites: [(hosts: [HostPattern], source: AssociationSource)]) {
    let services: [(name: String, has: (AssociationSource) -> Bool)] = [
      ("applinks", { $0.opens(app) }),
      ("webcredentials", { $0.webcredentials.contains(app) }),
      ("appclips", { $0.appclips.contains(app) }),
      ("activitycontinuation", { $0.activitycontinuation.contains(app) }),
    ]
    for (name, has) in services {
      for site in sites where has(site.source) {
        // App Clips know no wildcards.
        for host in site.hosts where !(name == "appclips" && host.isWildcard) {
          let domain = "\(name):\(host)"
          if !domains.contains(domain) { domains.append(domain) }
        }
      }
    }
  }

  /// Entitlements with the domains alone, as an XML property list.
  package var propertyList: String {
    // Hosts need no escapes.
    let items = domains.map { "\t\t<string>\($0)</string>\n" }.joined()
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
      <dict>
      \t<key>\(Self.key)</key>
      \t<array>
      \(items)\t</array>
      </dict>
      </plist>

      """
  }
}
