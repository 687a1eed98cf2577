import AppAssociation

/// What a request on a public listener asks for. A route without a decision does not compile.
enum PublicRoute {
  case unknownHost
  /// A path that cannot name anything.
  case unreadablePath
  case appleDocument
  case androidDocument
  case wellKnownFile(WellKnownFile)
  case banner
  case resolve
  case launches
  case shortLink(ServedLink, ShortLinkFace)
  /// A name that no short link has.
  case unknownSlug
  /// There may be a short link, but the store does not say.
  case storeFailed
  case page(Int, RoutingMatch)
  case nothing
}
