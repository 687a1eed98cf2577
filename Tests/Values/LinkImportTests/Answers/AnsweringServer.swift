import DirectRequests
import HTTPCore
import LinkStorage
import Links
import PublicSite
import SQLiteStore
import Service
import SiteModel
import Synchronization
import Telemetry
import Testing
import WebSyntax

/// The public listener of `go.example.com` with one link at `/k`, from the bytes of a request to those
/// of its answer.
struct AnsweringServer {
  private final class Visitor: Sendable {
    let state = Mutex((country: "", draw: 0))
  }

  private let handler: PublicHandler
  private let visitor = Visitor()

  init(_ link: ShortLink) throws {
    var site = SiteDefinition(hosts: [try #require(HostPattern("go.example.com"))])
    site.shortLinks = ShortLinksDefinition(prefix: "/", app: nil, links: [link])
    let compilation = ServiceSnapshot.compile(ServiceDefinition(apps: [], sites: [site]))
    let snapshot = try #require(compilation.snapshot, "\(compilation.problems)")
    let store: any LinkStore = try SQLiteStore(in: MemoryDatabase())
    handler = PublicHandler(
      snapshot: snapshot, prepared: try #require(PreparedSites(snapshot)),
      proxies: TrustedProxies(networks: []),
      journal: RequestJournal(metrics: WorkerMetrics(routeNames: RouteLabel.names), write: nil),
      directory: LinkDirectory(store: store, passwords: .plain),
      recorder: ClickRecorder(store: store),
      sources: VisitorSources(
        country: { [visitor] _ in visitor.state.withLock(\.country) },
        draw: { [visitor] in visitor.state.withLock(\.draw) }))
  }

  func reply(to visit: OldVisit, draw: Int) throws -> OldReply {
    visitor.state.withLock { $0 = (visit.country, draw) }
    let request = try #require(HTTPRequest.decoded(Array(visit.request.utf8)))
    let response = handler.answer(
      to: request, from: HTTPPeer(address: IPAddress("192.0.2.1"), isSecure: true),
      at: HTTPInstant(secondsSinceEpoch: Double(visit.now.secondsSinceEpoch))
    ).awaited
    switch response.status.code {
    case 300..<400:
      let location = try #require(response.fields.first("Location"))
      return OldReply(String(decoding: location, as: UTF8.self))
    case 404, 410: return .nothing
    default: return response.answerNote.outcome == .password ? .password : .nothing
    }
  }
}
