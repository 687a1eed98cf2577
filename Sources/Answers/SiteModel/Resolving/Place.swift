package import AppAssociation
package import Links

/// The meaning of a URL on a site. Server, explanations, launches and apps all interpret this
/// answer; a place without an interpretation does not compile.
package enum Place {
  /// A path that cannot name anything.
  case unreadable
  /// Where a document of the site is, or would be.
  case document(SiteDocument)
  /// Where people change their password.
  case changePassword
  case wellKnownFile(WellKnownFile)
  /// A file that Keiro makes for every site.
  case siteFile(SiteFile)
  /// Among the paths that only files have, where there is none.
  case missingFile
  case banner
  case resolve
  case launches
  /// Where apps bring the codes of deferred links.
  case claims
  /// The QR code of a page.
  case pageCode
  /// The top of a site that leads elsewhere.
  case root
  /// A link in the query (Firebase Dynamic Links), decided in the same way as a short one. What the
  /// query says beyond the bounds of long links has no effect and is named by the warnings.
  case longLink(ServedLink, [DynamicLink.Warning])
  case refusedLongLink(DynamicLink.Fault)
  case shortLink(ServedLink, ShortLinkFace)
  /// Below the prefix of short links, without a link of that slug.
  case unknownSlug
  /// Below the prefix of short links, while the store does not answer.
  case unreachableSlug
  case page(Int, RoutingMatch)
  /// No route has the path as it is written, but one has it without escapes of characters that need
  /// none (RFC 3986, section 6.2.2.2): the path as that route has it.
  case respelled([UInt8])
  /// The route is an exclude: a page of another server, if any.
  case excluded(Int, RoutingMatch)
  case nothing
}

/// The resolver's answer.
package enum Resolved {
  case found(Place)
  /// The stored links at these keys decide, the first of them that exists: the caller asks the
  /// resolver again once they are known. Never empty.
  case needs([LinkKey])
}

/// The known state of a key of the store.
package enum KnownLink {
  case link(ServedLink)
  case absent
  /// The store has not been asked yet.
  case unknown
  /// The store was asked and gave no answer.
  case unreachable
}

/// The stored links that a caller of the resolver knows.
package protocol KnownLinks {
  /// - Parameters:
  ///   - host: in lower case, without port and trailing dot.
  ///   - slug: decoded.
  func known(host: ArraySlice<UInt8>, slug: ArraySlice<UInt8>) -> KnownLink
}

/// For callers without a store, which know only the links of the configuration.
package struct ConfiguredLinksOnly: KnownLinks {
  package init() {}

  package func known(host: ArraySlice<UInt8>, slug: ArraySlice<UInt8>) -> KnownLink { .absent }
}
