import HTTPCore
import Synchronization
import Telemetry
import Testing

@testable import HTTPServer

/// Takes any body, and notes when it is given up.
private final class PatientSink: HTTPBodySink {
  let isCancelled = Mutex(false)

  func receive(_ bytes: [UInt8], completion: @escaping @Sendable () -> Void) { completion() }
  func finish(completion: @escaping HTTPCompletion) { completion(HTTPResponse(.ok)) }
  func cancel() { isCancelled.withLock { $0 = true } }
}

/// Files that are sent or taken slowly.
@Suite struct TransferPaceTests {
  private let sink = PatientSink()
  private static let head = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"

  private func server() throws -> TestServer {
    let limits = HTTPServerLimits(bodyTimeout: 30, writeTimeout: 30)
    return try TestServer(HTTPServerConfiguration(limits: limits)) { [sink] in
      AnsweringHandler(sink: sink) { _ in EndlessSource.response(bytes: 8 << 20) }
    }
  }

  private func chunk(_ count: Int) -> String {
    "\(String(count, radix: 16))\r\n\(String(repeating: " ", count: count))\r\n"
  }

  @Test func `a body whose bytes only trickle is given up`() throws {
    let server = try server()
    let client = try server.client(sending: Self.head)
    for _ in 0..<4 {
      client.send(chunk(1))
      try server.advance(seconds: 7)
    }
    #expect(!sink.isCancelled.withLock { $0 })
    client.send(chunk(1))
    try server.advance(seconds: 3)
    #expect(statuses(client.readAll()) == ["408 Request Timeout"])
    server.passTime(seconds: 3)
    #expect(sink.isCancelled.withLock { $0 })
  }

  @Test func `a body that keeps the least pace may take as long as it likes`() throws {
    let server = try server()
    let client = try server.client(sending: Self.head)
    for _ in 0..<20 {
      client.send(chunk(TransferPace.leastBytes))
      try server.advance(seconds: 29)
    }
    client.send("0\r\n\r\n")
    #expect(client.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 200 OK"))
  }

  @Test func `a client who takes a file byte by byte is cut off`() throws {
    let server = try server()
    let client = try server.client(sending: "GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    _ = server.fill(client)
    for _ in 0..<5 where server.metrics[0].connectionsTimedOut.value == 0 {
      client.read(bytes: 100)
      server.passTime(seconds: 29)
    }
    #expect(server.metrics[0].connectionsTimedOut.value == 1)
  }

  @Test func `a pace counts bytes by the period, and saves none up`() {
    var pace = TransferPace()
    let least = TransferPace.leastBytes
    let hasNewPeriod = [least - 1, 1, 1000 * least, 1].map { pace.move($0) }
    #expect(hasNewPeriod == [false, true, true, false])
  }
}
