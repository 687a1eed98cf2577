import HTTPCore
import LinkStorage

@testable import Dashboard
@testable import Management

/// One way to ask, for things of the caller's own host and for things beyond.
struct ReachRow {
  let name: String
  /// What the caller needs one of; none for what is for everybody.
  var scopes: [TokenScope] = []
  /// Whether the caller needs all of them.
  var needsAll = false
  /// A template with HOST, SLUG, APP and ids such as {token}.
  var method = "GET"
  let target: String
  var body = ""
  /// Of an admin's question about the own host.
  let own: Int
  /// Of a bound caller's question beyond; nil where there is no such question.
  var beyond: Int?
  /// Of a question by somebody without the permission.
  var refused = 403
  /// Whether an unbound caller sees things of the other host.
  var shows = false

  /// With the names of one group of the fixture's things.
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

  /// The groups of things beyond that it can be asked for.
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
  /// How the operation is asked. A new operation does not compile without its row.
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
          "/v1/links", #"{"host":"HOST","slug":"made","url":"https://HOST/item/2"}"#, 201,
          beyond: 403),
        row(
          "/v1/links", #"{"host":"HOST","slug":"SLUG-fixed","url":"javascript:0"}"#, 422,
          beyond: 403),
      ]
    case .listLinks:
      [
        row("/v1/links", 200, shows: true),
        row("/v1/links?host=HOST", 200, beyond: 403, shows: true),
        row("/v1/links?search=a&state=ending", 200, shows: true),
      ]
    case .findLink:
      [
        row("/v1/links:find?host=HOST&slug=SLUG", 200, beyond: 403, shows: true),
        row("/v1/links:find?url=https://HOST/s/SLUG", 200, beyond: 403, shows: true),
        row("/v1/links:find?url=https://HOST/s/SLUG&former=true", 200, beyond: 403),
      ]
    case .readLink: [row("/v1/links/HOST/SLUG", 200, beyond: 403, shows: true)]
    case .changeLink:
      [row("/v1/links/HOST/SLUG", #"{"name":"new"}"#, 200, beyond: 403, shows: true)]
    case .deleteLink: [row("/v1/links/HOST/SLUG", 204, beyond: 403)]
    case .listVersions: [row("/v1/links/HOST/SLUG/versions", 200, beyond: 403, shows: true)]
    case .restoreLink:
      [row("/v1/links/HOST/SLUG:restore", #"{"version":1}"#, 200, beyond: 403, shows: true)]
    case .undoChange:
      [
        row("/v1/changes/{change}:undo?dryRun=true", 200, beyond: 404),
        ReachRow(
          name: rawValue, scopes: [.writeLinks], method: "POST",
          target: "/v1/changes/{change}:undo",
          own: 200, beyond: 404),
      ]
    case .createLinks:
      [
        row(
          "/v1/links:batch", #"{"host":"HOST","slug":"made","url":"https://HOST/item/2"}"#, 200,
          beyond: 200)
      ]
    case .importLinks:
      [
        row(
          "/v1/import?format=ndjson",
          #"{"host":"HOST","slug":"made","url":"https://elsewhere.example/"}"#, 200, beyond: 200),
        row("/v1/import?format=ndjson&as=HOST", "\n", 200, beyond: 403),
      ]
    case .applyLinks:
      [
        row(
          "/v1/links:apply?dryRun=true",
          #"{"host":"HOST","slug":"SLUG","url":"https://HOST/item/3"}"#, 200, beyond: 200,
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
    case .createToken:
      [row("/v1/tokens", #"{"scopes":["links:read"],"hosts":["HOST"]}"#, 201, beyond: 422)]
    case .listTokens: [row("/v1/tokens", 200, shows: true)]
    case .revokeToken: [row("/v1/tokens/{token}", 204, beyond: 404)]
    case .addPerson:
      [row("/v1/people", #"{"name":"New","role":"viewer","hosts":["HOST"]}"#, 201, beyond: 422)]
    case .listPeople: [row("/v1/people", 200, shows: true)]
    case .removePerson: [row("/v1/people/{person}", 200, beyond: 404)]
    case .createWebhook:
      [
        row(
          "/v1/webhooks", #"{"url":"https://hooks.example/","hosts":["HOST"]}"#, 201, beyond: 422)
      ]
    case .listWebhooks: [row("/v1/webhooks", 200, shows: true)]
    case .readWebhook: [row("/v1/webhooks/{webhook}", 200, beyond: 404, shows: true)]
    case .changeWebhook:
      [
        row("/v1/webhooks/{webhook}", #"{"enabled":false}"#, 200, beyond: 404, shows: true),
        row("/v1/webhooks/{webhook}", #"{"hosts":["HOST"]}"#, 200, beyond: 404, shows: true),
      ]
    case .deleteWebhook: [row("/v1/webhooks/{webhook}", 204, beyond: 404)]
    case .testWebhook: [row("/v1/webhooks/{webhook}:test", 202, beyond: 404)]
    case .rotateWebhook: [row("/v1/webhooks/{webhook}:rotate", 200, beyond: 404, shows: true)]
    case .listDeliveries:
      [row("/v1/webhooks/{webhook}/deliveries", 200, beyond: 404, shows: true)]
    case .retryDelivery:
      [row("/v1/webhooks/{webhook}/deliveries/{delivery}:retry", 202, beyond: 404, shows: true)]
    case .sendNotification:
      // Nobody sends here: an app within reach is told so.
      [
        row(
          "/v1/notifications:send",
          #"{"app":"APP","devices":["aabb"],"payload":{"aps":{"alert":"x"}}}"#, 503, beyond: 422)
      ]
    case .explain:
      [
        row("/v1/explain", #"{"url":"https://HOST/s/SLUG"}"#, 200, beyond: 403, shows: true),
        row("/v1/explain", #"{"url":"https://HOST/s/SLUG","matrix":true}"#, 200, beyond: 403),
        row("/v1/explain", #"{"all":true}"#, 200),
      ]
    case .validate: [row("/v1/validate", "{}", 200)]
    case .match:
      [row("/v1/match", #"{"urls":["https://HOST/item/1"]}"#, 200, beyond: 403, shows: true)]
    case .diff: [row("/v1/diff", #"{"old":{"applinks":{}},"new":{"applinks":{}}}"#, 200)]
    case .evaluateLaunch:
      [
        row(
          "/v1/launches:evaluate",
          #"{"app":"APP","launch":{"kind":"userActivity","activityType":"NSUserActivityTypeBrowsingWeb","webpageURL":"https://HOST/s/SLUG"}}"#,
          200, beyond: 400, shows: true),
        row(
          "/v1/launches:evaluate",
          #"{"app":"ownapp","launch":{"kind":"userActivity","activityType":"NSUserActivityTypeBrowsingWeb","webpageURL":"https://HOST/s/SLUG"}}"#,
          200, beyond: 200),
      ]
    case .buildNotification: [row("/v1/notifications:build", "{}", 422)]
    case .examineHosts: [row("/v1/doctor", #"{"host":"HOST"}"#, 200, beyond: 403)]
    case .createDynamicLink:
      [
        row(
          "/v1/shortLinks", #"{"longDynamicLink":"https://HOST/?link=https://HOST/item/4"}"#, 200,
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
          "/v1/reopenAttribution", #"{"requestedLink":"https://HOST/s/SLUG"}"#, 200, beyond: 403,
          shows: true)
      ]
    }
  }

  private func row(
    _ target: String, _ own: Int, beyond: Int? = nil, shows: Bool = false
  ) -> ReachRow {
    row(target, "", own, beyond: beyond, shows: shows)
  }

  private func row(
    _ target: String, _ body: String, _ own: Int, beyond: Int? = nil, shows: Bool = false
  ) -> ReachRow {
    ReachRow(
      name: rawValue, scopes: scopes, method: method.name, target: target, body: body, own: own,
      beyond: beyond, shows: shows)
  }
}

// MARK: - Pages

extension PageKind {
  /// How the page and its forms are asked. A new page does not compile without its row, nor does a
  /// new action of a form.
  var reachRows: [ReachRow] {
    switch self {
    case .overview: [page("", shows: true), page("?host=HOST", beyond: 200)]
    case .links:
      [
        page("links", [.readLinks], shows: true),
        page("links?host=HOST", [.readLinks], beyond: 403, shows: true),
      ]
        + BulkAction.allCases.map { action in
          form(
            "links", "link=HOST/SLUG&tag=t&confirmed=yes&action=\(action.rawValue)",
            [.writeLinks], own: 200, beyond: 200)
        }
    case .export: [page("links/export?format=csv", [.readLinks], shows: true)]
    case .newLink:
      [
        page("links/new", [.writeLinks], shows: false),
        form(
          "links/new", "host=HOST&slug=made&url=https://HOST/item/2", [.writeLinks], own: 303,
          beyond: 403),
      ]
    case .link:
      [
        page("links/HOST/SLUG", [.readLinks], beyond: 403, shows: true),
        page("links/HOST/SLUG?qr=svg", [.readLinks], beyond: 403),
        form("links/HOST/SLUG", "rule=add", [.writeLinks], own: 200, beyond: 403),
      ] + LinkAction.allCases.map(\.reachRow)
    case .importForm: [page("import", [.writeLinks])]
    case .importStanding:
      [
        page("import/none", [.writeLinks], own: 404),
        form("import/none", "a=b", [.writeLinks], own: 404),
      ]
    case .sites: [page("sites", [.readLinks], shows: true)]
    case .site:
      [
        page("sites/HOST", [.readLinks], beyond: 404, shows: true),
        page("sites/HOST?url=https://HOST/s/SLUG", [.readLinks], beyond: 404, shows: true),
      ] + SiteAction.allCases.map(\.reachRow)
    case .chartData:
      [page("chart.csv?host=HOST", [.readStatistics], beyond: 403)]
    case .tokens:
      [
        page("tokens", [.admin], shows: true),
        form("tokens", "action=revoke&id={token}", [.admin], own: 200, beyond: 404),
      ] + TokenAction.allCases.map(\.reachRow)
    case .people:
      [
        page("people", [.admin], shows: true),
        form("people", "action=remove&id={person}", [.admin], own: 200, beyond: 404),
      ] + PersonAction.allCases.map(\.reachRow)
    case .sessions:
      [
        page("sessions"),
        form("sessions", "id={session}", [.admin], own: 303, beyond: 404, refused: 404),
      ]
    case .webhooks:
      [
        page("webhooks", [.admin], shows: true),
        form(
          "webhooks", "url=https://hooks.example/&hosts=HOST", [.admin], own: 200, beyond: 422),
      ]
    case .webhook:
      [page("webhooks/{webhook}", [.admin], beyond: 404, shows: true)]
        + WebhookAction.allCases.map(\.reachRow)
    case .audit:
      [
        page("audit", [.admin], shows: true),
        page("audit?host=HOST", [.admin], beyond: 403, shows: true),
      ]
    case .change:
      [
        page("changes/{change}", [.readLinks], beyond: 404),
        form("changes/{change}", "a=b", [.writeLinks], own: 200, beyond: 404),
      ]
    // Of oneself alone; a token has no passkeys.
    case .passkeys: [form("passkeys/add-options", "a=b", own: 403)]
    case .signIn: [page("sign-in", own: 303)]
    case .signOut: [form("sign-out", "a=b", own: 303)]
    case .language: [page("language?to=ja", own: 303)]
    case .scheme: [page("scheme?to=dark", own: 303)]
    case .design: [page("design", [.readLinks])]
    case .join: [page("join?code=x", own: 410)]
    case .provider: [page("oidc/none", own: 404)]
    case .passkeySignIn: [form("passkeys/join-options", "code=x", own: 403)]
    }
  }
}

private func page(
  _ target: String, _ scopes: [TokenScope] = [], own: Int = 200, beyond: Int? = nil,
  shows: Bool = false
) -> ReachRow {
  ReachRow(
    name: "page \(target)", scopes: scopes, target: "/dashboard/\(target)", own: own,
    beyond: beyond, shows: shows)
}

private func form(
  _ target: String, _ body: String, _ scopes: [TokenScope] = [], own: Int, beyond: Int? = nil,
  refused: Int = 403
) -> ReachRow {
  ReachRow(
    name: "form \(target) \(body)", scopes: scopes, method: "POST",
    target: "/dashboard/\(target)", body: body, own: own, beyond: beyond, refused: refused)
}

extension LinkAction {
  fileprivate var reachRow: ReachRow {
    let fields: String =
      switch self {
      case .save: "url=https://HOST/item/9"
      case .archive, .restore: ""
      case .version: "version=1"
      case .delete: "confirmed=yes"
      }
    return form(
      "links/HOST/SLUG", "action=\(rawValue)&\(fields)", [.writeLinks], own: 303, beyond: 403)
  }
}

extension SiteAction {
  fileprivate var reachRow: ReachRow {
    switch self {
    case .examine:
      form("sites/HOST", "action=examine", [.readLinks], own: 303, beyond: 404)
    }
  }
}

extension TokenAction {
  fileprivate var reachRow: ReachRow {
    switch self {
    case .create:
      form(
        "tokens", "action=create&scope=links:read&hosts=HOST", [.admin], own: 200, beyond: 422)
    case .revoke:
      form("tokens", "action=revoke&confirmed=yes&id={token}", [.admin], own: 303, beyond: 404)
    }
  }
}

extension PersonAction {
  fileprivate var reachRow: ReachRow {
    switch self {
    case .add:
      form(
        "people", "action=add&name=N&role=admin&hosts=HOST", [.admin], own: 200, beyond: 422)
    case .invite: form("people", "action=invite&id={person}", [.admin], own: 200, beyond: 404)
    case .role:
      form("people", "action=role&role=admin&id={person}", [.admin], own: 303, beyond: 404)
    case .remove:
      form("people", "action=remove&confirmed=yes&id={person}", [.admin], own: 303, beyond: 404)
    }
  }
}

extension WebhookAction {
  fileprivate var reachRow: ReachRow {
    let fields: String =
      switch self {
      case .test, .rotate, .enable, .disable: ""
      case .remove: "&confirmed=yes"
      case .retry: "&delivery={delivery}"
      }
    return form(
      "webhooks/{webhook}", "action=\(rawValue)\(fields)", [.admin],
      own: self == .rotate ? 200 : 303, beyond: 404)
  }
}
