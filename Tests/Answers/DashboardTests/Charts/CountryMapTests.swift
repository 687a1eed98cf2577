import LinkStorage
import Links
import Testing

@testable import Dashboard

@Suite struct CountryMapTests {
  private func markup(_ clicks: [String: Int]) -> String? {
    CountryMap(clicks: clicks) { "\($0): \($1)" }.markup?.html
  }

  @Test func `each country has a tile of its own`() {
    let tiles = CountryMap.tiles
    #expect(tiles.count > 190)
    #expect(Set(tiles.map(\.code)).count == tiles.count)
    #expect(Set(tiles.map { [$0.column, $0.row] }).count == tiles.count)
    #expect(tiles.allSatisfy { (0..<30).contains($0.column) && $0.code.utf8.count == 2 })
    for code in ["JP", "US", "DE", "BR", "ZA", "AU", "IN", "NG"] {
      #expect(tiles.contains { $0.code == code }, "\(code)")
    }
  }

  @Test func `tiles grow darker with the root of their clicks`() throws {
    let html = try #require(markup(["JP": 1600, "DE": 400, "US": 100, "FR": 1, "XX": 9]))
    for (level, text) in [(4, "JP: 1600"), (3, "DE: 400"), (2, "US: 100"), (1, "FR: 1")] {
      let tip = "<title data-region=\"\(text.prefix(2))\">\(text)</title>"
      #expect(html.contains("class=\"m\(level)\">\(tip)"), "\(text)")
    }
    #expect(!html.contains("XX"))
    #expect(html.utf8.count < 9_000)
  }

  @Test(arguments: [[:], ["JP": 5], ["JP": 5, "XX": 3, "DE": 0]])
  func `there is none where it says nothing of where`(_ clicks: [String: Int]) {
    #expect(markup(clicks) == nil)
  }

  @Test func `every country is in a table, those without a tile too`() throws {
    let pages = try Pages()
    let codes = ["JP", "US", "DE", "FR", "IT", "ES", "BR", "IN", "AU", "XK", "QZ"]
    let hour = pages.fixture.timestamp.secondsSinceEpoch / 3600
    let counts = codes.enumerated().map { index, code in
      ClickCount(
        key: LinkKey(host: "a.example", slug: "often"), hour: hour, platform: "iphone",
        referrerHost: "", outcome: "redirect", isBot: false,
        traits: ClickTraits(country: code), count: 100 - index)
    }
    let (store, now) = (pages.store, pages.fixture.timestamp)
    try waitForAnswer {
      store.count(
        CountBatch(writer: CountWriter(), sequence: 1, clicks: counts, launches: []), now: now,
        completion: $0)
    }
    let html = try pages.text("links/a.example/often")
    for code in codes { #expect(html.contains("data-region=\"\(code)\""), "\(code)") }
    #expect(html.contains(Phrase.otherCountries(3).english))
  }
}
