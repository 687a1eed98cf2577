package import AppAssociation
package import Links

/// What a URL names on a site. Server, explanations, launches and apps that ask all interpret this
/// answer; a place without an interpretation does not compile.
package enum Place {
  /// A path that cannot name anything.
  case unreadable
  case appleDocument
  case androidDocument
  case wellKnownFile(WellKnownFile)
  case banner
  case resolve
  case launches
  /// A link that the query spells out (Firebase Dynamic Links), decided as a short one is.
  case longLink(ServedLink)
  case refusedLongLink(DynamicLink.Fault)
  case shortLink(ServedLink, ShortLinkFace)
  /// Below the prefix of short links, and no link has the slug.
  case unknownSlug
  /// Below the prefix of short links, while the store does not say which there are.
  case unreachableSlug
  case page(Int, RoutingMatch)
  /// The route is an exclude: a page of another server, if any.
  case excluded(Int, RoutingMatch)
  case nothing
}

/// The resolver's answer.
package enum Resolved {
  case found(Place)
  /// The stored links at these keys decide, the first of them that exists: the resolver is to be
  /// asked again when they are known. Never empty.
  case needs([LinkKey])
}

/// What is known of a key of the store.
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

/// For callers to whom the links of the configuration are all there is.
package struct ConfiguredLinksOnly: KnownLinks {
  package init() {}

  package func known(host: ArraySlice<UInt8>, slug: ArraySlice<UInt8>) -> KnownLink { .absent }
}
