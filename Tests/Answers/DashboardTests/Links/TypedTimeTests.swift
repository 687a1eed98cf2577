import HTTPCore
import JSONSyntax
import Links
import Testing

@testable import Dashboard

/// Times of links as a reader types them and reads of them.
@Suite struct TypedTimeTests {
  @Test func `a time that nobody touched stays the same, even if what it shows means two`() throws {
    let zone = try #require(ZoneShelf().zone("America/Los_Angeles"))
    var link = ShortLink(host: "a.example", slug: "x", url: "https://b.example/")
    // The second 01:30 and the second 01:15 of that night.
    link.expires = Timestamp("2027-11-07T09:30:00Z")
    link.rules = [LinkRule(url: "https://b.example/rule")]
    link.rules[0].condition.until = Timestamp("2027-11-07T09:15:00Z")
    let typed = LinkForm(link, in: zone)
    #expect(typed.values["expires"] == "2027-11-07T01:30")
    var sent = typed
    sent.keepTimes(of: link)
    let described = sent.description().compact
    #expect(described.contains("\"expires\":\"2027-11-07T09:30:00Z\""))
    #expect(described.contains("\"until\":\"2027-11-07T09:15:00Z\""))
    // Another time is what was typed.
    sent = typed
    sent.values["expires"] = "2027-11-07T12:00"
    sent.keepTimes(of: link)
    #expect(sent.description().compact.contains("\"expires\":\"2027-11-07T20:00:00Z\""))
  }

  @Test(arguments: Language.allCases)
  func `a notice tells times in the reader's zone`(_ language: Language) throws {
    let pages = try Pages()
    var link = ShortLink(host: "a.example", slug: "over", url: "https://b.example/")
    link.expires = Timestamp("2020-02-29T20:30:00Z")
    try pages.add(link)
    let answer = try pages.fixture.ask(
      "/dashboard/links/a.example/over",
      fields: pages.cookie
        + "Cookie: keiro-zone=Asia/Tokyo; keiro-language=\(language.rawValue)\r\n"
    )
    let html = String(decoding: answer.body, as: UTF8.self)
    let sentence = LinkOddity.isOver(try #require(link.expires)).text(in: language)
    let told = sentence.replacing("2020-02-29T20:30:00Z", with: "2020-03-01 05:30 JST")
    #expect(html.contains(told.dropFirst()))
    #expect(!html.contains(sentence.dropFirst()))
  }
}
