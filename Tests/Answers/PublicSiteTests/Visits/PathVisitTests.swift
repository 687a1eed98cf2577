import AppAssociation
import LinkStorage
import Links
import SiteModel
import Testing

@testable import Service
@testable import ServiceSupport

/// Visits to paths behind the slug of a link.
@Suite struct PathVisitTests {
  private let service: ServiceFixture

  init() throws {
    service = try ServiceFixture {
      $0.sites[0].shortLinks?.spelling.isCaseSensitive = false
      var link = ShortLink(host: "a.example", slug: "conf", url: "https://e.example/c")
      link.path = .append
      $0.sites[0].shortLinks?.links.append(link)
    }
    try create("docs", "https://e.example/d?v=1") { $0.path = .append }
    try create("docs/old", "https://e.example/o/{path}") { $0.path = .ignore }
    try create("docs/shut", "https://e.example/shut")
    try create("go", "https://e.example/{slug}")
    try create("user", "https://e.example/u/{query.id}") { $0.query = .drop }
    try create("secret", "https://e.example/x") {
      $0.path = .append
      $0.maxClicks = 1000
    }
  }

  private func create(
    _ slug: String, _ url: String, _ change: (inout ShortLink) -> Void = { _ in }
  ) throws {
    var link = ShortLink(host: "a.example", slug: slug, url: url)
    change(&link)
    try waitForAnswer { [service] in
      service.store.create(
        link, CreationTerms(), by: .service, now: Timestamp(secondsSinceEpoch: 0), completion: $0)
    }
  }

  @Test(arguments: [
    ("conf", "https://e.example/c"), ("conf/x/y?q=1", "https://e.example/c/x/y?q=1"),
    ("docs", "https://e.example/d?v=1"), ("docs/", "https://e.example/d/?v=1"),
    ("docs/a%2Fb/%E6%97%A5?w=2", "https://e.example/d/a%2Fb/%E6%97%A5?v=1&w=2"),
    ("DOCS/A", "https://e.example/d/A?v=1"), ("docs//x", "https://e.example/d//x?v=1"),
    ("docs/page.qr", "https://e.example/d/page.qr?v=1"),
    ("docs/old/x", "https://e.example/o/x"), ("docs/oldest", "https://e.example/d/oldest?v=1"),
    ("docs/shut", "https://e.example/shut"), ("docs/shut/x", "https://e.example/d/shut/x?v=1"),
    ("go", "https://e.example/go"), ("user?id=7", "https://e.example/u/7"),
    ("secret/1", "https://e.example/x/1"),
  ])
  func `the longest slug that takes a path gets it`(_ path: String, _ location: String) throws {
    for _ in 0..<2 {
      let answer = try service.visit("/s/\(path)")
      #expect(answer.status == 302 && answer.location == location)
    }
  }

  @Test(arguments: [
    "go/x", "none/x", "docs/old", "user", "conf%2Fx", "a/b/c/d/e/f", "/docs/x",
  ])
  func `elsewhere there is no link`(_ path: String) throws {
    for _ in 0..<2 { #expect(try service.visit("/s/\(path)").status == 404) }
  }

  @Test func `links that take no path hide no answer`() throws {
    for slug in ["p", "p/q", "p/q/r", "p/q/r/s"] { try create(slug, "https://e.example/p") }
    for _ in 0..<2 { #expect(try service.visit("/s/p/q/r/s/t").status == 404) }
  }

  @Test(arguments: ["docs/../x", "docs/%2e%2E/x", "docs/.", "docs/a%2F..%2Fb", "docs/%zz"])
  func `no path leaves its folder`(_ path: String) throws {
    #expect(try service.visit("/s/\(path)").status == 400)
  }

  @Test func `the way of a link knows the path, and its code does not`() throws {
    let page = try service.visit("/s/docs/a/b+")
    #expect(page.status == 200 && page.text.contains("https://e.example/d/a/b?v=1"))
    #expect(try service.visit("/s/docs.qr").status == 200)
    #expect(try service.visit("/s/docs/old.qr").status == 404)
    let answer = try service.visit("/_keiro/resolve?url=https://a.example/s/docs/a/b?w=2")
    #expect(answer.text.contains("https://e.example/d/a/b?v=1&w=2"))
  }
}

@Suite struct RespelledPathTests {
  private func service() throws -> ServiceFixture {
    try ServiceFixture { definition in
      definition.sites[0].routes.insert(
        RouteDefinition(component: Component(path: "/*/offer"), apps: [0]), at: 0)
    }
  }

  @Test(arguments: ["//evil.example/%6Fffer", #"/\evil.example/%6Fffer"#])
  func `no spelling of a page leads to another host`(_ target: String) throws {
    let answer = try service().visit(target)
    #expect(answer.status == 404)
    #expect(answer.location == nil)
  }
}

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
    #expect(try service.visit("/s/spring/+").status == 200)
    #expect(try service.visit("/s/Spring/").status == 404)
  }
}
