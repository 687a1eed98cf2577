import AppAssociation
import HTTPCore
import Links
import SiteModel

extension PublicVisit {
  /// The link in the query, as in `/?link=…&apn=…`; nil for other requests.
  ///
  /// It may lead to the site's own hosts and those of `destinationHosts`: anything else would lend
  /// the site's good name to strangers.
  func longLink() -> Result<ServedLink, DynamicLink.Fault>? {
    guard request.query != nil else { return nil }
    return longLink(site: siteNumber, host: host, path: path, query: query)
  }

  /// The same for any URL of a site.
  func longLink(
    site number: Int, host: ArraySlice<UInt8>, path: ArraySlice<UInt8>, query: ArraySlice<UInt8>?
  ) -> Result<ServedLink, DynamicLink.Fault>? {
    guard let query, query.count >= 5 else { return nil }
    let definition = snapshot.sites[number].definition
    guard let links = definition.shortLinks else { return nil }
    guard path.elementsEqual("/".utf8) || path.elementsEqual(links.prefix.utf8) else { return nil }
    let dynamicLink = DynamicLink(query: String(decoding: query, as: UTF8.self))
    guard dynamicLink.destination != nil else { return nil }
    let hosts = definition.allHosts + (definition.destinationHosts ?? [])
    do throws(DynamicLink.Fault) {
      var (link, _) = try dynamicLink.link(
        host: String(decoding: host, as: UTF8.self), slug: "", within: hosts)
      // The link already contains everything from the query.
      link.query = .drop
      let site = snapshot.linkSite(of: link, site: number).bounded(by: hosts)
      return .success(ServedLink(link, site: site))
    } catch {
      return .failure(error)
    }
  }
}
