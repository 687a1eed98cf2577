import HTTPCore
import Service
import WebSyntax

/// The calls at an address, and the name in its path.
struct WirePath {
  let service: CompatibleService
  /// The calls at the address; empty when the service has none there.
  let operations: [WireOperation]
  /// The value of `{name}`, percent-decoded; empty when the path has none.
  let name: String

  private static let table = PathTable(WireOperation.allCases, path: \.path)

  /// Returns nil for addresses that belong to no service.
  init?(path: ArraySlice<UInt8>) {
    guard let service = CompatibleService(path: String(decoding: path, as: UTF8.self)) else {
      return nil
    }
    self.service = service
    let found = Self.table.first(matching: path) { operations, values in
      Self.name(in: values.first?.value, of: operations).map { (operations, $0) }
    }
    (operations, name) = found ?? ([], "")
  }

  private static func name(in value: ArraySlice<UInt8>?, of operations: [WireOperation]) -> String?
  {
    guard let value else { return "" }
    guard let bytes = PercentCoding.decode(value),
      let name = String(validating: bytes, as: UTF8.self)
    else { return nil }
    // The name of a bitlink includes its host; without one, what follows is part of the name.
    let isWhole = operations.contains { $0.service != .bitly || $0.path.hasSuffix("{name}") }
    return isWhole || name.contains("/") ? name : nil
  }
}

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
