import HTTPCore
import Inflation
import SiteModel
import Testing

@testable import PublicSite
@testable import ServiceSupport

/// Preconditions and compression on public hosts.
@Suite struct RepresentationTests {
  let service: ServiceFixture

  init() throws {
    service = try ServiceFixture()
    try service.add(##""slug": "x", "url": "https://a.example/""##)
    try service.add(##""slug": "p", "url": "https://a.example/", "password": "secret""##)
  }

  private static let tagged = [
    "/apple-app-site-association", "/.well-known/assetlinks.json", "/item/7", "/item/7?a=b",
    "/s/x.qr", "/s/x.qr?format=png",
  ]

  @Test(arguments: tagged) func `evaluates preconditions`(_ target: String) throws {
    let tag = try #require(try service.visit(target).field("ETag"))
    for (fields, status) in [
      ("If-None-Match: \(tag)", 304), ("If-None-Match: W/\(tag)", 304),
      ("If-None-Match: \"x\" ,, W/\(tag)", 304), ("If-None-Match: *", 304),
      ("If-None-Match: \"x\"\r\nIf-None-Match: \(tag)", 304), ("If-None-Match: \"x\"", 200),
      ("If-None-Match: x", 200), ("If-None-Match: \(tag.dropLast())", 200),
      ("If-None-Match:", 200), ("If-Match: \(tag)", 200), ("If-Match: \"x\", \(tag)", 200),
      ("If-Match: *", 200), ("If-Match: \"x\"", 412), ("If-Match: W/\(tag)", 412),
      ("If-Match: x", 412), ("If-Match:", 412), ("If-Match: \(tag)\r\nIf-None-Match: \(tag)", 304),
      ("If-Match: \"x\"\r\nIf-None-Match: \(tag)", 412),
      ("If-None-Match: \"x\"\r\nIf-Modified-Since: Sat, 21 Nov 2026 01:31:09 GMT", 200),
      ("If-Unmodified-Since: Sat, 21 Nov 2020 01:31:09 GMT", 200), ("Range: bytes=0-1", 200),
    ] {
      for method in ["GET", "HEAD"] {
        let answer = try service.visit(target, method: method, fields: fields + "\r\n")
        #expect(answer.status == status, "\(method) \(target) \(fields)")
        if status == 304 { #expect(answer.field("ETag") == tag && answer.body.isEmpty) }
      }
    }
    let whole = try service.visit(target)
    let unchanged = try service.visit(target, fields: "If-None-Match: \(tag)\r\n")
    for name in ["ETag", "Cache-Control", "Vary"] as [StaticString] {
      #expect(whole.field(name) == unchanged.field(name))
    }
    #expect(unchanged.field("Content-Type") == nil)
  }

  @Test(arguments: ["/apple-app-site-association", "/.well-known/assetlinks.json"])
  func `answers alike whether a document is found at its path or by resolving an escaped one`(
    _ path: String
  ) throws {
    for method in ["GET", "HEAD", "OPTIONS", "PUT"] {
      for query in ["", "?", "?a=b"] {
        for fields in [
          "", "Accept-Encoding: gzip\r\n", "If-None-Match: *\r\n", "If-Match: \"x\"\r\n",
          "Accept-Language: ja\r\n", "X-Forwarded-Host: other.example\r\n",
        ] {
          let answers = try [path, path.replacing("ss", with: "s%73")].map { path throws in
            try service.visit(path + query, method: method, fields: fields).response
          }
          #expect(answers[0].status == answers[1].status, "\(method) \(query) \(fields)")
          #expect(answers[0].fields.bytes == answers[1].fields.bytes)
          #expect(answers[0].body == answers[1].body)
          #expect(answers[0].note == answers[1].note)
        }
      }
    }
  }

  @Test func `ignores preconditions where the answer is not content`() throws {
    for (target, method, status) in [
      ("/s/x", "GET", 302), ("/absent", "GET", 404), ("/item/7", "PUT", 405),
      ("/item/7", "OPTIONS", 204),
    ] {
      let fields = "If-Match: \"x\"\r\nIf-None-Match: *\r\n"
      #expect(try service.visit(target, method: method, fields: fields).status == status)
    }
  }

  @Test func `evaluates preconditions of content without a tag`() throws {
    for target in ["/s/p", "/s/x+", "/_keiro/banner?url=/item/7", "/_keiro/resolve?url=/item/7"] {
      #expect(try service.visit(target).field("ETag") == nil)
      for (fields, status) in [
        ("If-Match: *", 200), ("If-Match: \"x\"", 412), ("If-None-Match: \"x\"", 200),
        ("If-None-Match: *", 304),
      ] {
        let answer = try service.visit(target, fields: fields + "\r\n")
        #expect(answer.status == status, "\(target) \(fields)")
        if status == 304 { #expect(answer.body.isEmpty && answer.contentType == nil) }
      }
    }
  }

  @Test func `gives pages tags that change with them`() throws {
    let tags = try ["/item/7", "/item/8", "/item/7?a=b", "/"].map {
      try #require(try service.visit($0).field("ETag"))
    }
    #expect(Set(tags).count == 4)
    #expect(try service.visit("/item/7").field("ETag") == tags[0])
    let other = try ServiceFixture { $0.sites[0].title = "Another" }
    #expect(try other.visit("/item/7").field("ETag") != tags[0])
    let same = try ServiceFixture(workers: 2)
    #expect(try same.visit("/item/7", worker: 1).field("ETag") == tags[0])
  }

  @Test(arguments: [
    "/item/7", "/absent", "/s/x.qr", "/s/p", "/s/x+", "/apple-app-site-association",
  ]) func `compresses pages, pictures and documents for those who accept it`(
    _ target: String
  ) throws {
    let plain = try service.visit(target)
    let packed = try service.visit(target, fields: "Accept-Encoding: gzip, br\r\n")
    #expect(plain.field("Content-Encoding") == nil)
    #expect(packed.field("Content-Encoding") == "gzip")
    #expect(packed.body.count < plain.body.count)
    #expect(Inflation.inflate(packed.body, .gzip) == plain.body)
    for answer in [plain, packed] {
      #expect(answer.field("Vary")?.contains("Accept-Encoding") == true)
    }
    if let tag = plain.field("ETag") { #expect(packed.field("ETag") != tag) }
    let refused = try service.visit(target, fields: "Accept-Encoding: gzip;q=0\r\n")
    #expect(refused.field("Content-Encoding") == nil && refused.body == plain.body)
  }

  @Test func `compresses no picture that is compressed already`() throws {
    let answer = try service.visit(
      "/s/x.qr?format=png", fields: "Accept-Encoding: gzip\r\n")
    #expect(answer.field("Content-Encoding") == nil && answer.field("Vary") == nil)
  }

  @Test func `compresses no banner, which another server puts into its page`() throws {
    let long = String(repeating: "a", count: 2000)
    let answer = try service.visit(
      "/_keiro/banner?url=/item/7?\(long)", fields: "Accept-Encoding: gzip\r\n")
    #expect(answer.body.count > 2000 && answer.text.hasPrefix("<meta"))
    #expect(answer.field("Content-Encoding") == nil && answer.field("Vary") == nil)
  }

  @Test func `compresses a page once, and each in bounded memory`() throws {
    let cache = PageCache()
    let request = try request("Accept-Encoding: gzip")
    let plain = try self.request("Accept: text/html")
    func page(_ number: Int) -> [UInt8] {
      Array(String(repeating: "<p>\(number)</p>", count: 100).utf8)
    }
    func representation(of page: [UInt8], for request: HTTPRequest) -> Representation {
      cache.representation(
        of: page, key: UInt64(truncatingIfNeeded: page.hashValue), fields: HTTPFields(),
        for: request)
    }
    for _ in 0..<10 { _ = representation(of: page(1), for: request) }
    #expect(cache.compressions == 1)
    for _ in 0..<10 { _ = representation(of: page(2), for: plain) }
    #expect(cache.compressions == 1)
    let made = representation(of: page(2), for: request)
    #expect(cache.compressions == 2 && made.isCompressed)
    #expect(made.bytes == page(2))
    for number in 0..<1000 {
      let made = representation(of: page(number), for: request)
      #expect(made.bytes == page(number))
    }
    // Small and large answers are not compressed.
    for count in [100, 100_000] {
      let body = [UInt8](repeating: 0x20, count: count)
      #expect(!representation(of: body, for: request).isCompressed)
    }
  }

  @Test func `pages with one key are not taken for one another`() throws {
    let cache = PageCache()
    let request = try request("Accept: text/html")
    let pages = ["one", "two", "three", "one"].map { Array($0.utf8) }
    let made = pages.map {
      cache.representation(of: $0, key: 7, fields: HTTPFields(), for: request)
    }
    #expect(made.map(\.bytes) == pages)
  }

  private func request(_ field: String) throws -> HTTPRequest {
    var decoder = HTTPRequestDecoder(limits: HTTPLimits())
    var offset = 0
    let bytes = Array("GET / HTTP/1.1\r\nHost: a\r\n\(field)\r\n\r\n".utf8)
    let event = decoder.decode(bytes.span, offset: &offset)
    try #require(event == .request)
    return decoder.request
  }

  @Test func `says on what the choice between page and problem depends`() throws {
    for (target, host) in [("/absent", "a.example"), ("/item/%zz", "a.example"), ("/", "b.test")] {
      let page = try service.visit(target, host: host)
      let problem = try service.visit(
        target, host: host, fields: "Accept: application/json\r\n")
      #expect(page.contentType != problem.contentType)
      // What a phone is offered on a page depends on its system.
      let agent = host == "b.test" ? "" : ", User-Agent"
      #expect(page.field("Vary") == "Accept, Accept-Encoding, Accept-Language" + agent)
      #expect(problem.field("Vary") == "Accept, Accept-Encoding, Accept-Language")
    }
  }
}
