import DirectRequests
import Dispatch
import HTTPCore
import JSONSyntax
import LinkStorage
import Service
import Testing
import WebSyntax

@testable import Management
@testable import ServiceSupport

/// Imports and exports in parts, which survive a broken connection.
@Suite struct TransferPieceTests {
  let service: ServiceFixture

  init() throws { service = try ServiceFixture() }

  private static let key = "Idempotency-Key: file-1\r\n"

  private static let file =
    (1...40).map { number in
      "{\"host\": \"a.example\", \"slug\": \"p\(number)\", \"url\": \"https://a.example/\(number)\"}\n"
    }.joined() + "broken\n"

  private func piece(
    _ range: Range<Int>, query: String = "", fields: String = key
  ) throws -> Answer {
    let bytes = Array(Self.file.utf8)
    let more = range.upperBound < bytes.count ? "&more=true" : ""
    return try service.call(
      "POST", "/v1/import?format=ndjson&offset=\(range.lowerBound)\(more)\(query)",
      bytes: Array(bytes[range]), fields: fields)
  }

  @Test(arguments: [1, 7, 500, 1900])
  func `a file in pieces comes to what it comes to as a whole`(_ cut: Int) throws {
    let whole = try service.call("POST", "/v1/import?format=ndjson&dryRun=true", Self.file)
    let count = Self.file.utf8.count
    #expect(try piece(0..<cut, query: "&dryRun=true").text == "{\"received\":\(cut)}\n")
    #expect(try piece(cut..<count, query: "&dryRun=true").text == whole.text)
  }

  @Test(arguments: [
    ("map=Old%2C%20long=url,Alias=slug", "created", "1"),
    ("map=Alias=slug,Old%2C%20long=url", "created", "1"),
    (
      "map=Alias=slug,Old",
      "detail",
      "map: 'Old': expected a column, an equals sign and a field of links, short_link or ignore"
    ),
  ])
  func `takes commas in the names of columns`(
    _ query: String, _ member: String, _ expected: String
  ) throws {
    let answer = try service.call(
      "POST", "/v1/import?format=csv&dryRun=true&as=a.example&\(query)",
      "\"Old, long\",Alias\nhttps://a.example/there,x\n")
    #expect(answer[member] == expected)
  }

  @Test func `a piece that comes again is taken once`() throws {
    let count = Self.file.utf8.count
    #expect(try piece(0..<900).status == 200)
    // The connection broke before the answer, and within another piece.
    #expect(try piece(0..<900).text == "{\"received\":900}\n")
    #expect(try piece(700..<1500).text == "{\"received\":1500}\n")
    let last = try piece(1500..<count)
    #expect(last.json.text(at: "created") == "40" && last.json.text(at: "rejected") == "1")
    #expect(try piece(1500..<count).text == last.text)
    #expect(try service.store.links(afterID: 0, limit: 1000).count == 40)
  }

  @Test func `a piece that comes again while the store is silent keeps no loop waiting`() throws {
    let store = try BrokenStore()
    let service = try ServiceFixture(store: store)
    let file = Array(Self.file.utf8)
    let token = try #require(service.token)
    let request = try service.request(
      "POST", "/v1/import?format=ndjson&offset=0", host: "127.0.0.1",
      fields: "Authorization: Bearer \(token)\r\n\(Self.key)", body: file)
    let management = ManagementService(
      snapshot: service.snapshot, directory: service.directory, proxies: TrustedProxies())
    let peer = HTTPPeer(address: nil)
    let call = try management.call(request, from: peer, at: service.instant)
    @Sendable func begin() throws -> any HTTPBodySink {
      let intake = try onLoop { try management.intake(for: call, of: request, from: peer) }
      guard case .stream(let sink) = intake else { throw ServiceFixture.NoRequest() }
      waitFor { completion in sink.receive(file) { completion(()) } }
      return sink
    }
    let (first, again) = (AnswerSlot<HTTPResponse>(), AnswerSlot<HTTPResponse?>())
    store.stall()
    try begin().finish { first.fill($0) }
    store.awaitHeldWrite()
    let hasBegun = DispatchSemaphore(value: 0)
    DispatchQueue(label: "again").async {
      let sink = try? begin()
      hasBegun.signal()
      guard let sink else { return again.fill(nil) }
      sink.finish { again.fill($0) }
    }
    #expect(hasBegun.wait(timeout: .now() + 10) == .success)
    store.resume()
    let report = first.wait()
    #expect(report.status == .ok && again.wait()?.body == report.body)
  }

  @Test func `a piece whose beginning is not here is refused`() throws {
    #expect(try piece(900..<1000).problem == "upload-lost")
    #expect(try piece(0..<900).status == 200)
    #expect(try piece(1000..<1100).problem == "upload-lost")
    #expect(try piece(900..<1000, query: "&overwrite=true").problem == "idempotency-key-reused")
    // The same key of another caller is another upload.
    service.token = try service.makeToken([.writeLinks])
    #expect(try piece(900..<1000).problem == "upload-lost")
  }

  @Test func `an upload that nobody goes on with gives its slot back`() throws {
    for number in 0..<4 {
      #expect(try piece(0..<9, fields: "Idempotency-Key: k\(number)\r\n").status == 200)
    }
    #expect(try piece(0..<9, fields: "Idempotency-Key: k5\r\n").status == 503)
    service.now += 121
    #expect(try piece(0..<9, fields: "Idempotency-Key: k5\r\n").status == 200)
    #expect(try piece(9..<20, fields: "Idempotency-Key: k0\r\n").problem == "upload-lost")
  }

  @Test(arguments: [
    "offset=x", "offset=-1", "offset=9999999999999999999", "more=true", "more=x&offset=0",
  ]) func `refuses what is no position in a file`(_ query: String) throws {
    let answer = try service.call(
      "POST", "/v1/import?format=ndjson&\(query)", "{}", fields: Self.key)
    #expect(answer.status == 400)
  }

  @Test(arguments: ["csv", "ndjson"])
  func `an export goes on where its cursor says`(_ format: String) throws {
    _ = try service.call("POST", "/v1/import?format=ndjson", Self.file)
    let whole = try service.call("GET", "/v1/export?format=\(format)")
    var (text, cursor, pages) = ("", "", 0)
    repeat {
      let page = try service.call(
        "GET", "/v1/export?format=\(format)&limit=7&cursor=\(cursor)")
      text += page.text
      cursor = page.field("Keiro-Next-Cursor") ?? ""
      pages += 1
    } while !cursor.isEmpty && pages < 20
    #expect(text == whole.text && pages == 6)
    let other = try service.call("GET", "/v1/export?host=p.example&format=\(format)&limit=9")
    #expect(other.text.split(separator: "\n").count == (format == "csv" ? 1 : 0))
  }

  @Test(arguments: ["", "?limit=1000"])
  func `an export is compressed for a client that accepts it`(_ query: String) throws {
    _ = try service.call("POST", "/v1/import?format=ndjson", Self.file)
    let plain = try service.call("GET", "/v1/export" + query)
    #expect(plain.field("Content-Encoding") == nil && plain.field("Vary") == "Accept-Encoding")
    let answer = try service.call(
      "GET", "/v1/export" + query, fields: "Accept-Encoding: gzip\r\n")
    #expect(answer.status == 200 && answer.field("Content-Encoding") == "gzip")
    #expect(answer.text != plain.text)
  }

  @Test func `pages of an export keep to the hosts of the caller`() throws {
    try service.add(#""slug": "mine", "url": "https://a.example/""#)
    service.token = try service.makeToken([.readLinks], on: ["p.example"])
    let page = try service.call("GET", "/v1/export?limit=10")
    #expect(page.status == 200 && page.text.isEmpty)
    #expect(try service.call("GET", "/v1/export?host=a.example").problem == "host-not-reached")
  }
}

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
