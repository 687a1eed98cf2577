import Cryptography
import DirectRequests
import HTTPCore
import JSONSyntax
import LaunchRouting
import LinkStorage
import Links
import SQLiteStore
import Telemetry
import WebSyntax

import Management
import PublicSite
import Service
import SiteModel
import WireCalls

/// A service with two sites, whose handlers are called as the server would call them.
final class ServiceFixture {
  let store: any LinkStore
  let directory: LinkDirectory
  let snapshot: ServiceSnapshot
  let prepared: PreparedSites
  /// The time of every request, in seconds since 1970.
  var now = 1_795_224_669.0
  /// How far the wall clock has been moved since the start, in seconds.
  var clockJump = 0.0
  var instant: HTTPInstant {
    HTTPInstant(secondsSinceEpoch: now + clockJump, steadySeconds: now)
  }
  private(set) var workers: [Worker] = []
  let management: ManagementHandler
  /// The token that management calls send; nil for none.
  var token: String?

  final class Worker {
    let handler: PublicHandler
    let recorder: ClickRecorder

    init(_ handler: PublicHandler, _ recorder: ClickRecorder) {
      self.handler = handler
      self.recorder = recorder
    }
  }

  init(
    store: (any LinkStore)? = nil, workers: Int = 1, trustsHost: Bool = false,
    edge: PublicEdge = PublicEdge(), wellKnownFiles: [WellKnownFile] = [],
    bounds: CallBounds = CallBounds(), linkBytes: Int = 1 << 20,
    access: ManagementAccess = ManagementAccess(names: [], addresses: nil, networks: []),
    doctor: HostDoctorAccess? = .unreachable, compatible: [CompatibleService] = [],
    origins: [String] = [], services: ManagementServices = ManagementServices(),
    change: (inout ServiceDefinition) -> Void = { _ in }
  ) throws {
    let store = try store ?? SQLiteStore(in: MemoryDatabase())
    self.store = store
    directory = LinkDirectory(store: store, passwords: .plain)
    var definition = try ServiceFixture.definition()
    change(&definition)
    let compilation = ServiceSnapshot.compile(definition)
    snapshot = try required(compilation.snapshot, "\(compilation.problems)")
      .replacing(wellKnownFiles: [wellKnownFiles])
    prepared = try required(PreparedSites(snapshot, linkBytes: linkBytes))
    let sources = ManagementHandler.Sources(
      unreadiness: {
        do throws(LinkStoreError) {
          try store.check()
          return nil
        } catch {
          return "\(error)"
        }
      }, scrape: { "keiro_up 1\n" })
    let proxies = TrustedProxies(
      networks: [try IPNetwork(parsing: "10.0.0.0/8")], trustsHost: trustsHost)
    var services = services
    services.origin = "https://keiro.example"
    services.callingOrigins = CallingOrigins(origins)
    let service = ManagementService(
      snapshot: snapshot, directory: directory, proxies: proxies, services: services,
      bounds: bounds, doctor: doctor)
    management = ManagementHandler(
      sources: sources, service: service, access: access,
      metrics: WorkerMetrics(routeNames: RouteLabel.names),
      pages: [WireCalls(compatible, of: service)])
    for _ in 0..<workers { addWorker(proxies, edge) }
    token = try? makeToken([.admin])
  }

  private func addWorker(_ proxies: TrustedProxies, _ edge: PublicEdge) {
    let recorder = ClickRecorder(store: store, unknown: store)
    let journal = RequestJournal(
      metrics: WorkerMetrics(routeNames: RouteLabel.names), write: nil)
    let handler = PublicHandler(
      snapshot: snapshot, prepared: prepared, proxies: proxies, journal: journal,
      directory: directory, recorder: recorder, edge: edge)
    workers.append(Worker(handler, recorder))
  }

  var timestamp: Timestamp { Timestamp(secondsSinceEpoch: Int(now)) }

  func makeToken(
    _ scopes: [TokenScope], on hosts: [String] = [], expires: Timestamp? = nil, name: String? = nil,
    making: LinkMaking? = nil
  ) throws -> String {
    let text = try required(TokenText.generate())
    let token = APIToken(
      id: text.id, digest: text.digest, name: name, scopes: scopes.map(\.rawValue),
      reach: HostReach(hosts.compactMap { HostPattern($0) }), createdAt: timestamp,
      expires: expires, making: making)
    try waitForAnswer { store.createToken(token, by: .service, completion: $0) }
    return text.text
  }

  // MARK: - Asking

  func call(
    _ method: String, _ target: String, _ body: String = "", fields: String = "",
    client: String = "192.0.2.1", host: String = "127.0.0.1"
  ) throws -> Answer {
    try call(
      method, target, bytes: Array(body.utf8), fields: fields, client: client, host: host)
  }

  func call(
    _ method: String, _ target: String, bytes: [UInt8], fields: String = "",
    client: String = "192.0.2.1", host: String = "127.0.0.1"
  ) throws -> Answer {
    let authorization = token.map { "Authorization: Bearer \($0)\r\n" } ?? ""
    let request = try request(
      method, target, host: host, fields: authorization + fields, body: bytes)
    return Answer(
      management.response(
        to: request, from: HTTPPeer(address: IPAddress(client)), at: instant))
  }

  func visit(
    _ target: String, host: String = "a.example", method: String = "GET",
    agent: String? = nil, fields: String = "", body: String = "", client: String = "192.0.2.1",
    isSecure: Bool = false, front: HTTPPeer.Front = .unknown, worker: Int = 0, counts: Bool = true
  ) throws -> Answer {
    let agentField = agent.map { "User-Agent: \($0)\r\n" } ?? ""
    let request = try request(
      method, target, host: host, fields: agentField + fields, body: Array(body.utf8))
    let peer = HTTPPeer(address: IPAddress(client), isSecure: isSecure, front: front)
    let handler = workers[worker].handler
    if counts, let ready = readyResponse(of: handler, to: request, from: peer) {
      return Answer(ready)
    }
    let response = handler.response(to: request, from: peer, at: instant)
    if counts {
      handler.finished(
        request, response,
        HTTPExchange(peer: peer, finishedAt: instant, microseconds: 100, bytesSent: 100))
    }
    return Answer(response)
  }

  private func readyResponse(
    of handler: PublicHandler, to request: HTTPRequest, from peer: HTTPPeer
  ) -> HTTPResponse? {
    onLoop { handler.readyResponse(to: request, from: peer, at: instant) }
  }

  /// The bytes were refused before any handler saw a request.
  struct NoRequest: Error {}

  private static let limits = HTTPLimits(
    targetBytes: 70_000, headerBytes: 70_000, bodyBytes: 100_000_000)

  func request(
    _ method: String, _ target: String, host: String, fields: String = "", body: [UInt8] = []
  ) throws -> HTTPRequest {
    let head = "\(method) \(target) HTTP/1.1\r\nHost: \(host)\r\n\(fields)"
    let length = body.isEmpty ? "" : "Content-Length: \(body.count)\r\n"
    let bytes = Array((head + length + "\r\n").utf8) + body
    guard let request = HTTPRequest.decoded(bytes, limits: Self.limits) else { throw NoRequest() }
    return request
  }

  func flushClicks() {
    workers.forEach { $0.recorder.close() }
  }
}
