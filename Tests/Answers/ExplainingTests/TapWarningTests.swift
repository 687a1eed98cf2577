import AppAssociation
import FoundationEssentials
import GoldenFiles
import JSONSyntax
import Links
import Testing

@testable import Explaining
@testable import SiteModel
@testable import ServiceSupport

/// For each code, one case with it and one without.
struct TapWarningTests {
  private let fixture: ExplanationFixture

  init() throws {
    fixture = try ExplanationFixture()
  }

  private func codes(
    _ url: String, _ context: TapContext = TapContext(), link: ShortLink? = nil,
    _ change: (inout SiteDefinition) throws -> Void = { _ in }
  ) throws -> [String] {
    var fixture = fixture
    try change(&fixture.service.sites[0])
    return try fixture.explain("https://food.example" + url, context, link: link)
      .warnings.map(\.code)
  }

  @Test func `redirect into a universal link`() throws {
    #expect(
      try codes("/s/one") == ["short-link-not-covered", "redirect-into-universal-link"])
    #expect(try codes("/out/1") == ["redirect-into-universal-link"])
    #expect(
      try codes("/article/1", .on("ios 17", from: .redirect)) == ["redirect-into-universal-link"])
    #expect(try codes("/s/far") == ["short-link-not-covered"])
    #expect(!(try codes("/s/one", .on("android 15")).contains("redirect-into-universal-link")))
  }

  @Test func `short link that is covered or not`() throws {
    #expect(try codes("/s/one") { $0.shortLinks?.app = 0 } == ["short-link-covered"])
    #expect(try codes("/s/far").contains("short-link-not-covered"))
    #expect(try codes("/article/1") == [])
  }

  @Test func `association without a route`() throws {
    let file = #"{"applinks":{"details":[{"appIDs":["AAAAAAAAAA.b.food"],"components":[{}]}]}}"#
    let own = try codes("/nowhere") { $0.ownAppleDocument = Array(file.utf8) }
    #expect(own.contains("association-without-route"))
    let known = try codes("/article/1") { $0.ownAppleDocument = Array(file.utf8) }
    #expect(!known.contains("association-without-route"))
  }

  @Test func `screen that is missing`() throws {
    #expect(try codes("/mute") == ["screen-missing"])
  }

  @Test func `open button on the same host`() throws {
    #expect(
      try codes("/article/1") {
        $0.alternateHost = nil
        $0.hosts = try ExplanationFixture.hosts("food.example")
      } == ["open-button-same-host"])
    let link = ExplanationFixture.stored { $0.apple.appStoreID = "111" }
    let landing = try codes("/s/new", link: link) {
      $0.alternateHost = nil
      $0.hosts = try ExplanationFixture.hosts("food.example")
    }
    #expect(landing.contains("open-button-same-host"))
    #expect(!(try codes("/s/new", link: link).contains("open-button-same-host")))
  }

  @Test func `banner argument that is not a universal link`() throws {
    #expect(try codes("/topics/1") == ["banner-argument-no-universal-link"])
    #expect(
      try codes("/topics/1", .on("ios 17", from: .banner)) == ["banner-argument-no-universal-link"])
    #expect(try codes("/article/1", .on("ios 17", from: .banner)) == [])
  }

  @Test func `legacy entry that differs`() throws {
    let query = Component(
      path: "/query", query: .items([Component.Query.Item(name: "a", pattern: "?*")]))
    let found = try codes("/query?a=1") {
      $0.routes.insert(RouteDefinition(component: query, apps: [0]), at: 0)
      $0.routes[0].screen = "home"
    }
    #expect(found == ["legacy-entry-differs"])
  }

  @Test func `platforms that disagree`() throws {
    let folded = Component(path: "/$(lang)/x")
    let found = try codes("/ja/x") {
      $0.routes.insert(RouteDefinition(component: folded, apps: [0]), at: 0)
      $0.routes[0].screen = "home"
    }
    #expect(found.contains("platforms-disagree"))
    #expect(try codes("/map/1") == [], "the app is not made for both")
  }

  @Test func `app that is too old`() throws {
    let link = ExplanationFixture.stored { $0.apple.minimumVersion = "2.10" }
    var context = TapContext()
    context.appVersion = AppVersion("2.9")
    #expect(try codes("/s/new", context, link: link).contains("app-too-old"))
    context.appVersion = AppVersion("2.10.0")
    #expect(!(try codes("/s/new", context, link: link).contains("app-too-old")))
    let android = ExplanationFixture.stored { $0.android.minimumVersionCode = 300 }
    var other = try TapContext.on("android 15")
    other.appVersion = AppVersion("299")
    #expect(try codes("/s/new", other, link: android).contains("app-too-old"))
  }

  // MARK: - Documentation

  @Test func `the article explains every warning, in order`() throws {
    let path = "Sources/Answers/Explaining/Explaining.docc/ExplainingATap.md"
    let article = try String(contentsOf: GoldenFile.checkout.appending(path: path), encoding: .utf8)
    let sections = article.split(separator: "\n### ").dropFirst()
    #expect(
      sections.map { $0.prefix { $0 != "\n" } } == TapFacts.rules.map { Substring($0.code) })
    #expect(sections.allSatisfy { $0.contains(".") })
  }

  @Test func `every code is a word of its own`() {
    let codes = TapFacts.rules.map(\.code)
    #expect(Set(codes).count == codes.count)
    #expect(codes.allSatisfy { $0.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x2D } })
  }
}
