import Links
import LinkStorage
import SiteModel
import Testing
@testable import ServiceSupport

/// Spellings of a slug by visitors.
@Suite struct SlugVisitTests {
  private func service(_ change: (inout SlugSpelling) -> Void) throws -> ServiceFixture {
    var spelling = SlugSpelling()
    change(&spelling)
    let service = try ServiceFixture { $0.sites[0].shortLinks?.spelling = spelling }
    for slug in ["spring", "日本", "caf\u{E9}", "😀"] {
      try waitForAnswer {
        service.store.create(
          ShortLink(host: "a.example", slug: slug, url: "https://e.example/"), CreationTerms(),
          by: .service, now: Timestamp(secondsSinceEpoch: 0), completion: $0)
      }
    }
    return service
  }

  @Test(arguments: [
    "spring", "%E6%97%A5%E6%9C%AC", "caf%C3%A9", "cafe%CC%81", "%F0%9F%98%80", "sprin%67",
  ])
  func `a link is found by its letters, however they are written`(_ slug: String) throws {
    let service = try service { _ in }
    for _ in 0..<2 { #expect(try service.visit("/s/\(slug)").status == 302) }
  }

  @Test(arguments: ["SPRING", "spring/", "Caf%C3%89"])
  func `a strict site tells case and slashes apart`(_ slug: String) throws {
    #expect(try service { _ in }.visit("/s/\(slug)").status == 404)
  }

  @Test(arguments: ["Spring", "SPRING", "Caf%C3%89", "CAFE%CC%81", "spring"])
  func `a site without regard to case does not`(_ slug: String) throws {
    let service = try service { $0.isCaseSensitive = false }
    for _ in 0..<2 { #expect(try service.visit("/s/\(slug)").status == 302) }
    #expect(try service.visit("/s/\(slug)/").status == 404)
    #expect(try service.visit("/s/\(slug)+").status == 200)
    #expect(try service.visit("/s/\(slug).qr").status == 200)
  }

  @Test func `a slash behind a slug counts for nothing where the site says so`() throws {
    let service = try service { $0.ignoresTrailingSlash = true }
    #expect(try service.visit("/s/spring/?a=1").location == "https://e.example/?a=1")
    #expect(try service.visit("/s/spring//").status == 404)
    #expect(try service.visit("/s/Spring/").status == 404)
  }
}
