import AppAssociation
import ShortLinks

extension SiteDefinition {
  /// Where a store may keep a link that is asked for on a host of the site, as the public listeners
  /// look for it: under that host, or else under the site's first.
  func linkKeys(host: String, slug: String) -> [LinkKey] {
    let asked = host.lowercased()
    let first = primaryHost.flatMap { $0 == asked ? nil : $0 }
    return [asked, first].compactMap(\.self).map { LinkKey(host: $0, slug: slug) }
  }
}
