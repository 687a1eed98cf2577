import HTTPCore
import LinkStorage
import Links
import SQLiteStore
import Testing

@testable import PublicSite
@testable import SiteModel
@testable import ServiceSupport

/// Redirects that are sent without a decision.
@Suite struct ReadyRedirectTests {
  private static let times: [Timestamp?] = [nil, Timestamp(secondsSinceEpoch: -5)]

  @Test func `a record gives its link back`() throws {
    var links: [ShortLink] = []
    for status in ShortLink.RedirectStatus.allCases {
      for query in ShortLink.QueryMode.allCases {
        for isMarked in [false, true] {
          for created in Self.times {
            for updated in Self.times {
              var link = ShortLink(
                host: "a.example", slug: "s/\(links.count)", url: "https://e.example/ü?x=1")
              (link.status, link.query) = (status, query)
              (link.skipPage, link.archived) = (isMarked, !isMarked)
              (link.createdAt, link.updatedAt) = (created, updated)
              links.append(link)
            }
          }
        }
      }
    }
    for link in links {
      let record = PackedLink.record(
        of: link, site: 7, ready: ReadyRedirect(link, site: LinkSite()))
      let found = PackedLink(record.span, at: 0)
      let packed = try #require(found)
      let again = packed.link(record.span, host: "a.example")
      #expect(again == link && packed.site == 7)
      #expect(PackedLink.words(header: Self.word(record)) == (record.count + 7) / 8)
    }
    let packed = CompiledShortLinks(
      prefix: "/", links: ConfiguredLinks(links), isIndexed: true, site: { _ in LinkSite() },
      isFound: { _ in true })
    #expect(packed.all == links)
  }

  private static func word(_ bytes: [UInt8]) -> UInt64 {
    bytes.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  @Test func `records hold no more than their bytes`() {
    let link = ShortLink(host: "a.example", slug: "x", url: "https://e.example/")
    let record = PackedLink.record(of: link, site: 0, ready: nil)
    for count in record.indices {
      let part = Array(record[..<count])
      let isRecord = PackedLink(part.span, at: 0) != nil
      #expect(!isRecord)
    }
    let isBefore = PackedLink(record.span, at: -1) != nil
    #expect(!isBefore)
  }

  // MARK: - Visits

  @Test func `a stored link is ready once it has been visited, and as it is now`() throws {
    let service = try ServiceFixture()
    try service.add(#""slug": "x", "url": "https://e.example/1""#)
    let request = try service.request("GET", "/s/x", host: "a.example")
    let handler = service.workers[0].handler
    func ready() -> HTTPResponse? {
      handler.readyResponse(to: request, from: HTTPPeer(address: nil), at: service.instant)
    }
    #expect(ready() == nil)
    #expect(try service.visit("/s/x").location == "https://e.example/1")
    #expect(ready()?.fields["Location"] == "https://e.example/1")
    let change = try service.call(
      "PATCH", "/v1/links/a.example/x", #"{"url": "https://e.example/2"}"#)
    #expect(change.status == 200)
    #expect(ready() == nil)
    #expect(try service.visit("/s/x").location == "https://e.example/2")
    #expect(ready()?.fields["Location"] == "https://e.example/2")
    #expect(try service.call("DELETE", "/v1/links/a.example/x").status == 204)
    #expect(ready() == nil)
    #expect(try service.visit("/s/x").status == 404)
  }

  @Test func `all workers share the links that one has found`() throws {
    let service = try ServiceFixture(workers: 2)
    try service.add(#""slug": "x", "url": "https://e.example/1""#)
    _ = try service.visit("/s/x", worker: 0)
    let request = try service.request("GET", "/s/x", host: "a.example")
    let other = service.workers[1].handler.readyResponse(
      to: request, from: HTTPPeer(address: nil), at: service.instant)
    #expect(other?.status == .found)
  }

  @Test func `only plain visits to the path of a link are ready`() throws {
    let service = try ServiceFixture()
    try service.add(#""slug": "x", "url": "https://e.example/1""#)
    _ = try service.visit("/s/x")
    for (method, target, isReady) in [
      ("GET", "/s/x", true), ("HEAD", "/s/x", true), ("GET", "/s/x?", true),
      ("GET", "/s/x?a=b", false), ("GET", "/s/x+", false), ("GET", "/s/x.qr", false),
      ("GET", "/s/%78", false), ("POST", "/s/x", false), ("OPTIONS", "/s/x", false),
      ("GET", "/s/", false), ("GET", "/s", false), ("GET", "/", false),
    ] {
      let request = try service.request(method, target, host: "a.example")
      let ready = service.workers[0].handler.readyResponse(
        to: request, from: HTTPPeer(address: nil), at: service.instant)
      #expect((ready != nil) == isReady, "\(method) \(target)")
    }
  }
}
