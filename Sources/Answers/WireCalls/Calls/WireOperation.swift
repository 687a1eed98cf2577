import HTTPCore
import LinkStorage
import Service
import WebSyntax

/// The supported calls of other services. This table is the single source of their paths, methods
/// and permissions.
package enum WireOperation: String, CaseIterable, Sendable {
  // YOURLS has one address; its parameter `action` selects the call.
  case yourlsShorten, yourlsExpand, yourlsLink, yourlsLinks, yourlsSums, yourlsVersion
  case shlinkHealth, shlinkHealthV3, shlinkDomains, shlinkSums, shlinkMercure, shlinkRules
  case shlinkList, shlinkCreate, shlinkVisits, shlinkRead, shlinkEdit, shlinkDelete
  case shlinkTags, shlinkTagSums, shlinkRenameTag, shlinkDeleteTags
  case bitlyShorten, bitlyExpand, bitlyCreate
  case bitlyClicks, bitlyClickSum, bitlyCountries, bitlyReferrers, bitlyReferringDomains
  case bitlyRead, bitlyEdit, bitlyDelete
  case bitlyUser, bitlyGroups, bitlyGroup

  struct Definition {
    let service: CompatibleService
    /// Calls of YOURLS use POST as well.
    let method: HTTPMethod
    /// The path, in which `{name}` stands for one or more segments.
    let path: String
    /// The permissions of which the caller's token needs one; empty for public calls.
    let scopes: [TokenScope]
    /// An additional permission, for answers that contain both links and sums; nil for none.
    var further: TokenScope?
    /// Whether calls may need long computations, as lists and sums do.
    let isHeavy: Bool
    /// The value of `action` in a call of YOURLS; nil for the other services.
    var action: String?

    /// A call of YOURLS, which takes GET and POST.
    static func yourls(
      _ action: String, _ scopes: [TokenScope], and further: TokenScope? = nil,
      isHeavy: Bool = false
    ) -> Definition {
      Definition(
        service: .yourls, method: .get, path: "/yourls-api.php", scopes: scopes, further: further,
        isHeavy: isHeavy || scopes == [.readStatistics], action: action)
    }

    static func shlink(
      _ method: HTTPMethod, _ path: String, _ scopes: [TokenScope], and further: TokenScope? = nil,
      isHeavy: Bool = false
    ) -> Definition {
      Definition(
        service: .shlink, method: method, path: "/rest" + path, scopes: scopes, further: further,
        isHeavy: isHeavy || scopes == [.readStatistics])
    }

    static func bitly(
      _ method: HTTPMethod, _ path: String, _ scopes: [TokenScope]
    ) -> Definition {
      Definition(
        service: .bitly, method: method, path: "/v4" + path, scopes: scopes,
        isHeavy: scopes == [.readStatistics])
    }
  }

  var definition: Definition {
    let any: [TokenScope] = [.readLinks, .writeLinks, .readStatistics]
    return switch self {
    case .yourlsShorten: .yourls("shorturl", [.writeLinks])
    case .yourlsExpand: .yourls("expand", [.readLinks])
    case .yourlsLink: .yourls("url-stats", [.readLinks])
    case .yourlsLinks: .yourls("stats", [.readLinks], and: .readStatistics, isHeavy: true)
    case .yourlsSums: .yourls("db-stats", [.readStatistics])
    case .yourlsVersion: .yourls("version", any)

    case .shlinkHealth: .shlink(.get, "/health", [])
    case .shlinkHealthV3: .shlink(.get, "/v3/health", [])
    case .shlinkDomains: .shlink(.get, "/v3/domains", any)
    case .shlinkSums: .shlink(.get, "/v3/visits", [.readStatistics])
    case .shlinkMercure: .shlink(.get, "/v3/mercure-info", any)
    case .shlinkRules: .shlink(.get, "/v3/short-urls/{name}/redirect-rules", any)
    case .shlinkList: .shlink(.get, "/v3/short-urls", [.readLinks], isHeavy: true)
    case .shlinkCreate: .shlink(.post, "/v3/short-urls", [.writeLinks])
    case .shlinkVisits: .shlink(.get, "/v3/short-urls/{name}/visits", [.readStatistics])
    case .shlinkRead: .shlink(.get, "/v3/short-urls/{name}", [.readLinks])
    case .shlinkEdit: .shlink(.patch, "/v3/short-urls/{name}", [.writeLinks])
    case .shlinkDelete: .shlink(.delete, "/v3/short-urls/{name}", [.writeLinks])
    case .shlinkTags: .shlink(.get, "/v3/tags", [.readLinks], isHeavy: true)
    case .shlinkTagSums: .shlink(.get, "/v3/tags/stats", [.readStatistics], and: .readLinks)
    case .shlinkRenameTag: .shlink(.put, "/v3/tags", [.writeLinks])
    case .shlinkDeleteTags: .shlink(.delete, "/v3/tags", [.writeLinks])

    case .bitlyShorten: .bitly(.post, "/shorten", [.writeLinks])
    case .bitlyExpand: .bitly(.post, "/expand", [.readLinks])
    case .bitlyCreate: .bitly(.post, "/bitlinks", [.writeLinks])
    case .bitlyClickSum: .bitly(.get, "/bitlinks/{name}/clicks/summary", [.readStatistics])
    case .bitlyClicks: .bitly(.get, "/bitlinks/{name}/clicks", [.readStatistics])
    case .bitlyCountries: .bitly(.get, "/bitlinks/{name}/countries", [.readStatistics])
    case .bitlyReferrers: .bitly(.get, "/bitlinks/{name}/referrers", [.readStatistics])
    case .bitlyReferringDomains:
      .bitly(.get, "/bitlinks/{name}/referring_domains", [.readStatistics])
    case .bitlyRead: .bitly(.get, "/bitlinks/{name}", [.readLinks])
    case .bitlyEdit: .bitly(.patch, "/bitlinks/{name}", [.writeLinks])
    case .bitlyDelete: .bitly(.delete, "/bitlinks/{name}", [.writeLinks])
    case .bitlyUser: .bitly(.get, "/user", any)
    case .bitlyGroups: .bitly(.get, "/groups", any)
    case .bitlyGroup: .bitly(.get, "/groups/{name}", any)
    }
  }
}

/// The calls at an address, and the name in its path.
struct WirePath {
  let service: CompatibleService
  /// The calls at the address; empty when the service has none there.
  let operations: [WireOperation]
  /// The value of `{name}`, percent-decoded; empty when the path has none.
  let name: String

  private static let table = PathTable(WireOperation.allCases, path: \.definition.path)

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
    let isWhole = operations.contains {
      $0.definition.service != .bitly || $0.definition.path.hasSuffix("{name}")
    }
    return isWhole || name.contains("/") ? name : nil
  }
}

extension CompatibleService {
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
