import Links
package import WebSyntax

/// The addresses that were probably meant by one without a link.
extension ServiceSnapshot {
  private static let meantParts = 4

  /// Returns the addresses that a mistake may have led away from: with another prefix or none, with a
  /// slash at the end, with capitals; on other sites, whose links are others, only where no site with
  /// short links has the host. The likeliest come first.
  package func addressesMeant(by url: WebURL) -> [WebURL] {
    let parts = url.path.split(separator: "/")
    let names = (0..<min(parts.count, Self.meantParts)).flatMap { left -> [String] in
      let name = parts[left...].joined(separator: "/")
      return name == name.lowercased() ? [name] : [name, name.lowercased()]
    }
    let own = url.comparedHost
    let isOfLinks = siteTable.site(of: own) != nil
    let hosts = isOfLinks ? [own] : Array(linkHosts.prefix(Self.searchedSites))
    return hosts.flatMap { host -> [WebURL] in
      guard let prefix = siteTable.site(of: host)?.prefix else { return [] }
      return names.compactMap { WebURL(origins.origin(of: host) + prefix + $0) }
    }
  }
}

/// The links of Firebase's own domains, which Google has shut down: imported links keep their names
/// on a host of this service, while apps still have the old URLs.
extension ServiceSnapshot {
  /// The maximum number of sites searched for an old URL; each costs look-ups in the store.
  private static let searchedSites = 16

  /// Returns the possible new addresses of an old URL, one for each site with short links.
  package func movedAddresses(of url: WebURL) -> [OwnURL] {
    let query = url.query.map { "?" + $0 } ?? ""
    let addresses = sites.lazy.compactMap { site -> OwnURL? in
      guard let host = site.definition.primaryHost, let links = site.definition.shortLinks else {
        return nil
      }
      let text = "https://\(host)\(links.prefix)\(url.path.dropFirst())\(query)"
      return OwnURL(text, askedHost: nil, in: self)
    }
    return Array(addresses.prefix(Self.searchedSites))
  }

  /// Returns the possible new addresses of an old URL; empty for hosts other than Firebase's.
  func movedAddresses(ofFirebase text: String) -> [OwnURL] {
    guard let url = WebURL(text), URLScheme.isWeb(url.scheme), url.userInfo == nil else {
      return []
    }
    let host = url.comparedHost
    guard [".page.link", ".app.goo.gl"].contains(where: host.hasSuffix) else { return [] }
    return movedAddresses(of: url)
  }
}
