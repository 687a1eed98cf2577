import HTTPCore
import Synchronization
import Telemetry
import Testing
import WebSyntax

@testable import Service

/// The contents of the access log about a visit.
@Suite struct LogPrivacyTests {
  private static let token = "keiro_" + String(repeating: "A", count: 43)

  private func line(
    _ target: String, from client: String = "192.0.2.77", _ change: (inout LogPrivacy) -> Void
  ) throws -> String {
    let bytes = Array("GET \(target) HTTP/1.1\r\nHost: a\r\nUser-Agent: curl/8\r\n\r\n".utf8)
    var decoder = HTTPRequestDecoder(limits: HTTPLimits())
    var offset = 0
    try #require(decoder.decode(bytes.span, offset: &offset) == .request)
    var privacy = LogPrivacy()
    change(&privacy)
    let lines = Mutex<[UInt8]>([])
    let journal = RequestJournal(
      metrics: WorkerMetrics(routeNames: RouteLabel.names), privacy: privacy
    ) { written in
      lines.withLock { $0 += written }
      return 0
    }
    let exchange = HTTPExchange(
      peer: HTTPPeer(address: IPAddress(client)), finishedAt: HTTPInstant(secondsSinceEpoch: 0),
      microseconds: 1, bytesSent: 1)
    journal.record(
      decoder.request, HTTPResponse(.ok), exchange, clients: ClientReader(TrustedProxies()))
    journal.flush()
    return String(decoding: lines.withLock { $0 }, as: UTF8.self)
  }

  @Test func `tells no address, no query and no user agent by default`() throws {
    let line = try line("/s/x?email=a@b.example") { _ in }
    #expect(line.contains(#""client":"192.0.2.0/24""#))
    #expect(line.contains(#""target":"/s/x","#) && line.contains(#""userAgent":null"#))
    let six = try self.line("/s/x", from: "2001:db8:1:2::3") { _ in }
    #expect(six.contains(#""client":"2001:db8:1::/48""#))
  }

  @Test func `tells what it is told to`() throws {
    let full = try line("/s/x?a=1") {
      $0.addresses = .full
      $0.queries = true
      $0.userAgents = true
    }
    #expect(full.contains(#""client":"192.0.2.77""#) && full.contains(#""target":"/s/x?a=1""#))
    #expect(full.contains(#""userAgent":"curl/8""#))
    #expect(try line("/s/x") { $0.addresses = .none }.contains(#""client":null"#))
  }

  @Test(arguments: [
    ("/v1/shortLinks?key=secret&a=1", "/v1/shortLinks?key=(removed)&a=1"),
    ("/yourls-api.php?signature=secret&a=1", "/yourls-api.php?signature=(removed)&a=1"),
    ("/x?a=1&%6Bey=secret", "/x?a=1&%6Bey=(removed)"), ("/x?Token=secret", "/x?Token=(removed)"),
    ("/x?a=\(token)&b=", "/x?a=(removed)&b="), ("/x?\(token)", "/x?(removed)"),
    ("/x/\(token)?a=1", "(removed)?a=1"), ("/x?monkey=1&keys=2", "/x?monkey=1&keys=2"),
    ("/x?", "/x"), ("/x?&&a", "/x?&&a"), ("/_keiro/resolve?url=y", "/_keiro/resolve?url=y"),
  ]) func `removes secrets even where queries are told`(_ target: String, _ told: String) throws {
    #expect(try line(target) { $0.queries = true }.contains("\"target\":\"\(told)\""))
    #expect(try !line(target) { _ in }.contains("secret"))
  }
}
