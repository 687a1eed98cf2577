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

/// Supplies long pieces for ever.
private final class LongSource: HTTPBodySource {
  func next(completion: @escaping @Sendable (HTTPBodyPart) -> Void) {
    completion(.bytes([UInt8](repeating: 0x78, count: 8 << 20)))
  }
}

private final class TransferHandler: TestHandler {
  let sink: PatientSink

  init(_ sink: PatientSink) { self.sink = sink }

  func intake(
    for request: HTTPRequest, from peer: HTTPPeer, at now: HTTPInstant
  ) -> HTTPIntake { .stream(sink) }

  func answer(to request: HTTPRequest, from peer: HTTPPeer, at now: HTTPInstant) -> HTTPAnswer {
    var response = HTTPResponse(.ok)
    if request.text(request.path) == "/source" { response.source = LongSource() }
    return .ready(response)
  }
}

/// Files that are sent or taken slowly.
@Suite struct TransferPaceTests {
  private let sink = PatientSink()
  private static let head = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"

  private func server() throws -> TestServer {
    let limits = HTTPServerLimits(bodyTimeout: 30, writeTimeout: 30)
    return try TestServer(HTTPServerConfiguration(limits: limits)) { [sink] in
      TransferHandler(sink)
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
    let client = try server.client(sending: "GET /source HTTP/1.1\r\nHost: a\r\n\r\n")
    _ = client.read(until: "x")
    let sent = server.metrics[0].bytesSent
    var before = -1
    while sent.value > before {
      before = sent.value
      for _ in 0..<5 { server.passTime() }
    }
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
