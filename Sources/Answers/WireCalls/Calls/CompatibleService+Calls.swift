import Service

extension CompatibleService {
  /// The label in the metrics.
  var route: RouteLabel {
    switch self {
    case .yourls: .yourls
    case .shlink: .shlink
    case .bitly: .bitly
    }
  }

  /// Returns the service that a path belongs to; nil for none.
  init?(path: String) {
    switch path {
    case "/yourls-api.php": self = .yourls
    case _ where path.hasPrefix("/rest/"): self = .shlink
    case _ where path.hasPrefix("/v4/"): self = .bitly
    default: return nil
    }
  }
}
