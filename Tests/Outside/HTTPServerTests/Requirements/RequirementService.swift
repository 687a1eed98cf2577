import AppAssociation
import HTTPCore
import HTTPServer
import LinkStorage
import Links
import Management
import PublicSite
import Service
import SiteModel
import Telemetry
import Testing
import WebSyntax
@testable import ServiceSupport

/// A small service with everything that the tables mention: a site of the host `shop.example` with
/// an app, pages under `/item/`, the links `/s/spring`, `/s/moved` and `/s/secret` and a file, and
/// the management listener.
struct RequirementService {
  private let snapshot: ServiceSnapshot
  private let prepared: PreparedSites
  private let directory: LinkDirectory
  private let store: any LinkStore
  private let management: ManagementHandler
  private let token: String

  init() throws {
    let definition = try Self.definition()
    let service = try ServiceFixture(
      access: ManagementAccess(names: ["shop.example"], addresses: nil, networks: []),
      compatible: [.shlink], origins: ["https://app.example"]
    ) { $0 = definition }
    let file = WellKnownFile(name: "security.txt", bytes: Array("Contact: x".utf8))
    snapshot = service.snapshot.replacing(wellKnownFiles: [[file]])
    prepared = try #require(PreparedSites(snapshot))
    (store, directory, management) = (service.store, service.directory, service.management)
    token = try #require(service.token)
  }

  private static func definition() throws -> ServiceDefinition {
    let app = AppDefinition(
      key: "shop", name: "Shop",
      apple: .init(
        appIDs: [try #require(AppIdentifier("AAAAAAAAAA.com.example.shop"))], appStoreID: "123"))
    var site = SiteDefinition(hosts: [try #require(HostPattern("shop.example"))])
    site.routes = [RouteDefinition(component: Component(path: "/item/{id}"), apps: [0])]
    site.routes[0].title = "Item {id}"
    var links = ["spring", "moved", "secret"].map {
      ShortLink(host: "shop.example", slug: $0, url: "https://shop.example/item/7")
    }
    links[1].status = .movedPermanently
    links[2].password = PasswordHash("word")
    site.shortLinks = ShortLinksDefinition(prefix: "/s/", app: nil, links: links)
    return ServiceDefinition(apps: [app], sites: [site])
  }

  /// Whether the row's path belongs to the management listener rather than the public one.
  func isManagement(_ row: Requirement) -> Bool {
    ["/v1/", "/rest/", "/healthz", "/metrics"].contains { row.sent.contains(" \($0)") }
  }

  func marker(for row: Requirement) -> String {
    isManagement(row)
      ? "GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
      : "GET /item/marker HTTP/1.1\r\nHost: shop.example\r\nConnection: close\r\n\r\n"
  }

  func server(for row: Requirement) throws -> TestServer {
    let isManagement = isManagement(row)
    return try TestServer { [self] in
      guard !isManagement else { return management }
      return PublicHandler(
        snapshot: snapshot, prepared: prepared, proxies: TrustedProxies(),
        journal: RequestJournal(metrics: WorkerMetrics(routeNames: RouteLabel.names), write: nil),
        directory: directory, recorder: ClickRecorder(store: store))
    }
  }

  /// The values of `{token}`, and of `{tag}` and `{gzip-tag}` if the row sends them.
  func values(for row: Requirement) throws -> [String: String] {
    var values = ["token": "Authorization: Bearer \(token)"]
    for (name, field) in [("tag", ""), ("gzip-tag", "Accept-Encoding: gzip\r\n")]
    where row.sent.contains("{\(name)}") {
      values[name] = try ask(row, extra: field).field("ETag")
    }
    return values
  }

  /// The answer to a plain GET of the row's target.
  func twin(of row: Requirement) throws -> Transcript.Answer { try ask(row, extra: "") }

  private func ask(_ row: Requirement, extra: String) throws -> Transcript.Answer {
    let target = try #require(row.sent.split(separator: "⏎").first).split(separator: " ")[1]
    let transcript = try server(for: row).converse(
      ["GET \(target) HTTP/1.1\r\nHost: shop.example\r\n\(extra)\r\n"], marker: "")
    return try #require(transcript.answers.first)
  }
}
