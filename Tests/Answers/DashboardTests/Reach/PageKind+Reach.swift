import HTTPCore
import LinkStorage

@testable import Dashboard
@testable import Management
@testable import WireCalls

extension PageKind {
  /// The requests for the page and its forms. A new page does not compile without its row, nor does
  /// a new action of a form.
  var reachRows: [ReachRow] {
    switch self {
    case .overview: [page("", shows: true), page("?host=HOST", beyond: 200)]
    case .tag: [page("tags/t", [.readStatistics])]
    case .campaign: [page("campaigns/c?host=HOST", [.readStatistics], beyond: 403)]
    case .links:
      [
        page("links", [.readLinks], shows: true),
        page("links?host=HOST", [.readLinks], beyond: 403, shows: true),
        page("links?state=deleted", [.readLinks], shows: true),
      ]
        + BulkAction.allCases.map { action in
          form(
            "links", "link=HOST/SLUG&tag=t&confirmed=yes&action=\(action.rawValue)",
            [.writeLinks], own: action == .edit ? 200 : 303, beyond: 200)
        }
    case .export: [page("links/export?format=csv", [.readLinks], shows: true)]
    case .newLink:
      [
        page("links/new", [.writeLinks], shows: false),
        form(
          "links/new", "host=HOST&slug=made&url=https://HOST/item/2", [.writeLinks], own: 303,
          beyond: 403),
      ]
    case .pastedLinks:
      [
        page("links/paste", [.writeLinks]),
        form(
          "links/paste", "host=HOST&rows=https://HOST/item/2&step=make", [.writeLinks], own: 303,
          beyond: 200),
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
      [
        page("chart.csv?host=HOST", [.readStatistics], beyond: 403),
        page("chart.csv?by=link&host=HOST", [.readStatistics], beyond: 403),
      ]
    case .tokens:
      [
        page("tokens", [.admin], shows: true),
        form("tokens", "action=revoke&id={token}", [.admin], own: 200, beyond: 404),
      ] + TokenAction.allCases.map(\.reachRow)
    case .people:
      [
        page("people", [.admin], shows: true),
        page("people?id={person}", [.admin], beyond: 404),
        form(
          "people", "action=role&role=viewer&reach=yes&hosts=HOST&id={person}", [.admin], own: 303,
          beyond: 404),
        form("people", "action=remove&id={person}", [.admin], own: 200, beyond: 404),
      ] + PersonAction.allCases.map(\.reachRow)
    case .sessions:
      [
        page("sessions"),
        form("sessions", "id={session}", [.admin], own: 303, beyond: 404, refused: 404),
        // Of oneself alone; a token has no passkeys.
        form("sessions", "action=name-passkey&name=N&id=x", own: 404),
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
    case .status:
      [
        ReachRow(
          name: "page status", scopes: [.admin], target: "/dashboard/status", own: 200,
          bounded: 403, shows: true)
      ]
    case .change:
      [
        page("changes/{change}", [.readLinks], beyond: 404),
        form("changes/{change}", "a=b", [.writeLinks], own: 200, beyond: 404),
      ]
    // One's own passkeys only; a token has none.
    case .passkeys: [form("passkeys/add-options", "a=b", own: 403)]
    case .signIn: [page("sign-in", own: 303)]
    case .signOut: [form("sign-out", "a=b", own: 303)]
    case .language: [page("language?to=ja", own: 303)]
    case .scheme: [page("scheme?to=dark", own: 303)]
    case .zone: [page("zone"), page("zone?to=Asia/Tokyo", own: 303)]
    case .design: [page("design", [.readLinks])]
    case .help: [page("help", [.readLinks])]
    case .views:
      ViewAction.allCases.map { action in
        form(
          "views", "action=\(action.rawValue)&name=N&list-tag=t", [.readLinks], own: 303)
      }
    case .templates:
      [
        page("templates", [.readLinks]),
        form("templates", "action=keep&name=Made", [.writeLinks], own: 303),
        form("templates", "action=remove&name=none", [.writeLinks], own: 404),
      ]
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
      case .edit: "url=https://HOST/item/9"
      case .archive, .restore: ""
      case .version: "version=1"
      case .delete: "confirmed=yes"
      }
    return form(
      "links/HOST/SLUG", "action=\(rawValue)&\(fields)", [.writeLinks],
      own: self == .edit ? 200 : 303, beyond: 403)
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
      case .test, .enable, .disable, .retryFailed: ""
      case .remove, .rotate: "&confirmed=yes"
      case .save: "&url=https://hooks.example/&description=D&hosts=HOST&types=link.created"
      case .retry: "&delivery={delivery}"
      }
    return form(
      "webhooks/{webhook}", "action=\(rawValue)\(fields)", [.admin],
      own: self == .rotate ? 200 : 303, beyond: 404)
  }
}

extension WireOperation {
  /// The request of another service's call. A new call does not compile without its row.
  var reachRows: [ReachRow] {
    switch self {
    case .yourlsShorten: [yourls("&url=https://own.example/item/5", 200)]
    case .yourlsExpand, .yourlsLink:
      [yourls("&shorturl=https://HOST/s/SLUG", 200, beyond: 403, shows: true)]
    case .yourlsLinks: [yourls("&limit=10&filter=last", 200, shows: true)]
    case .yourlsSums, .yourlsVersion: [yourls("", 200)]
    case .shlinkHealth: [row("/rest/health", 200)]
    case .shlinkHealthV3: [row("/rest/v3/health", 200)]
    case .shlinkDomains: [row("/rest/v3/domains", 200)]
    case .shlinkSums: [row("/rest/v3/visits", 200)]
    case .shlinkMercure: [row("/rest/v3/mercure-info", 501)]
    case .shlinkRules: [row(shortURL("/redirect-rules"), 501)]
    case .shlinkList:
      [
        row("/rest/v3/short-urls", 200, shows: true),
        row("/rest/v3/short-urls?domain=HOST", 200, beyond: 403, shows: true),
      ]
    case .shlinkCreate:
      [
        row(
          "/rest/v3/short-urls", 200, #"{"longUrl":"https://HOST/item/2","domain":"HOST"}"#,
          beyond: 403)
      ]
    case .shlinkRead: [row(shortURL(), 200, beyond: 403, shows: true)]
    case .shlinkEdit: [row(shortURL(), 200, #"{"title":"new"}"#, beyond: 403, shows: true)]
    case .shlinkDelete: [row(shortURL(), 204, beyond: 403)]
    case .shlinkVisits: [row(shortURL("/visits"), 200, beyond: 403)]
    case .shlinkTags: [row("/rest/v3/tags", 200)]
    case .shlinkTagSums: [row("/rest/v3/tags/stats", 200)]
    case .shlinkRenameTag:
      [row("/rest/v3/tags", 403, #"{"oldName":"quagga","newName":"x"}"#)]
    case .shlinkDeleteTags: [row("/rest/v3/tags?tags[]=x", 403)]
    case .bitlyShorten, .bitlyCreate:
      [
        row(
          definition.path, 201, #"{"long_url":"https://HOST/item/2","domain":"HOST"}"#, beyond: 403)
      ]
    case .bitlyExpand:
      [row(definition.path, 200, #"{"bitlink_id":"HOST/s/SLUG"}"#, beyond: 403, shows: true)]
    case .bitlyRead: [row(bitlink, 200, beyond: 403, shows: true)]
    case .bitlyEdit: [row(bitlink, 200, #"{"archived":true}"#, beyond: 403, shows: true)]
    case .bitlyDelete: [row(bitlink, 200, beyond: 403)]
    case .bitlyClicks, .bitlyClickSum, .bitlyCountries, .bitlyReferringDomains:
      [row(bitlink, 200, beyond: 403)]
    case .bitlyReferrers: [row(bitlink, 200, beyond: 403, shows: true)]
    case .bitlyUser, .bitlyGroup: [row(definition.path.replacing("{name}", with: "keiro"), 200)]
    case .bitlyGroups: [row(definition.path, 200, shows: true)]
    }
  }

  private var bitlink: String { definition.path.replacing("{name}", with: "HOST/s/SLUG") }

  private func shortURL(_ rest: String = "") -> String {
    "/rest/v3/short-urls/SLUG\(rest)?domain=HOST"
  }

  private func yourls(
    _ parameters: String, _ own: Int, beyond: Int? = nil, shows: Bool = false
  ) -> ReachRow {
    row(
      "\(definition.path)?format=json&action=\(definition.action ?? "")&signature=CALLER\(parameters)",
      own,
      beyond: beyond, shows: shows)
  }

  private func row(
    _ target: String, _ own: Int, _ body: String = "", beyond: Int? = nil, shows: Bool = false
  ) -> ReachRow {
    ReachRow(
      name: rawValue, scopes: definition.scopes + [definition.further].compactMap(\.self),
      needsAll: definition.further != nil, method: definition.method.name, target: target,
      body: body, own: own, beyond: beyond,
      shows: shows)
  }
}
