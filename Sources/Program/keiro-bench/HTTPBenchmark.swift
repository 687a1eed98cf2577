import AppAssociation
import CAllocations
import HTTPCore
import LaunchRouting
import Links
import Platforms
import SQLiteStore
import PublicSite
import Service
import SiteModel
import Telemetry
import WebSyntax

/// The processing of a request without its socket: time and heap allocations of each part, for the
/// most frequent responses.
enum HTTPBenchmark {
  static func run() -> Int32 {
    guard let handler = makeHandler() else { return 3 }
    print("part                    ns   allocations")
    for (name, head) in requests {
      var way = Way(head: head, handler: handler)
      guard way.isReady else { return 3 }
      report("\(name): decode") { way.decode() }
      report("\(name): answer") { way.answer() }
      report("\(name): encode") { way.encode() }
      report("\(name): record") { way.record() }
      report("\(name): all") { way.all() }
    }
    return 0
  }

  private static let fields = """
    Host: a.example\r
    User-Agent: Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15\r
    Accept: text/html,application/xhtml+xml\r
    Accept-Encoding: gzip, deflate, br\r
    Connection: keep-alive\r

    """

  private static let requests = [
    ("redirect", "GET /s/spring HTTP/1.1\r\n\(fields)\r\n"),
    ("document", "GET /.well-known/apple-app-site-association HTTP/1.1\r\n\(fields)\r\n"),
    (
      "unchanged",
      "GET /apple-app-site-association HTTP/1.1\r\n\(fields)If-None-Match: *\r\n\r\n"
    ), ("page", "GET /item/7 HTTP/1.1\r\n\(fields)\r\n"),
    ("not found", "GET /absent HTTP/1.1\r\n\(fields)\r\n"),
  ]

  /// Times are the best of five rounds; allocations are the average of a round.
  private static func report(_ name: String, _ body: () -> Int) {
    for _ in 0..<1000 { _ = body() }
    let rounds = 20_000
    let before = keiro_allocations()
    for _ in 0..<rounds { _ = body() }
    let allocations = Double(keiro_allocations() - before) / Double(rounds)
    let time = measure(body)
    let label = name + String(repeating: " ", count: max(20 - name.utf8.count, 1))
    let number = String(Int(time.rounded()))
    let space = String(repeating: " ", count: max(6 - number.utf8.count, 1))
    print("\(label)\(space)\(number)   \((allocations * 100).rounded() / 100)")
  }

  /// A site with an app, routes and a short link.
  private static func makeHandler() -> PublicHandler? {
    guard let identifier = AppIdentifier("AAAAAAAAAA.com.example.shop"),
      let host = HostPattern("a.example")
    else { return nil }
    let app = AppDefinition(
      key: "shop", name: "Shop",
      apple: .init(
        appIDs: [identifier], appStoreID: "123", appClipIDs: [], customSchemes: [],
        oldestSystem: SystemVersion(13)),
      android: nil, launch: LaunchRules())
    var site = SiteDefinition(hosts: [host])
    site.routes = [RouteDefinition(component: Component(path: "/item/{id}"), apps: [0])]
    site.routes[0].title = "Item {id}"
    site.shortLinks = ShortLinksDefinition(
      prefix: "/s/", app: nil,
      links: [ShortLink(host: "a.example", slug: "spring", url: "https://a.example/item/7")])
    let definition = ServiceDefinition(apps: [app], sites: [site])
    guard let snapshot = ServiceSnapshot.compile(definition).snapshot,
      let prepared = PreparedSites(snapshot), let store = try? SQLiteStore(in: MemoryDatabase())
    else { return nil }
    let passwords = PasswordHasher(
      hash: { PasswordHash($0) }, verify: { $0 == $1.text }, fault: { _ in nil })
    return PublicHandler(
      snapshot: snapshot, prepared: prepared, proxies: TrustedProxies(networks: []),
      journal: RequestJournal(metrics: WorkerMetrics(routeNames: RouteLabel.names), write: nil),
      directory: LinkDirectory(store: store, passwords: passwords),
      recorder: ClickRecorder(store: store))
  }
}

/// One request, repeated for each part of its processing.
private struct Way: ~Copyable {
  let bytes: [UInt8]
  let handler: PublicHandler
  let peer = HTTPPeer(address: IPAddress("192.0.2.1"))
  let now = HTTPInstant(secondsSinceEpoch: 1_795_224_669)
  var decoder = HTTPRequestDecoder(limits: HTTPLimits())
  var encoder = HTTPResponseEncoder()
  var output: [UInt8] = []
  var response = HTTPResponse(.notFound)
  /// A copy, since a decoder whose request is still referenced would have to allocate for the next.
  let request: HTTPRequest

  init(head: String, handler: PublicHandler) {
    let bytes = Array(head.utf8)
    self.bytes = bytes
    self.handler = handler
    var decoder = HTTPRequestDecoder(limits: HTTPLimits())
    var offset = 0
    _ = decoder.decode(bytes.span, offset: &offset)
    request = decoder.request
    encoder.setTime(now)
    response = handler.ready(request, peer, now)
    output.reserveCapacity(65_536)
  }

  var isReady: Bool { response.status.code != 400 }

  mutating func decode() -> Int {
    let bytes = bytes
    var offset = 0
    _ = decoder.decode(bytes.span, offset: &offset)
    return offset
  }

  func answer() -> Int {
    handler.ready(request, peer, now).status.code
  }

  mutating func encode() -> Int {
    output.removeAll(keepingCapacity: true)
    return encoder.encode(
      response, isHead: false, keepsConnection: true, version: .http11, into: &output)
  }

  func record() -> Int {
    handler.finished(
      request, response,
      HTTPExchange(peer: peer, finishedAt: now, microseconds: 10, bytesSent: 100))
    return 1
  }

  mutating func all() -> Int {
    let bytes = bytes
    var offset = 0
    guard decoder.decode(bytes.span, offset: &offset) == .request else { return 0 }
    let request = decoder.request
    let response = handler.ready(request, peer, now)
    output.removeAll(keepingCapacity: true)
    let count = encoder.encode(
      response, isHead: false, keepsConnection: true, version: .http11, into: &output)
    handler.finished(
      request, response,
      HTTPExchange(peer: peer, finishedAt: now, microseconds: 10, bytesSent: count))
    return count
  }
}

extension PublicHandler {
  /// The response to a request that is answered at once.
  fileprivate func ready(
    _ request: HTTPRequest, _ peer: HTTPPeer, _ now: HTTPInstant
  ) -> HTTPResponse {
    guard case .ready(let response) = answer(to: request, from: peer, at: now) else {
      return HTTPResponse(.badRequest)
    }
    return response
  }
}
