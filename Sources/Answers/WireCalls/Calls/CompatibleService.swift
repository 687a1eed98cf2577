import Service

/// A service whose published clients may ask here in its place.
package enum CompatibleService: String, CaseIterable, Sendable {
  case yourls, shlink, bitly

  /// What stands in `server.compatible`, for the message about anything else.
  package static var expectation: String {
    "a service: expected one of " + allCases.map(\.rawValue).joined(separator: ", ")
  }

  /// The label in the metrics.
  var route: RouteLabel {
    switch self {
    case .yourls: .yourls
    case .shlink: .shlink
    case .bitly: .bitly
    }
  }

  /// The service at whose addresses a path lies; nil for none.
  init?(path: String) {
    switch path {
    case "/yourls-api.php": self = .yourls
    case _ where path.hasPrefix("/rest/"): self = .shlink
    case _ where path.hasPrefix("/v4/"): self = .bitly
    default: return nil
    }
  }
}
