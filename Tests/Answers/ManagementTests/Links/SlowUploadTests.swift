import DirectRequests
import HTTPCore
import LinkStorage
import Service
import Testing
import WebSyntax

@testable import Management
@testable import ServiceSupport

/// Files of links whose clients are slow.
@Suite struct SlowUploadTests {
  let service: ServiceFixture
  private static let file =
    #"{"host": "a.example", "slug": "slow", "url": "https://a.example/1"}"# + "\n"

  init() throws { service = try ServiceFixture() }

  /// The beginning of an upload, with a token of its own.
  private func begin(_ target: String, on hosts: [String]) throws -> any HTTPBodySink {
    let token = try service.makeToken([.writeLinks], on: hosts)
    let request = try service.request(
      "POST", target, host: "127.0.0.1", fields: "Authorization: Bearer \(token)\r\n", body: [32])
    let management = ManagementService(
      snapshot: service.snapshot, directory: service.directory, proxies: TrustedProxies())
    let peer = HTTPPeer(address: nil)
    let call = try management.call(request, from: peer, at: service.instant)
    guard case .stream(let sink) = try management.intake(for: call, of: request, from: peer) else {
      throw ServiceFixture.NoRequest()
    }
    waitFor { completion in sink.receive([10]) { completion(()) } }
    return sink
  }

  @Test(arguments: ["/v1/import?format=ndjson", "/v1/links:batch", "/v1/links:apply"])
  func `files that are arriving keep nobody from their transfers`(_ target: String) throws {
    let arriving = try (0..<12).map { _ in try begin(target, on: ["a.example"]) }
    #expect(service.directory.queues.transfers.count == 0)
    for (method, path) in [
      ("GET", "/v1/export"), ("POST", "/v1/import?format=ndjson"), ("POST", "/v1/links:batch"),
      ("POST", "/v1/links:apply"),
    ] {
      let answer = try service.call(method, path, method == "GET" ? "" : Self.file)
      #expect(answer.status == 200, "\(path): \(answer.text)")
    }
    for sink in arriving {
      waitFor { completion in
        sink.receive(Array(Self.file.utf8)) { completion(()) }
      }
      #expect(waitFor { completion in sink.finish { completion($0) } }.status == .ok)
    }
  }

  @Test func `a file that is there waits for its slot`() throws {
    let sink = try begin("/v1/import?format=ndjson", on: ["a.example"])
    let slots = service.directory.queues.transfers
    var held = (0..<8).compactMap { slots.enter(owner: "t\($0)") }
    #expect(held.count == 8)
    let answer = AnswerSlot<HTTPResponse>()
    sink.finish { answer.fill($0) }
    #expect(try service.call("POST", "/v1/import?format=ndjson", Self.file).problem == "busy")
    held.removeAll()
    #expect(answer.wait().status == .ok)
  }

  @Test func `files in pieces keep to the places of their hosts`() throws {
    func piece(_ key: String) throws -> Int {
      try service.call(
        "POST", "/v1/import?format=ndjson&offset=0&more=true", Self.file,
        fields: "Idempotency-Key: \(key)\r\n"
      ).status
    }
    let admin = service.token
    for _ in 0..<2 {
      service.token = try service.makeToken([.writeLinks], on: ["a.example"])
      for number in 0..<3 { _ = try piece("\(number)") }
    }
    #expect(try piece("another") == 503)
    service.token = admin
    #expect(try piece("1") == 200)
    // Nobody has gone on with the first ones.
    service.now += 11
    service.token = try service.makeToken([.writeLinks], on: ["a.example"])
    #expect(try piece("later") == 200)
  }
}
