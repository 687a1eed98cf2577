import AppAssociation
import Changes
import DirectRequests
import Doctor
import HTTPCore
import LinkStorage
import Links
import Management
import SQLiteStore
import Service
import SiteModel
import Testing
import WebSyntax

@testable import Dashboard

/// The pages of a dashboard with a provider, called as by the server.
final class PagesFixture: Sendable {
  let store: any LinkStore
  let memory: DashboardMemory
  let pages: DashboardPages
  let now = HTTPInstant(secondsSinceEpoch: 1_795_224_669, steadySeconds: 1000)

  static let origin = "https://keiro.example.com"
  static let issuer = "https://login.example.com"

  /// - Parameters:
  ///   - apps: the apps of the configuration.
  ///   - routes: the routes of its only site.
  ///   - site: that site without short links; nil for one of the host `a.example`.
  ///   - examined: the last examinations of hosts from outside.
  ///   - findings: those in the configuration.
  init(
    fetch: @escaping ProviderFetch = { _, _ in nil }, apps: [AppDefinition] = [],
    routes: [RouteDefinition] = [], site: SiteDefinition? = nil, examined: [HostReport] = [],
    findings: [DashboardSources.Finding] = []
  ) throws {
    store = try SQLiteStore(in: MemoryDatabase())
    memory = DashboardMemory()
    let plain = PasswordHasher(
      hash: { PasswordHash($0) }, verify: { $0 == $1.text }, fault: { _ in nil })
    let directory = LinkDirectory(store: store, passwords: plain)
    var site = try site ?? SiteDefinition(hosts: [#require(HostPattern("a.example"))])
    site.shortLinks = ShortLinksDefinition(prefix: "/s/", app: nil, links: [])
    site.routes += routes
    let snapshot = try #require(
      ServiceSnapshot.compile(ServiceDefinition(apps: apps, sites: [site])).snapshot)
    let records = DoctorRecords()
    for report in examined { _ = records.keep(report) }
    var settings = DashboardSettings()
    settings.origin = Self.origin
    var provider = DashboardSettings.Provider()
    (provider.name, provider.issuer, provider.roleClaim) = ("Login", Self.issuer, "groups")
    (provider.clientID, provider.clientSecret) = ("keiro", "hush")
    provider.roles = ["*": .viewer]
    settings.providers = [provider]
    pages = try #require(
      DashboardPages(
        service: ManagementService(
          snapshot: snapshot, directory: directory, proxies: TrustedProxies(),
          doctor: HostDoctorAccess(records: records) { _, _ in .init(hosts: examined) }),
        directory: directory, proxies: TrustedProxies(), settings: settings,
        sources: DashboardSources(
          version: "1", uploadFolder: "/tmp", findings: { findings }, fetch: fetch),
        memory: memory))
  }

  var timestamp: Timestamp { Timestamp(secondsSinceEpoch: Int(now.secondsSinceEpoch)) }

  /// Changes by a user who reaches everything.
  var everything: StoreChanges {
    StoreChanges(by: .everything(as: .service), in: store, at: timestamp)
  }

  /// Changes of links by that user.
  var editor: LinkEditor {
    pages.directory.editor(
      by: .everything(as: .service), of: pages.service.snapshot, at: timestamp)
  }

  /// The cookie of a session with a new token.
  func cookie(_ scopes: [TokenScope] = [.admin]) throws -> String {
    let token = try everything.createToken(TokenDraft(name: "Session token", scopes: scopes)).text
    let answer = try ask("/dashboard/sign-in", method: "POST", body: "token=\(token)")
    let cookie = try #require(answer.fields["Set-Cookie"])
    return "Cookie: \(cookie.prefix { $0 != ";" })\r\n"
  }

  static let metadata = Array(
    """
    {"issuer":"\(issuer)","authorization_endpoint":"\(issuer)/authorize",
     "token_endpoint":"\(issuer)/token","jwks_uri":"\(issuer)/keys"}
    """.utf8)

  /// Begins a request; the answer arrives on any thread.
  func begin(
    _ target: String, method: String = "GET", fields: String = "", body: String = "",
    client: String = "192.0.2.1", _ completion: @escaping @Sendable (HTTPResponse) -> Void
  ) throws {
    let length = body.isEmpty ? "" : "Content-Length: \(body.utf8.count)\r\n"
    let bytes = Array(
      "\(method) \(target) HTTP/1.1\r\nHost: keiro.example.com\r\nOrigin: \(Self.origin)\r\n\(fields)\(length)\r\n\(body)"
        .utf8)
    let request = try #require(HTTPRequest.decoded(bytes))
    let peer = HTTPPeer(address: IPAddress(client), isSecure: true)
    let answer = pages.answer(to: request, from: peer, at: now)
    switch answer {
    case .ready(let response): completion(response)
    case .deferred(let work): work { completion($0) }
    case .unread: completion(answer.awaited)
    }
  }

  func ask(
    _ target: String, method: String = "GET", fields: String = "", body: String = "",
    client: String = "192.0.2.1"
  ) throws -> HTTPResponse {
    let slot = AnswerSlot<HTTPResponse>()
    try begin(
      target, method: method, fields: fields, body: body, client: client, slot.fill)
    return slot.wait()
  }
}
