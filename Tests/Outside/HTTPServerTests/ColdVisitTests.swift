import Dispatch
import HTTPCore
import HTTPServer
import Links
import PublicSite
import Service
import SiteModel
import Telemetry
import Testing
@testable import ServiceSupport

/// Visits on one worker that need links from a store whose reads take long.
struct ColdVisitTests {
  private let store: BrokenStore
  private let server: TestServer
  private let makeHandler: @Sendable () -> any HTTPHandler
  private let token: String?

  init() throws {
    let store = try BrokenStore()
    let service = try ServiceFixture(store: store)
    for slug in ["warm", "cold"] {
      try service.add("\"slug\": \"\(slug)\", \"url\": \"https://e.example/\(slug)\"")
    }
    try service.add(#""slug": "secret", "url": "https://e.example/secret", "password": "word""#)
    #expect(try service.visit("/s/warm").status == 302)
    let (snapshot, prepared, directory) = (service.snapshot, service.prepared, service.directory)
    makeHandler = {
      PublicHandler(
        snapshot: snapshot, prepared: prepared, proxies: TrustedProxies(),
        journal: RequestJournal(
          metrics: WorkerMetrics(routeNames: RouteLabel.names), write: nil),
        directory: directory, recorder: ClickRecorder(store: store))
    }
    self.store = store
    token = service.token
    server = try TestServer(makeHandler: makeHandler)
  }

  private func request(_ target: String, method: String = "GET", fields: String = "") -> String {
    "\(method) \(target) HTTP/1.1\r\nHost: a.example\r\n\(fields)\r\n"
  }

  /// The whole answer to a request on a connection of its own.
  private func answer(_ target: String) throws -> String {
    let client = try server.client(sending: request(target, fields: "Connection: close\r\n"))
    return client.readAll()
  }

  @Test func `while the read for one visit hangs, its worker serves all others`() throws {
    #expect(try answer("/s/none").hasPrefix("HTTP/1.1 404"))
    store.holdReads()
    let waiting = try server.client(sending: request("/s/cold", fields: "Connection: close\r\n"))
    store.awaitHeldRead()
    for (target, status) in [
      ("/s/warm", 302), ("/s/fixed", 302), ("/s/none", 404), ("/item/7", 200), ("/absent", 404),
      ("/.well-known/apple-app-site-association", 200), ("/s/warm?a=b", 302),
      ("/_keiro/resolve?url=https://a.example/s/warm", 200),
    ] {
      #expect(try answer(target).hasPrefix("HTTP/1.1 \(status)"), "\(target)")
    }
    store.releaseReads()
    let late = waiting.readAll()
    #expect(late.hasPrefix("HTTP/1.1 302") && late.contains("https://e.example/cold"))
  }

  @Test func `answers stay in the order of their requests`() throws {
    store.holdReads()
    let last = request("/item/7", method: "HEAD", fields: "Connection: close\r\n")
    let client = try server.client(
      sending: ["/s/cold", "/s/warm", "/s/none"].map { request($0) }.joined() + last)
    store.awaitHeldRead()
    store.releaseReads()
    let answers = client.readAll()
    #expect(statuses(answers).map { $0.prefix(3) } == ["302", "302", "404", "200"])
    let locations = answers.split(separator: "\r\n").filter { $0.hasPrefix("Location: ") }
    #expect(
      locations == ["Location: https://e.example/cold", "Location: https://e.example/warm"])
  }

  @Test func `a client that has stopped sending is still answered`() throws {
    store.holdReads()
    let client = try server.client(sending: request("/s/cold"))
    client.endWriting()
    store.awaitHeldRead()
    try server.barrier()
    store.releaseReads()
    #expect(client.readAll().hasPrefix("HTTP/1.1 302"))
  }

  @Test func `a visit that waits during a reload is answered`() throws {
    store.holdReads()
    let client = try server.client(sending: request("/s/cold", fields: "Connection: close\r\n"))
    store.awaitHeldRead()
    let makeHandler = makeHandler
    server.server.replaceHandlers(HTTPServerConfiguration()) { _ in makeHandler() }
    try server.barrier()
    store.releaseReads()
    #expect(client.readAll().hasPrefix("HTTP/1.1 302"))
  }

  @Test func `a token is looked up while others are served`() throws {
    store.holdReads()
    let fields = "Authorization: Bearer \(try #require(token))\r\nConnection: close\r\n"
    let resolving = try server.client(
      sending: request("/_keiro/resolve?url=https://a.example/s/warm", fields: fields))
    store.awaitHeldRead()
    let body = #"{"launches": []}"#
    let length = "Content-Length: \(body.utf8.count)\r\n"
    let reporting = try server.client(
      sending: request("/_keiro/launches", method: "POST", fields: fields + length) + body)
    store.awaitHeldRead()
    #expect(try answer("/s/warm").hasPrefix("HTTP/1.1 302"))
    store.releaseReads()
    #expect(resolving.readAll().hasPrefix("HTTP/1.1 200"))
    #expect(reporting.readAll().hasPrefix("HTTP/1.1 200"))
  }

  @Test(arguments: [true, false])
  func `a server that stops answers a visit that waits, unless that takes too long`(
    isInTime: Bool
  ) throws {
    store.holdReads()
    let idle = try server.client(sending: request("/s/warm"))
    _ = idle.read(until: "\r\n\r\n")
    let client = try server.client(sending: request("/s/cold"))
    store.awaitHeldRead()
    let drained = server.drain(timeout: 5)
    #expect(idle.isClosedByServer())
    if isInTime { store.releaseReads() } else { server.passTime(seconds: 6) }
    let answer = client.readAll()
    #expect(isInTime ? answer.hasPrefix("HTTP/1.1 302") : answer.isEmpty)
    drained.wait()
    if !isInTime { store.releaseReads() }
  }

  @Test(arguments: [true, false])
  func `a form is taken once its link is known`(waitsForConsent: Bool) throws {
    store.holdReads()
    let body = "password=word"
    let head = request(
      "/s/secret", method: "POST",
      fields: "Connection: close\r\nContent-Length: \(body.utf8.count)\r\n"
        + (waitsForConsent ? "Expect: 100-continue\r\n" : ""))
    let client = try server.client(sending: waitsForConsent ? head : head + body)
    store.awaitHeldRead()
    try server.barrier()
    store.releaseReads()
    if waitsForConsent {
      #expect(client.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 100"))
      client.send(body)
    }
    let answer = client.readAll()
    #expect(answer.hasPrefix("HTTP/1.1 303") && answer.contains("https://e.example/secret"))
  }

  @Test(arguments: [("GET", "/s/cold", 302), ("POST", "/s/cold", 405), ("POST", "/s/no", 404)])
  func `an unexpected body is refused once its link is known`(
    _ method: String, _ target: String, _ status: Int
  ) throws {
    store.holdReads()
    let client = try server.client(
      sending: request(target, method: method, fields: "Content-Length: 9000\r\n"))
    store.awaitHeldRead()
    store.releaseReads()
    let answer = client.read(until: "\r\n\r\n")
    #expect(answer.hasPrefix("HTTP/1.1 \(status)") && answer.contains("Connection: close"))
  }
}
