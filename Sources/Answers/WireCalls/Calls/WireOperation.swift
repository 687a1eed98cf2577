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
    let further: TokenScope?
    /// Whether calls may need long computations, as lists and sums do.
    let isHeavy: Bool
    /// The value of `action` in a call of YOURLS; nil for the other services.
    let action: String?

    fileprivate init(
      _ service: CompatibleService, _ method: HTTPMethod, _ path: String, _ scopes: [TokenScope],
      and further: TokenScope? = nil, isHeavy: Bool = false, action: String? = nil
    ) {
      (self.service, self.method, self.path, self.scopes) = (service, method, path, scopes)
      (self.further, self.action) = (further, action)
      self.isHeavy = isHeavy || scopes == [.readStatistics]
    }
  }

  var definition: Definition {
    let any: [TokenScope] = [.readLinks, .writeLinks, .readStatistics]
    let yourls = "/yourls-api.php"
    return switch self {
    case .yourlsShorten: .init(.yourls, .get, yourls, [.writeLinks], action: "shorturl")
    case .yourlsExpand: .init(.yourls, .get, yourls, [.readLinks], action: "expand")
    case .yourlsLink: .init(.yourls, .get, yourls, [.readLinks], action: "url-stats")
    case .yourlsLinks:
      .init(
        .yourls, .get, yourls, [.readLinks], and: .readStatistics, isHeavy: true, action: "stats")
    case .yourlsSums: .init(.yourls, .get, yourls, [.readStatistics], action: "db-stats")
    case .yourlsVersion: .init(.yourls, .get, yourls, any, action: "version")

    case .shlinkHealth: .init(.shlink, .get, "/rest/health", [])
    case .shlinkHealthV3: .init(.shlink, .get, "/rest/v3/health", [])
    case .shlinkDomains: .init(.shlink, .get, "/rest/v3/domains", any)
    case .shlinkSums: .init(.shlink, .get, "/rest/v3/visits", [.readStatistics])
    case .shlinkMercure: .init(.shlink, .get, "/rest/v3/mercure-info", any)
    case .shlinkRules: .init(.shlink, .get, "/rest/v3/short-urls/{name}/redirect-rules", any)
    case .shlinkList: .init(.shlink, .get, "/rest/v3/short-urls", [.readLinks], isHeavy: true)
    case .shlinkCreate: .init(.shlink, .post, "/rest/v3/short-urls", [.writeLinks])
    case .shlinkVisits: .init(.shlink, .get, "/rest/v3/short-urls/{name}/visits", [.readStatistics])
    case .shlinkRead: .init(.shlink, .get, "/rest/v3/short-urls/{name}", [.readLinks])
    case .shlinkEdit: .init(.shlink, .patch, "/rest/v3/short-urls/{name}", [.writeLinks])
    case .shlinkDelete: .init(.shlink, .delete, "/rest/v3/short-urls/{name}", [.writeLinks])
    case .shlinkTags: .init(.shlink, .get, "/rest/v3/tags", [.readLinks], isHeavy: true)
    case .shlinkTagSums:
      .init(.shlink, .get, "/rest/v3/tags/stats", [.readStatistics], and: .readLinks)
    case .shlinkRenameTag: .init(.shlink, .put, "/rest/v3/tags", [.writeLinks])
    case .shlinkDeleteTags: .init(.shlink, .delete, "/rest/v3/tags", [.writeLinks])

    case .bitlyShorten: .init(.bitly, .post, "/v4/shorten", [.writeLinks])
    case .bitlyExpand: .init(.bitly, .post, "/v4/expand", [.readLinks])
    case .bitlyCreate: .init(.bitly, .post, "/v4/bitlinks", [.writeLinks])
    case .bitlyClickSum:
      .init(.bitly, .get, "/v4/bitlinks/{name}/clicks/summary", [.readStatistics])
    case .bitlyClicks: .init(.bitly, .get, "/v4/bitlinks/{name}/clicks", [.readStatistics])
    case .bitlyCountries: .init(.bitly, .get, "/v4/bitlinks/{name}/countries", [.readStatistics])
    case .bitlyReferrers: .init(.bitly, .get, "/v4/bitlinks/{name}/referrers", [.readStatistics])
    case .bitlyReferringDomains:
      .init(.bitly, .get, "/v4/bitlinks/{name}/referring_domains", [.readStatistics])
    case .bitlyRead: .init(.bitly, .get, "/v4/bitlinks/{name}", [.readLinks])
    case .bitlyEdit: .init(.bitly, .patch, "/v4/bitlinks/{name}", [.writeLinks])
    case .bitlyDelete: .init(.bitly, .delete, "/v4/bitlinks/{name}", [.writeLinks])
    case .bitlyUser: .init(.bitly, .get, "/v4/user", any)
    case .bitlyGroups: .init(.bitly, .get, "/v4/groups", any)
    case .bitlyGroup: .init(.bitly, .get, "/v4/groups/{name}", any)
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
