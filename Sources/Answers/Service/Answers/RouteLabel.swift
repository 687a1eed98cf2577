/// The kinds of routes that metrics distinguish.
package enum RouteLabel: UInt8, CaseIterable, Sendable {
  case none, appleDocument, androidDocument, wellKnown, shortLink, qrCode, page, banner, resolve
  case health, ready, metrics, malformed, api, launches, dashboard, claims
  case yourls, shlink, bitly
  case appLinks

  /// The value of the `route` label.
  package var name: String {
    switch self {
    case .none: "none"
    case .appleDocument: "apple-app-site-association"
    case .androidDocument: "assetlinks"
    case .wellKnown: "well-known"
    case .shortLink: "short-link"
    case .qrCode: "qr"
    case .page: "page"
    case .banner: "banner"
    case .resolve: "resolve"
    case .health: "healthz"
    case .ready: "readyz"
    case .metrics: "metrics"
    case .malformed: "malformed"
    case .api: "api"
    case .launches: "launches"
    case .dashboard: "dashboard"
    case .claims: "claims"
    case .yourls: "yourls"
    case .shlink: "shlink"
    case .bitly: "bitly"
    case .appLinks: "app-links"
    }
  }

  /// All names in the order of the raw values.
  package static var names: [String] { allCases.map(\.name) }
}
