import AppAssociation
import Links

extension ServiceSnapshot {
  /// The link in a query, as in `/?link=…&apn=…`; nil for other requests.
  ///
  /// It may lead to a host of any site or of the site's `destinationHosts`: anything else would lend
  /// the site's good name to strangers.
  func longLink(
    site: Int, host: ArraySlice<UInt8>, path: ArraySlice<UInt8>, query: ArraySlice<UInt8>
  ) -> Place? {
    guard query.count >= 5, let links = sites[site].definition.shortLinks else { return nil }
    guard path.elementsEqual("/".utf8) || path.elementsEqual(links.prefix.utf8) else { return nil }
    let dynamicLink = DynamicLink(query: String(decoding: query, as: UTF8.self))
    guard dynamicLink.destination != nil else { return nil }
    let hosts = longLinkHosts(site: site)
    do throws(DynamicLink.Fault) {
      var (link, _) = try dynamicLink.link(
        host: String(decoding: host, as: UTF8.self), slug: "", within: hosts)
      // The link already contains everything from the query.
      link.query = .drop
      return .longLink(ServedLink(link, site: linkSite(of: link, site: site).bounded(by: hosts)))
    } catch {
      return .refusedLongLink(error)
    }
  }

  /// The allowed destinations of a site's long links.
  private func longLinkHosts(site: Int) -> [HostPattern] {
    sites.flatMap(\.definition.allHosts) + (sites[site].definition.destinationHosts ?? [])
  }
}
