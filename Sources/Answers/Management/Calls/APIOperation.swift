import HTTPCore
import LinkStorage
import Links
import Service
import WebSyntax

/// The operations of the management listener. Routing, authorisation and the OpenAPI document are
/// all derived from this list, so none of them can miss one.
package enum APIOperation: String, CaseIterable, Sendable {
  case health, readiness, changeReadiness, metrics, openAPI
  case createLink, listLinks, findLink, readLink, changeLink, deleteLink, createLinks
  case importLinks, exportLinks, applyLinks, statistics, audit
  case listVersions, listDeletedLinks, restoreLink, undoChange
  case createToken, listTokens, revokeToken, addPerson, listPeople, removePerson
  case createWebhook, listWebhooks, readWebhook, changeWebhook, deleteWebhook
  case testWebhook, rotateWebhook, listDeliveries, retryDelivery, sendNotification
  case explain, validate, match, diff, evaluateLaunch, buildNotification, examineHosts
  case createDynamicLink, dynamicLinkStatistics, reopenAttribution

  /// Everything that the listener has to know about an operation.
  private struct Definition {
    let method: HTTPMethod
    let path: String
    let scopes: [TokenScope]
    let parameters: [String]?
    let isHeavy: Bool
    let changesCopies: Bool
    var isFirebase = false
    var route = RouteLabel.api

    init(
      _ method: HTTPMethod, _ path: String, _ scopes: [TokenScope], _ parameters: [String]? = [],
      isHeavy: Bool = false, changesCopies: Bool = false
    ) {
      (self.method, self.path, self.scopes, self.parameters) = (method, path, scopes, parameters)
      (self.isHeavy, self.changesCopies) = (isHeavy, changesCopies)
    }

    /// A page for everybody, whose query may contain anything, as scrapers and probes add their own.
    static func open(_ path: String, as route: RouteLabel = .api) -> Definition {
      var definition = Definition(.get, path, [], nil)
      definition.route = route
      return definition
    }

    /// A call of Firebase's clients, which add the common parameters of Google's APIs (`alt`,
    /// `prettyPrint`, `sdkVersion`).
    static func firebase(
      _ method: HTTPMethod, _ path: String, _ scopes: [TokenScope], isHeavy: Bool = false,
      changesCopies: Bool = false
    ) -> Definition {
      var definition = Definition(
        method, path, scopes, nil, isHeavy: isHeavy, changesCopies: changesCopies)
      definition.isFirebase = true
      return definition
    }
  }

  /// The parameters of `APICall.linkFilter`.
  private static let linkFilters = ["host", "tag", "owner", "campaign", "search"]

  private var definition: Definition {
    switch self {
    case .health: .open("/healthz", as: .health)
    case .readiness: .open("/readyz", as: .ready)
    case .changeReadiness: .open("/readyz/changes", as: .ready)
    case .metrics: .open("/metrics", as: .metrics)
    case .openAPI: .open("/openapi.json")

    case .createLink: .init(.post, "/v1/links", [.writeLinks], changesCopies: true)
    case .listLinks:
      .init(
        .get, "/v1/links", [.readLinks],
        Self.linkFilters + ["state", "health", "sort", "cursor", "limit"])
    case .findLink:
      .init(.get, "/v1/links:find", [.readLinks], ["url", "host", "slug", "former"])
    case .readLink: .init(.get, "/v1/links/{host}/{slug}", [.readLinks])
    case .changeLink: .init(.patch, "/v1/links/{host}/{slug}", [.writeLinks], changesCopies: true)
    case .deleteLink: .init(.delete, "/v1/links/{host}/{slug}", [.writeLinks], changesCopies: true)
    case .createLinks: .init(.post, "/v1/links:batch", [.writeLinks], changesCopies: true)

    case .importLinks:
      .init(
        .post, "/v1/import", [.writeLinks],
        ["format", "dryRun", "as", "overwrite", "clicks", "map", "timeZone", "offset", "more"],
        changesCopies: true)
    case .exportLinks:
      .init(.get, "/v1/export", [.readLinks], ["format", "host", "cursor", "limit"])
    // Readers may see what a file or an undo would change.
    case .applyLinks:
      .init(
        .post, "/v1/links:apply", [.writeLinks, .readLinks],
        ["owner", "prune", "dryRun", "format"],
        changesCopies: true)
    case .undoChange:
      .init(
        .post, "/v1/changes/{number}:undo", [.writeLinks, .readLinks], ["dryRun"],
        changesCopies: true)
    case .listVersions:
      .init(.get, "/v1/links/{host}/{slug}/versions", [.readLinks], ["cursor", "limit"])
    case .listDeletedLinks:
      .init(
        .get, "/v1/links:deleted", [.readLinks], Self.linkFilters + ["cursor", "limit"])
    case .restoreLink:
      .init(.post, "/v1/links/{host}/{slug}:restore", [.writeLinks], changesCopies: true)

    case .statistics:
      .init(
        .get, "/v1/stats", [.readStatistics],
        ["host", "slug", "since", "until", "by", "split", "format"], isHeavy: true)
    case .audit:
      .init(
        .get, "/v1/audit", [.admin], ["host", "actor", "since", "until", "cursor", "limit"],
        isHeavy: true)

    case .createToken: .init(.post, "/v1/tokens", [.admin], changesCopies: true)
    case .listTokens: .init(.get, "/v1/tokens", [.admin])
    case .revokeToken:
      .init(.delete, "/v1/tokens/{token}", [.admin], changesCopies: true)
    case .addPerson: .init(.post, "/v1/people", [.admin])
    case .listPeople: .init(.get, "/v1/people", [.admin])
    case .removePerson: .init(.delete, "/v1/people/{person}", [.admin])

    case .createWebhook: .init(.post, "/v1/webhooks", [.admin])
    case .listWebhooks: .init(.get, "/v1/webhooks", [.admin])
    case .readWebhook: .init(.get, "/v1/webhooks/{id}", [.admin])
    case .changeWebhook: .init(.patch, "/v1/webhooks/{id}", [.admin])
    case .deleteWebhook: .init(.delete, "/v1/webhooks/{id}", [.admin])
    case .testWebhook: .init(.post, "/v1/webhooks/{id}:test", [.admin])
    case .rotateWebhook: .init(.post, "/v1/webhooks/{id}:rotate", [.admin])
    case .listDeliveries:
      .init(.get, "/v1/webhooks/{id}/deliveries", [.admin], ["cursor", "limit"])
    case .retryDelivery: .init(.post, "/v1/webhooks/{id}/deliveries/{number}:retry", [.admin])

    case .explain: .init(.post, "/v1/explain", [.readLinks], isHeavy: true)
    case .validate: .init(.post, "/v1/validate", [.readLinks], ["kind", "file"], isHeavy: true)
    case .match: .init(.post, "/v1/match", [.readLinks], isHeavy: true)
    case .diff: .init(.post, "/v1/diff", [.readLinks], isHeavy: true)
    case .evaluateLaunch: .init(.post, "/v1/launches:evaluate", [.readLinks], ["app"])
    case .examineHosts: .init(.post, "/v1/doctor", [.readLinks])
    case .buildNotification: .init(.post, "/v1/notifications:build", [.writeNotifications])
    case .sendNotification: .init(.post, "/v1/notifications:send", [.sendNotifications])

    case .createDynamicLink:
      .firebase(.post, "/v1/shortLinks", [.writeLinks], changesCopies: true)
    case .dynamicLinkStatistics:
      .firebase(.get, "/v1/{shortLink}/linkStats", [.readStatistics], isHeavy: true)
    // Called by apps, whose tokens should allow nothing else.
    case .reopenAttribution:
      .firebase(.post, "/v1/reopenAttribution", [.writeLaunches, .writeLinks, .readLinks])
    }
  }

  var method: HTTPMethod { definition.method }

  /// The path as OpenAPI spells it.
  var path: String { definition.path }

  /// The permissions of which the caller's token needs at least one; empty for public operations.
  var scopes: [TokenScope] { definition.scopes }

  /// The parameters that the query may contain; nil when all are ignored.
  var parameters: [String]? { definition.parameters }

  /// Whether calls may compute for long; these have a queue of their own and end with their
  /// connection.
  var isHeavy: Bool { definition.isHeavy }

  /// Whether a call may turn out to take long: always, or by its parameters.
  func mayBeHeavy(_ request: HTTPRequest) -> Bool {
    isHeavy || self == .examineHosts || request.query != nil
  }

  /// Whether the operation changes what nodes keep copies of: links and tokens.
  var changesCopies: Bool { definition.changesCopies }

  /// Whether callers are Firebase clients, which pass their key in the query and expect Google's
  /// errors.
  var isFirebase: Bool { definition.isFirebase }

  /// The label in the metrics.
  var route: RouteLabel { definition.route }
}

/// The operations at an address, and the parameters in its path.
struct APIPath: Equatable, Sendable {
  let operations: [APIOperation]
  /// The link of `/v1/links/{host}/{slug}`, with its escapes decoded. In a slug that ends in `/versions`,
  /// that slash is written `%2F`; no slug has a colon.
  private(set) var key: LinkKey?
  /// The short URL of `/v1/{shortLink}/linkStats`.
  private(set) var shortURL: String?
  /// The identifier of `/v1/webhooks/{id}`.
  private(set) var webhook: String?
  /// The last part of `/v1/tokens/{token}` and `/v1/people/{person}`, with its escapes decoded.
  private(set) var name: String?
  /// The number of a delivery or a change.
  private(set) var number: Int?

  private static let table = PathTable(APIOperation.allCases, path: \.path)

  /// Nil when no operation has this address.
  init?(path: ArraySlice<UInt8>) {
    let read = Self.table.first(matching: path) { operations, values in
      APIPath(operations, values)
    }
    guard let read else { return nil }
    self = read
  }

  private init?(_ operations: [APIOperation], _ values: [(name: String, value: ArraySlice<UInt8>)])
  {
    self.operations = operations
    var host: String?
    for (name, value) in values {
      guard let bytes = PercentCoding.decode(value),
        let text = String(validating: bytes, as: UTF8.self)
      else { return nil }
      switch name {
      case "host": host = text
      case "slug": key = host.flatMap { LinkKey(named: $0, text) }
      case "shortLink": shortURL = text
      case "id" where Self.isIdentifier(value): webhook = text
      case "number" where value.count <= 18: number = DecimalDigits.number(value)
      case "token", "person": self.name = text
      default: return nil
      }
    }
    if host != nil, key == nil { return nil }
    if values.last?.name == "number", number == nil { return nil }
  }

  /// Whether the bytes may be an identifier as Keiro makes them.
  private static func isIdentifier(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.count <= 100 && bytes.allSatisfy { ASCII.isAlphanumeric($0) || $0 == UInt8(ascii: "_") }
  }
}
