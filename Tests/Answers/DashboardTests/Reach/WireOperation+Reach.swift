import HTTPCore
import LinkStorage

@testable import WireCalls

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
          "/rest/v3/short-urls", #"{"longUrl":"https://HOST/item/2","domain":"HOST"}"#, 200,
          beyond: 403)
      ]
    case .shlinkRead: [row(shortURL(), 200, beyond: 403, shows: true)]
    case .shlinkEdit: [row(shortURL(), #"{"title":"new"}"#, 200, beyond: 403, shows: true)]
    case .shlinkDelete: [row(shortURL(), 204, beyond: 403)]
    case .shlinkVisits: [row(shortURL("/visits"), 200, beyond: 403)]
    case .shlinkTags: [row("/rest/v3/tags", 200)]
    case .shlinkTagSums: [row("/rest/v3/tags/stats", 200)]
    case .shlinkRenameTag:
      [row("/rest/v3/tags", #"{"oldName":"quagga","newName":"x"}"#, 403)]
    case .shlinkDeleteTags: [row("/rest/v3/tags?tags[]=x", 403)]
    case .bitlyShorten, .bitlyCreate:
      [row(path, #"{"long_url":"https://HOST/item/2","domain":"HOST"}"#, 201, beyond: 403)]
    case .bitlyExpand:
      [row(path, #"{"bitlink_id":"HOST/s/SLUG"}"#, 200, beyond: 403, shows: true)]
    case .bitlyRead: [row(bitlink, 200, beyond: 403, shows: true)]
    case .bitlyEdit: [row(bitlink, #"{"archived":true}"#, 200, beyond: 403, shows: true)]
    case .bitlyDelete: [row(bitlink, 200, beyond: 403)]
    case .bitlyClicks, .bitlyClickSum, .bitlyCountries, .bitlyReferringDomains:
      [row(bitlink, 200, beyond: 403)]
    case .bitlyReferrers: [row(bitlink, 200, beyond: 403, shows: true)]
    case .bitlyUser, .bitlyGroup: [row(path.replacing("{name}", with: "keiro"), 200)]
    case .bitlyGroups: [row(path, 200, shows: true)]
    }
  }

  private var bitlink: String { path.replacing("{name}", with: "HOST/s/SLUG") }

  private func shortURL(_ rest: String = "") -> String {
    "/rest/v3/short-urls/SLUG\(rest)?domain=HOST"
  }

  private func yourls(
    _ parameters: String, _ own: Int, beyond: Int? = nil, shows: Bool = false
  ) -> ReachRow {
    row(
      "\(path)?format=json&action=\(action ?? "")&signature=CALLER\(parameters)", own,
      beyond: beyond, shows: shows)
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
      name: rawValue, scopes: scopes + [further].compactMap(\.self), needsAll: further != nil,
      method: self.method.name, target: target, body: body, own: own, beyond: beyond,
      shows: shows)
  }
}
