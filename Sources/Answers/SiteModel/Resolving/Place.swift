package import AppAssociation
package import Links

/// The meaning of a URL on a site. Server, explanations, launches and apps all interpret this
/// value; a case without an interpretation does not compile.
package enum Place: Sendable {
  case unreadable
  /// The address of a site document, whether or not the site has it.
  case document(SiteDocument)
  case changePassword
  /// A file of the site's `/.well-known/` folder.
  case wellKnownFile(WellKnownFile)
  case siteFile(SiteFile)
  /// A path reserved for files, without a file.
  case missingFile
  /// The endpoint for the banner of a page.
  case banner
  /// The endpoint where apps ask for the destination of a URL.
  case resolve
  /// The endpoint where apps report launches.
  case launches
  /// The endpoint where apps claim the codes of deferred links.
  case claims
  /// The endpoint where apps make links.
  case appLinks
  case pageCode
  /// The top of a site that redirects elsewhere.
  case root
  /// A link in the query (Firebase Dynamic Links), decided in the same way as a short link. Items
  /// of the query beyond the bounds of long links have no effect; the warnings name them.
  case longLink(ServedLink, [DynamicLink.Warning])
  /// A long link that cannot be decided, with the reason.
  case refusedLongLink(DynamicLink.Fault)
  /// A short link, and the form in which it was requested.
  case shortLink(ServedLink, ShortLinkView)
  /// A path below the prefix of short links whose slug no link has.
  case unknownSlug
  /// A path below the prefix of short links while the store does not answer.
  case unreachableSlug
  /// The page of a route, with the index of the route and its match.
  case page(Int, RoutingMatch)
  /// No route matches the path as it is written, but one matches it without needless escapes
  /// (RFC 3986, section 6.2.2.2): the path without them.
  case respelled([UInt8])
  /// The route is an exclude, so the page belongs to another server, if any.
  case excluded(Int, RoutingMatch)
  case nothing
}

package enum Resolved {
  case found(Place)
  /// The first existing link among these stored keys decides. The caller asks the resolver again
  /// once they are known. Never empty.
  case needs([LinkKey])
}

/// The known state of a stored link.
package enum KnownLink {
  case link(ServedLink)
  case absent
  case unknown
  case unreachable
}

/// The stored links known to a caller of the resolver.
package protocol KnownLinks {
  /// - Parameters:
  ///   - host: the host in lower case, without port and trailing dot.
  ///   - slug: the decoded slug.
  func known(host: ArraySlice<UInt8>, slug: ArraySlice<UInt8>) -> KnownLink
}

/// The known links of callers without a store, which have only the configured links.
package struct ConfiguredLinksOnly: KnownLinks {
  package init() {}

  package func known(host: ArraySlice<UInt8>, slug: ArraySlice<UInt8>) -> KnownLink { .absent }
}
