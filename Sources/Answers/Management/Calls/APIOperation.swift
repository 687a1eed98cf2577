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

  var method: HTTPMethod {
    switch self {
    case .health, .readiness, .changeReadiness, .metrics, .openAPI, .listLinks, .findLink,
      .readLink,
      .exportLinks, .listTokens, .listPeople,
      .statistics, .audit, .dynamicLinkStatistics, .listWebhooks, .readWebhook, .listDeliveries,
      .listVersions, .listDeletedLinks:
      .get
    case .createLink, .createLinks, .importLinks, .applyLinks, .explain, .validate, .match, .diff,
      .evaluateLaunch, .buildNotification, .examineHosts, .createDynamicLink, .reopenAttribution,
      .createWebhook, .testWebhook, .rotateWebhook, .retryDelivery,
      .sendNotification, .createToken, .addPerson, .restoreLink, .undoChange:
      .post
    case .changeLink, .changeWebhook: .patch
    case .deleteLink, .deleteWebhook, .revokeToken, .removePerson: .delete
    }
  }

  /// The path as OpenAPI spells it.
  var path: String {
    switch self {
    case .health: "/healthz"
    case .readiness: "/readyz"
    case .changeReadiness: "/readyz/changes"
    case .metrics: "/metrics"
    case .openAPI: "/openapi.json"
    case .createLink, .listLinks: "/v1/links"
    case .findLink: "/v1/links:find"
    case .readLink, .changeLink, .deleteLink: "/v1/links/{host}/{slug}"
    case .listVersions: "/v1/links/{host}/{slug}/versions"
    case .listDeletedLinks: "/v1/links:deleted"
    case .restoreLink: "/v1/links/{host}/{slug}:restore"
    case .undoChange: "/v1/changes/{number}:undo"
    case .createLinks: "/v1/links:batch"
    case .importLinks: "/v1/import"
    case .exportLinks: "/v1/export"
    case .applyLinks: "/v1/links:apply"
    case .statistics: "/v1/stats"
    case .audit: "/v1/audit"
    case .createToken, .listTokens: "/v1/tokens"
    case .revokeToken: "/v1/tokens/{id}"
    case .addPerson, .listPeople: "/v1/people"
    case .removePerson: "/v1/people/{person}"
    case .createWebhook, .listWebhooks: "/v1/webhooks"
    case .readWebhook, .changeWebhook, .deleteWebhook: "/v1/webhooks/{id}"
    case .testWebhook: "/v1/webhooks/{id}:test"
    case .rotateWebhook: "/v1/webhooks/{id}:rotate"
    case .listDeliveries: "/v1/webhooks/{id}/deliveries"
    case .retryDelivery: "/v1/webhooks/{id}/deliveries/{number}:retry"
    case .explain: "/v1/explain"
    case .validate: "/v1/validate"
    case .match: "/v1/match"
    case .diff: "/v1/diff"
    case .evaluateLaunch: "/v1/launches:evaluate"
    case .buildNotification: "/v1/notifications:build"
    case .examineHosts: "/v1/doctor"
    case .sendNotification: "/v1/notifications:send"
    case .createDynamicLink: "/v1/shortLinks"
    case .dynamicLinkStatistics: "/v1/{shortLink}/linkStats"
    case .reopenAttribution: "/v1/reopenAttribution"
    }
  }

  /// The permissions of which the caller's token needs at least one; empty for public operations.
  var scopes: [TokenScope] {
    switch self {
    case .health, .readiness, .changeReadiness, .metrics, .openAPI: []
    case .createLink, .changeLink, .deleteLink, .createLinks, .importLinks, .createDynamicLink,
      .restoreLink:
      [.writeLinks]
    // Readers may see what a file or an undo would change.
    case .applyLinks, .undoChange: [.writeLinks, .readLinks]
    case .listVersions, .listDeletedLinks, .listLinks, .findLink, .readLink, .exportLinks, .explain,
      .validate, .match,
      .diff,
      .evaluateLaunch,
      .examineHosts:
      [.readLinks]
    case .statistics, .dynamicLinkStatistics: [.readStatistics]
    case .buildNotification: [.writeNotifications]
    case .sendNotification: [.sendNotifications]
    case .audit, .createWebhook, .listWebhooks, .readWebhook, .changeWebhook, .deleteWebhook,
      .testWebhook, .rotateWebhook, .listDeliveries, .retryDelivery, .createToken, .listTokens,
      .revokeToken, .addPerson, .listPeople, .removePerson:
      [.admin]
    // Called by apps, whose tokens should allow nothing else.
    case .reopenAttribution: [.writeLaunches, .writeLinks, .readLinks]
    }
  }

  /// The parameters that the query may contain; nil when all are ignored.
  ///
  /// Firebase callers add the common parameters of Google's APIs (`alt`, `prettyPrint`,
  /// `sdkVersion`), and scrapers and probes add their own.
  var parameters: [String]? {
    switch self {
    case .health, .readiness, .changeReadiness, .metrics, .openAPI: nil
    case .createDynamicLink, .dynamicLinkStatistics, .reopenAttribution: nil
    case .createLink, .readLink, .changeLink, .deleteLink, .createLinks, .explain, .match,
      .diff, .buildNotification, .examineHosts, .createWebhook, .listWebhooks, .readWebhook,
      .changeWebhook, .deleteWebhook, .testWebhook, .rotateWebhook, .retryDelivery,
      .sendNotification, .createToken, .listTokens, .revokeToken, .addPerson, .listPeople,
      .removePerson, .restoreLink:
      []
    case .undoChange: ["dryRun"]
    case .listVersions: ["cursor", "limit"]
    case .listDeletedLinks: ["host", "tag", "owner", "campaign", "search", "cursor", "limit"]
    case .findLink: ["url", "host", "slug", "former"]
    case .listDeliveries: ["cursor", "limit"]
    case .listLinks:
      ["host", "tag", "owner", "campaign", "search", "state", "health", "sort", "cursor", "limit"]
    case .importLinks:
      ["format", "dryRun", "as", "overwrite", "clicks", "map", "timeZone", "offset", "more"]
    case .exportLinks: ["format", "host", "cursor", "limit"]
    case .applyLinks: ["owner", "prune", "dryRun", "format"]
    case .statistics: ["host", "slug", "since", "until", "by", "split", "format"]
    case .audit: ["host", "actor", "since", "until", "cursor", "limit"]
    case .validate: ["kind", "file"]
    case .evaluateLaunch: ["app"]
    }
  }

  /// Whether calls may compute for long; these have a queue of their own and end with their
  /// connection.
  var isHeavy: Bool {
    switch self {
    case .statistics, .audit, .explain, .validate, .match, .diff, .dynamicLinkStatistics: true
    default: false
    }
  }

  /// Whether the operation creates, changes or deletes links.
  var changesLinks: Bool {
    switch self {
    case .createLink, .changeLink, .deleteLink, .createLinks, .importLinks, .applyLinks,
      .createDynamicLink, .restoreLink, .undoChange:
      true
    default: false
    }
  }

  /// Whether callers are Firebase clients, which pass their key in the query and expect Google's
  /// errors.
  var isFirebase: Bool {
    switch self {
    case .createDynamicLink, .dynamicLinkStatistics, .reopenAttribution: true
    default: false
    }
  }

  /// The label in the metrics.
  var route: RouteLabel {
    switch self {
    case .health: .health
    case .readiness, .changeReadiness: .ready
    case .metrics: .metrics
    default: .api
    }
  }
}

/// The operations at an address, and the parameters in its path.
struct APIPlace: Equatable, Sendable {
  let operations: [APIOperation]
  /// The link of `/v1/links/{host}/{slug}`, with its escapes decoded.
  var key: LinkKey?
  /// The short URL of `/v1/{shortLink}/linkStats`.
  var shortURL: String?
  /// The identifier of `/v1/webhooks/{id}`.
  var webhook: String?
  /// The last part of `/v1/tokens/{id}` and `/v1/people/{person}`, with its escapes decoded.
  var name: String?
  /// The number of a delivery.
  var delivery: Int?
  /// The number of `/v1/changes/{number}:undo`.
  var change: Int?

  /// Nil when no operation has this address.
  init?(path: ArraySlice<UInt8>) {
    let text = String(decoding: path, as: UTF8.self)
    let fixed = APIOperation.allCases.filter { $0.path == text }
    if !fixed.isEmpty, !text.contains("{") {
      operations = fixed
      return
    }
    if text.hasPrefix(Self.links),
      let (operations, key) = Self.link(path.dropFirst(Self.links.utf8.count))
    {
      self.operations = operations
      self.key = key
      return
    }
    if text.hasPrefix(Self.changes), text.hasSuffix(Self.undo) {
      let digits = text.dropFirst(Self.changes.count).dropLast(Self.undo.count).utf8
      guard digits.count <= 18, let number = DecimalDigits.number(digits) else { return nil }
      operations = [.undoChange]
      change = number
      return
    }
    if text.hasPrefix(Self.webhooks) {
      guard let place = Self.webhook(text.dropFirst(Self.webhooks.count)) else { return nil }
      (operations, webhook, delivery) = place
      return
    }
    for (prefix, operation) in Self.named where text.hasPrefix(prefix) {
      guard let name = Self.decoded(path.dropFirst(prefix.utf8.count)) else { return nil }
      operations = [operation]
      self.name = name
      return
    }
    guard text.hasPrefix(Self.version), text.hasSuffix(Self.linkStats) else { return nil }
    let middle = path.dropFirst(Self.version.utf8.count).dropLast(Self.linkStats.utf8.count)
    guard let decoded = PercentCoding.decode(middle), !decoded.isEmpty,
      let url = String(validating: decoded, as: UTF8.self)
    else { return nil }
    operations = [.dynamicLinkStatistics]
    shortURL = url
  }

  private static let version = "/v1/"
  private static let links = "/v1/links/"
  private static let changes = "/v1/changes/"
  private static let undo = ":undo"
  private static let versions = "/versions"
  private static let restore = ":restore"
  private static let webhooks = "/v1/webhooks/"
  private static let linkStats = "/linkStats"
  private static let named: [(prefix: String, operation: APIOperation)] = [
    ("/v1/tokens/", .revokeToken), ("/v1/people/", .removePerson),
  ]

  /// Parses `ID`, `ID:test`, `ID:rotate`, `ID/deliveries`, `ID/deliveries/NUMBER:retry`.
  private static func webhook(
    _ rest: Substring
  ) -> (operations: [APIOperation], id: String, number: Int?)? {
    let parts = rest.split(separator: "/", omittingEmptySubsequences: false)
    guard let first = parts.first else { return nil }
    let words = first.split(separator: ":", omittingEmptySubsequences: false)
    guard let id = words.first, !id.isEmpty, id.utf8.count <= 100,
      id.utf8.allSatisfy({ ASCII.isAlphanumeric($0) || $0 == UInt8(ascii: "_") })
    else { return nil }
    switch (words.count, parts.count) {
    case (1, 1): return ([.readWebhook, .changeWebhook, .deleteWebhook], String(id), nil)
    case (2, 1) where words[1] == "test": return ([.testWebhook], String(id), nil)
    case (2, 1) where words[1] == "rotate": return ([.rotateWebhook], String(id), nil)
    case (1, 2) where parts[1] == "deliveries": return ([.listDeliveries], String(id), nil)
    case (1, 3) where parts[1] == "deliveries" && parts[2].hasSuffix(":retry"):
      let digits = parts[2].dropLast(":retry".count).utf8
      guard digits.count <= 18, let number = DecimalDigits.number(digits) else { return nil }
      return ([.retryDelivery], String(id), number)
    default: return nil
    }
  }

  /// Parses `HOST/SLUG`, `HOST/SLUG/versions`, `HOST/SLUG:restore`. In a slug that ends in
  /// `/versions`, that slash is written `%2F`; no slug has a colon.
  private static func link(
    _ rest: ArraySlice<UInt8>
  ) -> (operations: [APIOperation], key: LinkKey)? {
    if rest.suffix(versions.utf8.count).elementsEqual(versions.utf8),
      let key = key(rest.dropLast(versions.utf8.count))
    {
      return ([.listVersions], key)
    }
    if rest.suffix(restore.utf8.count).elementsEqual(restore.utf8),
      let key = key(rest.dropLast(restore.utf8.count))
    {
      return ([.restoreLink], key)
    }
    return key(rest).map { ([.readLink, .changeLink, .deleteLink], $0) }
  }

  /// Parses a host, a slash, and a slug that may itself contain slashes.
  private static func key(_ rest: ArraySlice<UInt8>) -> LinkKey? {
    guard let slash = rest.firstIndex(of: UInt8(ascii: "/")),
      let host = decoded(rest[..<slash]), let slug = decoded(rest[(slash + 1)...])
    else { return nil }
    return LinkKey(named: host, slug)
  }

  private static func decoded(_ part: ArraySlice<UInt8>) -> String? {
    guard !part.isEmpty, let bytes = PercentCoding.decode(part) else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }
}
