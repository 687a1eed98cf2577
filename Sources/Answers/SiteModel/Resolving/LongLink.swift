import AppAssociation
import Links

extension ServiceSnapshot {
  /// Resolves a query that contains a link, as in `/?link=…&apn=…`; nil for other requests.
  func longLink(
    site: Int, host: ArraySlice<UInt8>, path: ArraySlice<UInt8>, query: ArraySlice<UInt8>
  ) -> Place? {
    guard query.count >= 4, let links = sites[site].definition.shortLinks else { return nil }
    guard path.elementsEqual("/".utf8) || path.elementsEqual(links.prefix.utf8) else { return nil }
    let dynamicLink = DynamicLink(query: String(decoding: query, as: UTF8.self))
    guard dynamicLink.destination != nil else { return nil }
    guard let bounds = longLinkBounds(site: site) else { return .nothing }
    do throws(DynamicLink.Fault) {
      var (link, warnings) = try dynamicLink.link(
        host: String(decoding: host, as: UTF8.self), slug: "", by: .stranger(bounds))
      // The link already contains everything from the query.
      link.query = .drop
      let site = linkSite(of: link, site: site).bounded(by: bounds.hosts)
      return .longLink(ServedLink(link, site: site), warnings)
    } catch {
      return .refusedLongLink(error)
    }
  }

  /// Returns the bounds of a site's long links, which may lead to a host of any site or of the
  /// site's `destinationHosts`, and open the configured apps. Nil for a site without long links.
  private func longLinkBounds(site: Int) -> LongLinkBounds? {
    let definition = sites[site].definition
    guard let policy = definition.shortLinks?.longLinks, policy != .off else { return nil }
    return LongLinkBounds(
      hosts: ownHosts + (definition.destinationHosts ?? []), apps: ownApps,
      admitsSocial: policy == .social)
  }
}

extension LongLinkBounds.Apps {
  init(_ apps: [AppDefinition]) {
    self.init()
    packageNames = Set(apps.compactMap(\.android?.packageName))
    for apple in apps.compactMap(\.apple) {
      bundleIDs.formUnion((apple.appIDs + apple.appClipIDs).map(\.bundleIdentifier))
      if let number = apple.appStoreID { appStoreIDs.insert(number) }
      customSchemes.formUnion(apple.customSchemes.map { $0.lowercased() })
    }
  }
}
