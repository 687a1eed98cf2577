import DirectRequests
import HTTPCore
import JSONSyntax
import LinkStorage
import Links
import Service
import Testing

@testable import Management
@testable import ServiceSupport

@Suite struct LinkFileTests {
  let service: ServiceFixture

  init() throws { service = try ServiceFixture() }

  // MARK: - Batches

  @Test func `makes the good lines of a batch and tells what is wrong with the others`() throws {
    try service.add(#""slug": "old", "url": "https://a.example/""#)
    let body = """
      \u{FEFF}{"host": "a.example", "slug": "b1", "url": "https://a.example/1"}\r
      {"host": "a.example", "slug": "old", "url": "https://a.example/"}

      nonsense
      {"host": "a.example", "url": "https://evil.example/"}
        \u{20}
      {"host": "a.example", "slug": "b1", "url": "https://a.example/2"}
      {"host": "a.example", "slug": "old", "url": "https://a.example/", "findExisting": true}
      {"host": "a.example", "slug": "b2", "url": "https://a.example/3"}
      """
    let answer = try service.call("POST", "/v1/links:batch", body)
    #expect(answer.status == 200 && answer.contentType == "application/x-ndjson")
    let rows = answer.lines.map { line in
      [line.text(at: "line"), line.text(at: "status"), line.text(at: "link.slug")]
    }
    #expect(
      rows == [
        ["1", "201", "b1"], ["2", "409", nil], ["4", "400", nil], ["5", "422", nil],
        ["7", "409", nil], ["8", "200", "old"], ["9", "201", "b2"],
      ], "\(answer.text)")
    #expect(
      answer.lines.map { $0.text(at: "problem.type") } == [
        nil, "urn:keiro:problem:slug-taken", "urn:keiro:problem:invalid-json",
        "urn:keiro:problem:invalid-fields", "urn:keiro:problem:slug-taken", nil, nil,
      ])
    #expect(try service.visit("/s/b2").location == "https://a.example/3")
  }

  @Test func `an applied file takes destinations as a browser would send them`() throws {
    let line = """
      {"host": "a.example", "slug": "p", "url": "https://e.example/100%", \
      "apple": {"fallback": "https://e.example/50%"}, "rules": [{"url": "https://e.example/a\\\\b"}]}
      """
    let answer = try service.call("POST", "/v1/links:apply?format=ndjson&owner=o", line)
    #expect(answer.status == 200, "\(answer.text)")
    let escaped = "a '%' without two hexadecimal digits after it was written as '%25'"
    #expect(
      answer.json.member("warnings")?.array?.map { $0.text(at: "reason") } == [
        "url: \(escaped)", "apple.fallback: \(escaped)",
        "rules[0].url: a '\\' in the path was written as '/', as browsers read it",
      ], "\(answer.text)")
    #expect(try service.visit("/s/p").location == "https://e.example/a/b")
  }

  @Test func `a file without the name of its owner removes nobody's links`() throws {
    let line = #"{"host": "a.example", "slug": "o", "url": "https://a.example/1"}"#
    #expect(try service.call("POST", "/v1/links:apply?format=ndjson", line).status == 200)
    let other = line.replacing(#""o""#, with: #""p""#)
    for query in ["owner=&prune=true", "owner&prune=true"] {
      let answer = try service.call("POST", "/v1/links:apply?format=ndjson&\(query)", other)
      #expect(answer.problem == "invalid-parameter")
      #expect(answer["detail"] == "owner: '' is not an owner: expected a name such as shop")
    }
    #expect(try service.visit("/s/o").location == "https://a.example/1")
  }

  @Test func `keeps the order of many lines and stops at its limit`() throws {
    let lines = (0..<900).map { number in
      number % 3 == 0 ? "x" : "{\"host\": \"a.example\", \"url\": \"https://a.example/\(number)\"}"
    }
    let answer = try service.call("POST", "/v1/links:batch", lines.joined(separator: "\n"))
    let statuses = answer.lines.map { $0.text(at: "status") ?? "" }
    #expect(statuses == (0..<900).map { $0 % 3 == 0 ? "400" : "201" })
    let refused = try service.batch(Array(repeating: "x\n", count: 500).joined(), lineLimit: 20)
    #expect(refused.lines.count == 21)
    #expect(refused.lines.last?.text(at: "status") == "413")
  }

  @Test func `refuses a batch without lines or sense`() throws {
    #expect(try service.call("POST", "/v1/links:batch", "").problem == "empty-body")
    #expect(try service.call("POST", "/v1/links:batch", "\n \n").body.isEmpty)
    #expect(try service.call("POST", "/v1/links:batch?x=1", "{}").status == 400)
    let long = try service.call("POST", "/v1/links:batch", String(repeating: "x", count: 1_100_000))
    #expect(long.lines.first?.text(at: "problem.type") == "urn:keiro:problem:line-too-long")
  }

  // MARK: - Imports and exports

  private let csv =
    "slug,host,url\nc1,a.example,https://a.example/1\nc2,no.example,https://a.example/\n"
  private let firebase =
    "name,link,short_link\nN,https://a.example/5,https://x.page.link/AbC-_\nM,nonsense,https://x.page.link/b\n"

  private func report(_ query: String, _ body: String) throws -> String {
    let answer = try service.call("POST", "/v1/import?" + query, body)
    guard answer.status == 200 else { return "\(answer.status) \(answer.faults)" }
    return ["created", "updated", "unchanged", "rejected"].map { answer[$0] ?? "?" }
      .joined(separator: " ")
  }

  @Test func `imports the three formats, and tries them first`() throws {
    #expect(try report("format=csv&dryRun=true", csv) == "1 0 0 1")
    #expect(try service.call("GET", "/v1/links/a.example/c1").status == 404)
    #expect(try report("format=csv", csv) == "1 0 0 1")
    #expect(try report("format=csv", csv) == "0 0 1 1")
    #expect(try report("format=firebase&as=a.example", firebase) == "1 0 0 1")
    let problems = try service.call("POST", "/v1/import?format=csv", csv).json.member("problems")
    #expect(problems?.array?.first?.text(at: "line") == "3")
    #expect(problems?.array?.first?.text(at: "reason")?.contains("no.example") == true)
    #expect(try service.visit("/s/AbC-_").location == "https://a.example/5")
    #expect(try report("format=firebase", firebase) == "0 0 0 2")
    let ndjson = #"{"host": "a.example", "slug": "c1", "url": "https://a.example/2"}"#
    #expect(try report("format=ndjson", ndjson) == "0 1 0 0")
    #expect(try service.visit("/s/c1").location == "https://a.example/2")
  }

  @Test(arguments: [
    ("", ["format"]), ("format=xls", ["format"]), ("format=csv&dryRun=maybe", ["dryRun"]),
    ("format=csv&as=no.example", ["as"]), ("format=csv&apply=1", ["apply"]),
    ("format=csv&status=200", ["status"]), ("format=csv&timeZone=Europe/Atlantis", ["timeZone"]),
    ("format=csv&timeZone=%2B25", ["timeZone"]),
  ]) func `refuses an import whose parameters are wrong before it is read`(
    _ query: String, _ faults: [String]
  ) throws {
    let answer = try service.call("POST", "/v1/import?" + query, csv)
    #expect(answer.status == 400 && answer.faults == faults)
  }

  @Test(arguments: ["Europe/Berlin", "%2B01:00", "+1", "CET"])
  func `reads times of a zone, and gives redirects a status`(_ zone: String) throws {
    let file = "host,slug,url,notBefore\na.example,t1,https://a.example/1,2026-01-15 12:00:00\n"
    #expect(try report("format=csv&timeZone=\(zone)&status=308", file) == "1 0 0 0")
    let link = try service.call("GET", "/v1/links/a.example/t1")
    #expect(link["notBefore"] == "2026-01-15T11:00:00Z" && link["status"] == "308")
    #expect(try report("format=csv", file) == "0 0 0 1")
  }

  @Test(arguments: ["true", "false"])
  func `a row that the store refuses stands in the report once`(_ isDryRun: String) throws {
    try service.add(#""slug": "q1", "url": "https://a.example/1""#)
    let file = "Link,Destination URL,Status\nwww.a.example/s/q1,https://a.example/9,Archived\n"
    let answer = try service.call("POST", "/v1/import?format=bitly&dryRun=\(isDryRun)", file)
    #expect(answer["rejected"] == "1", "\(answer.text)")
    let problems = answer.json.member("problems")?.array ?? []
    #expect(problems.map { $0.text(at: "severity") } == ["rejected"])
  }

  @Test func `changes nothing by importing what was exported`() throws {
    try service.add(
      #""slug": "e1", "url": "https://a.example/1", "name": "a,\"b\"\n=1+1", "tags": ["x", "ü"], "password": "p", "expires": "2030-01-01T00:00:00Z", "campaign": {"ct": "c"}, "apple": {"fallback": "https://e.example/i"}"#
    )
    for number in 0..<600 {
      try service.add("\"slug\": \"n\(number)\", \"url\": \"https://a.example/\(number)\"")
    }
    for format in ["csv", "ndjson"] {
      let export = try service.call("GET", "/v1/export?format=\(format)")
      #expect(export.status == 200)
      #expect(export.field("Content-Disposition")?.contains("links.\(format)") == true)
      #expect(try report("format=\(format)", export.text) == "0 0 601 0", "\(format)")
      let other = try ServiceFixture()
      _ = try other.call("POST", "/v1/import?format=\(format)", export.text)
      #expect(try other.call("GET", "/v1/export?format=\(format)").text == export.text)
    }
    #expect(try service.call("GET", "/v1/export?format=xml").faults == ["format"])
    #expect(try ServiceFixture().call("GET", "/v1/export").body.isEmpty)
  }

  @Test func `withholds hashes from tokens that only read, and an import keeps passwords`() throws {
    try service.add(#""slug": "e1", "url": "https://a.example/1", "password": "p""#)
    try service.add(#""slug": "e2", "url": "https://a.example/2""#)
    let key = LinkKey(host: "a.example", slug: "e1")
    let hash = try #require(try service.store.link(at: key)?.link.password).text
    let (admin, reader) = (service.token, try service.makeToken([.readLinks]))
    for format in ["csv", "ndjson"] {
      service.token = admin
      #expect(try service.call("GET", "/v1/export?format=\(format)").text.contains(hash))
      service.token = reader
      let export = try service.call("GET", "/v1/export?format=\(format)").text
      #expect(!export.contains("scrypt") && export.contains("withheld"))
      service.token = admin
      #expect(try report("format=\(format)&dryRun=true", export) == "0 0 2 0")
      #expect(try report("format=\(format)", export) == "0 0 2 0")
      #expect(try service.store.link(at: key)?.link.password?.text == hash)
      // Without an existing password, the link would be open to everyone.
      let other = try ServiceFixture()
      let answer = try other.call("POST", "/v1/import?format=\(format)", export)
      #expect(answer.json.text(at: "created") == "1" && answer.json.text(at: "rejected") == "1")
      #expect(answer.text.contains("withheld the hash"))
      #expect(try other.store.link(at: key) == nil)
    }
    let made = try service.call(
      "POST", "/v1/links",
      #"{"host": "a.example", "url": "https://a.example/", "password": {"hash": "withheld"}}"#)
    #expect(made.status == 422)
    #expect(made.faults == ["password"])
  }
}

extension ServiceFixture {
  /// Sends a batch to a sink with a limit of its own.
  func batch(_ body: String, lineLimit: Int) throws -> Answer {
    let fields = "Authorization: Bearer \(token ?? "")\r\n"
    let request = try request(
      "POST", "/v1/links:batch", host: "127.0.0.1", fields: fields, body: [])
    let service = ManagementService(
      snapshot: snapshot, directory: directory, proxies: TrustedProxies())
    let call = try service.call(
      request, from: HTTPPeer(address: nil), at: instant)
    let sink = try TransferSink(call, LinkBatch(call, lineLimit: lineLimit))
    return Answer(sink.response(to: Array(body.utf8)))
  }
}
