import HTTPCore
import LinkStorage

@testable import Dashboard
@testable import Management

/// One kind of request, for things of the caller's own host and for things of other hosts.
struct ReachRow {
  let name: String
  /// The scopes of which the caller needs one; empty if every caller is admitted.
  var scopes: [TokenScope] = []
  /// Whether the caller needs all scopes.
  var needsAll = false
  /// A template with HOST, SLUG, APP and ids such as {token}.
  var method = "GET"
  let target: String
  var body = ""
  /// The status of an admin's request for the own host.
  let own: Int
  /// The same for an admin of some hosts; nil for no difference.
  var bounded: Int?
  /// The status of a limited caller's request for another host; nil if there is no such request.
  var beyond: Int?
  /// The status of a request without the permission.
  var refused = 403
  /// Whether an unlimited caller sees things of the other host.
  var shows = false

  /// The template with the names of one group of the fixture's things.
  func text(_ template: String, _ group: String, _ ids: [String: String]) -> String {
    let isOwn = group == "own"
    var text =
      template.replacing("HOST", with: isOwn ? ReachFixture.own : ReachFixture.other)
      .replacing("SLUG", with: isOwn ? "own" : "zebra")
      .replacing("APP", with: isOwn ? "ownapp" : "zebraapp")
    for kind in ["token", "person", "session", "webhook", "delivery", "change"] {
      text = text.replacing("{\(kind)}", with: ids["\(group) \(kind)"] ?? "")
    }
    return text
  }

  /// The groups of things of other hosts that the template can name.
  var groupsBeyond: [String] {
    guard beyond != nil else { return [] }
    let isOfGroups = ["token", "person", "session", "webhook"].contains { kind in
      (target + body).contains("{\(kind)}")
    }
    return isOfGroups ? ["other", "partly", "everywhere"] : ["other"]
  }

  func isAllowed(_ caller: Set<TokenScope>) -> Bool {
    scopes.isEmpty || caller.contains(.admin)
      || (needsAll ? caller.isSuperset(of: scopes) : !caller.isDisjoint(with: scopes))
  }
}

// MARK: - Calls

extension APIOperation {
  /// The requests for the operation. A new operation does not compile without its row.
  var reachRows: [ReachRow] {
    switch self {
    case .health: [row("/healthz", 200)]
    case .readiness: [row("/readyz", 200)]
    case .changeReadiness: [row("/readyz/changes", 200)]
    case .metrics: [row("/metrics", 200)]
    case .openAPI: [row("/openapi.json", 200)]
    case .createLink:
      [
        row(
          "/v1/links", 201, #"{"host":"HOST","slug":"made","url":"https://HOST/item/2"}"#,
          beyond: 403),
        row(
          "/v1/links", 422, #"{"host":"HOST","slug":"SLUG-fixed","url":"javascript:0"}"#,
          beyond: 403),
      ]
    case .listLinks:
      [
        row("/v1/links", 200, shows: true),
        row("/v1/links?host=HOST", 200, beyond: 403, shows: true),
        row("/v1/links?search=a&state=ending", 200, shows: true),
        row("/v1/links?health=dead", 200),
      ]
    case .findLink:
      [
        row("/v1/links:find?host=HOST&slug=SLUG", 200, beyond: 403, shows: true),
        row("/v1/links:find?url=https://HOST/s/SLUG", 200, beyond: 403, shows: true),
        row("/v1/links:find?url=https://HOST/s/SLUG&former=true", 200, beyond: 403),
      ]
    case .readLink: [row("/v1/links/HOST/SLUG", 200, beyond: 403, shows: true)]
    case .changeLink:
      [row("/v1/links/HOST/SLUG", 200, #"{"name":"new"}"#, beyond: 403, shows: true)]
    case .deleteLink: [row("/v1/links/HOST/SLUG", 204, beyond: 403)]
    case .listVersions: [row("/v1/links/HOST/SLUG/versions", 200, beyond: 403, shows: true)]
    case .listDeletedLinks:
      [
        row("/v1/links:deleted", 200, shows: true),
        row("/v1/links:deleted?host=HOST", 200, beyond: 403),
      ]
    case .purgeLinks: [row("/v1/links:deleted?host=HOST", 200, beyond: 403)]
    case .restoreLink:
      [row("/v1/links/HOST/SLUG:restore", 200, #"{"version":1}"#, beyond: 403, shows: true)]
    case .undoChange:
      [
        row("/v1/changes/{change}:undo?dryRun=true", 200, beyond: 404),
        ReachRow(
          name: rawValue, scopes: [.writeLinks], method: "POST",
          target: "/v1/changes/{change}:undo",
          own: 200, beyond: 404),
      ]
    case .listTemplates: [row("/v1/templates", 200)]
    case .keepTemplate:
      [row("/v1/templates", 200, #"{"name":"Made","campaign":{"utm_source":"mail"}}"#)]
    case .removeTemplate: [row("/v1/templates/none", 404)]
    case .createLinks:
      [
        row(
          "/v1/links:batch", 200, #"{"host":"HOST","slug":"made","url":"https://HOST/item/2"}"#,
          beyond: 200)
      ]
    case .importLinks:
      [
        row(
          "/v1/import?format=ndjson",
          200, #"{"host":"HOST","slug":"made","url":"https://elsewhere.example/"}"#, beyond: 200),
        row("/v1/import?format=ndjson&as=HOST", 200, "\n", beyond: 403),
      ]
    case .applyLinks:
      [
        row(
          "/v1/links:apply?dryRun=true",
          200, #"{"host":"HOST","slug":"SLUG","url":"https://HOST/item/3"}"#, beyond: 200,
          shows: true),
        ReachRow(
          name: rawValue, scopes: [.writeLinks], method: "POST",
          target: "/v1/links:apply?owner=o&prune=true",
          body: "host,slug,url\nHOST,file,https://HOST/",
          own: 200, beyond: 200),
      ]
    case .exportLinks: [row("/v1/export", 200, shows: true)]
    case .statistics:
      [
        row("/v1/stats?host=HOST&by=link", 200, beyond: 403, shows: true),
        row("/v1/stats?host=HOST&slug=SLUG&by=referrer", 200, beyond: 403, shows: true),
      ]
    case .audit:
      [
        row("/v1/audit", 200, shows: true),
        row("/v1/audit?host=HOST", 200, beyond: 403, shows: true),
      ]
    case .status:
      [
        ReachRow(
          name: rawValue, scopes: [.admin], target: "/v1/status", own: 200, bounded: 403,
          shows: true)
      ]
    case .createToken:
      [row("/v1/tokens", 201, #"{"scopes":["links:read"],"hosts":["HOST"]}"#, beyond: 422)]
    case .listTokens: [row("/v1/tokens", 200, shows: true)]
    case .revokeToken: [row("/v1/tokens/{token}", 204, beyond: 404)]
    case .addPerson:
      [row("/v1/people", 201, #"{"name":"New","role":"viewer","hosts":["HOST"]}"#, beyond: 422)]
    case .listPeople: [row("/v1/people", 200, shows: true)]
    case .changePerson:
      [
        row("/v1/people/{person}", 200, #"{"role":"viewer"}"#, beyond: 404),
        row("/v1/people/{person}", 200, #"{"hosts":["HOST"]}"#, beyond: 404),
      ]
    case .removePerson: [row("/v1/people/{person}", 200, beyond: 404)]
    case .createWebhook:
      [
        row(
          "/v1/webhooks", 201, #"{"url":"https://hooks.example/","hosts":["HOST"]}"#, beyond: 422)
      ]
    case .listWebhooks: [row("/v1/webhooks", 200, shows: true)]
    case .readWebhook: [row("/v1/webhooks/{webhook}", 200, beyond: 404, shows: true)]
    case .changeWebhook:
      [
        row("/v1/webhooks/{webhook}", 200, #"{"enabled":false}"#, beyond: 404, shows: true),
        row("/v1/webhooks/{webhook}", 200, #"{"hosts":["HOST"]}"#, beyond: 404, shows: true),
      ]
    case .deleteWebhook: [row("/v1/webhooks/{webhook}", 204, beyond: 404)]
    case .testWebhook: [row("/v1/webhooks/{webhook}:test", 202, beyond: 404)]
    case .rotateWebhook: [row("/v1/webhooks/{webhook}:rotate", 200, beyond: 404, shows: true)]
    case .listDeliveries:
      [row("/v1/webhooks/{webhook}/deliveries", 200, beyond: 404, shows: true)]
    case .retryDeliveries:
      [row("/v1/webhooks/{webhook}/deliveries:retry", 202, beyond: 404)]
    case .retryDelivery:
      [row("/v1/webhooks/{webhook}/deliveries/{delivery}:retry", 202, beyond: 404, shows: true)]
    case .sendNotification:
      // Pushes are not sent here: an app within reach gets an answer that says so.
      [
        row(
          "/v1/notifications:send",
          503, #"{"app":"APP","devices":["aabb"],"payload":{"aps":{"alert":"x"}}}"#, beyond: 422)
      ]
    case .explain:
      [
        row("/v1/explain", 200, #"{"url":"https://HOST/s/SLUG"}"#, beyond: 403, shows: true),
        row("/v1/explain", 200, #"{"url":"https://HOST/s/SLUG","matrix":true}"#, beyond: 403),
        row("/v1/explain", 200, #"{"all":true}"#),
      ]
    case .validate: [row("/v1/validate", 200, "{}")]
    case .match:
      [row("/v1/match", 200, #"{"urls":["https://HOST/item/1"]}"#, beyond: 403, shows: true)]
    case .diff: [row("/v1/diff", 200, #"{"old":{"applinks":{}},"new":{"applinks":{}}}"#)]
    case .evaluateLaunch:
      [
        row(
          "/v1/launches:evaluate",
          200,
          #"{"app":"APP","launch":{"kind":"userActivity","activityType":"NSUserActivityTypeBrowsingWeb","webpageURL":"https://HOST/s/SLUG"}}"#,
          beyond: 400, shows: true),
        row(
          "/v1/launches:evaluate",
          200,
          #"{"app":"ownapp","launch":{"kind":"userActivity","activityType":"NSUserActivityTypeBrowsingWeb","webpageURL":"https://HOST/s/SLUG"}}"#,
          beyond: 200),
      ]
    case .buildNotification: [row("/v1/notifications:build", 422, "{}")]
    case .examineHosts: [row("/v1/doctor", 200, #"{"host":"HOST"}"#, beyond: 403)]
    case .createDynamicLink:
      [
        row(
          "/v1/shortLinks", 200, #"{"longDynamicLink":"https://HOST/?link=https://HOST/item/4"}"#,
          beyond: 403)
      ]
    case .dynamicLinkStatistics:
      [
        row("/v1/https%3A%2F%2FHOST%2Fs%2FSLUG/linkStats", 200, beyond: 403),
        row("/v1/https%3A%2F%2FHOST%2Fs%2Fnothing/linkStats", 404, beyond: 403),
      ]
    case .reopenAttribution:
      [
        row(
          "/v1/reopenAttribution", 200, #"{"requestedLink":"https://HOST/s/SLUG"}"#, beyond: 403,
          shows: true)
      ]
    }
  }

  private func row(
    _ target: String, _ own: Int, _ body: String = "", beyond: Int? = nil, shows: Bool = false
  ) -> ReachRow {
    ReachRow(
      name: rawValue, scopes: scopes, method: method.name, target: target, body: body, own: own,
      beyond: beyond, shows: shows)
  }
}
