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
  case shortLink(Int, ShortLinkFace)
  case page(Int, RoutingMatch)
  case nothing
}

/// Which face of a short link is asked for.
enum ShortLinkFace {
  case visit
  /// The address with `.qr` at its end.
  case qrCode
}
