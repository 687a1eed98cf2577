import Glibc
import HTTPCore
import Telemetry
import Testing

@testable import HTTPServer

/// Clients who ask and do not read.
@Suite struct UnreadAnswerTests {
  private static let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

  /// A client whose answers wait at the server.
  private func deafClient(of server: TestServer, requests: Int) throws -> TestClient {
    try server.client(sending: String(repeating: Self.get, count: requests))
  }

  @Test func `what waits for all clients is bounded, and those who have waited longest go`() throws
  {
    // A worker holds four megabytes at least.
    var limits = HTTPServerLimits()
    limits.unreadBytes = 1
    let server = try TestServer(
      HTTPServerConfiguration(limits: limits), body: [UInt8](repeating: 0x78, count: 3 << 20))
    let old = try deafClient(of: server, requests: 1)
    try server.barrier()
    server.passTime(seconds: 1)
    let young = try deafClient(of: server, requests: 1)
    #expect(old.readAll().utf8.count < 3 << 20)
    #expect(server.metrics[0].connectionsUnread.value == 1)
    #expect(young.takes(3 << 20))
    try server.barrier()
    #expect(server.metrics[0].connectionsUnread.value == 1)
  }

  @Test func `a client who does not read is answered no more`() throws {
    let answered = Counter()
    let server = try TestServer {
      AnsweringHandler { _ in
        answered.add(1)
        return .ready(HTTPResponse(.ok, body: [UInt8](repeating: 0x78, count: 10 << 20)))
      }
    }
    let client = try deafClient(of: server, requests: 100)
    try server.barrier()
    #expect(answered.value == 1)
    withExtendedLifetime(client) {}
  }

  @Test func `an output that waits keeps no more room than it needs`() {
    var output = ConnectionOutput()
    var spare = [UInt8]()
    spare.reserveCapacity(200_000)
    output.borrow(&spare)
    output.bytes += [UInt8](repeating: 1, count: 10_000)
    output.didSend(4000)
    #expect(!output.isUntaken)
    output.settle(&spare, limit: 256 << 10)
    #expect(output.restCount == 6000 && output.start == 0 && !output.isUntaken)
    #expect(output.bytes.capacity < 10_000 && spare.capacity >= 200_000 && spare.isEmpty)
    // Taken in small pieces, it moves a few times only.
    output.didSend(100)
    output.settle(&spare, limit: 256 << 10)
    #expect(output.start == 100)
    output.didSend(5900)
    #expect(!output.hasRest)
    output.dropSent()
    #expect(output.isUntaken)
  }

  @Test func `a load is shared out to workers, and follows each connection`() {
    var load = Load(limit: 1000, workers: 4, least: 100)
    var (one, other) = (0, 0)
    load.note(200, insteadOf: &one)
    load.note(50, insteadOf: &other)
    #expect(load.total == 250 && !load.isExceeded)
    load.note(51, insteadOf: &other)
    #expect(load.isExceeded)
    load.note(0, insteadOf: &one)
    #expect(load.total == 51 && one == 0)
    #expect(Load(limit: 1000, workers: 64, least: 100).limit == 100)
  }
}

extension TestClient {
  /// Reads a number of bytes; false when the connection ends before.
  fileprivate func takes(_ count: Int) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    var rest = count
    while rest > 0 {
      let got = recv(descriptor, &buffer, min(rest, buffer.count), 0)
      guard got > 0 else { return false }
      rest -= got
    }
    return true
  }
}
