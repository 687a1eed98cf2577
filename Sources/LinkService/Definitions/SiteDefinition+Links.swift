import AppAssociation
import ShortLinks

extension SiteDefinition {
  /// Where a store may keep a link that is asked for on a host of the site, as the public listeners
  /// look for it: under that host, or else under any other of the site's.
  func linkKeys(host: String, slug: String) -> [LinkKey] {
    let asked = host.lowercased()
    let others = allHosts.filter { !$0.isWildcard && $0.name != asked }.map(\.name)
    return ([asked] + others).map { LinkKey(host: $0, slug: slug) }
  }
}
