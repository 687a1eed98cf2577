import HTTPCore
import JSONSyntax
import Links
import Service
import Testing
import WebSyntax

@testable import Dashboard

@Suite struct FormingURLTests {
  @Test func `the short URL that a slug forms is under it, and begins with the prefix of its site`()
    throws
  {
    let pages = try Pages()
    func forming(_ path: String) throws -> String {
      let html = try pages.text(path)
      let output = try #require(html.firstMatch(of: /name="slug"[^>]*><output[^>]*>([^<]*)</))
      return String(output.output.1)
    }
    #expect(try forming("links/new") == "https://a.example/s/…")
    #expect(try forming("links/new?slug=a%26b") == "https://a.example/s/a&amp;b")
    let html = try pages.text("links/new")
    #expect(html.contains("<option data-prefix=\"https://a.example/s/\">a.example</option>"))
    #expect(!(try pages.text("links/a.example/often?edit").contains("<output")))
  }
}

/// Destinations as people type them, without a scheme.
@Suite struct TypedURLTests {
  @Test(arguments: [
    "asajikan.jp", "asajikan.jp/x", "www.asajikan.jp?a=b:c", "asajikan.jp:8443/x", "a.example#top",
    " Asajikan.JP/{path} ", "例え.jp/朝",
  ])
  func `https goes without saying before a host`(_ typed: String) {
    #expect(LinkForm.url(typed) == "https://" + typed.trimmed)
  }

  @Test(arguments: [
    "", "https://asajikan.jp/x", "HTTP://a.example", "javascript:alert(1)", "mailto:a@a.example",
    "asajikan://recipe/1", "com.example.app:", "com.example.app://x", "/path", "//a.example/x",
    "word", "two words.here", "*.a.example/x", "a..example", "user@a.example", "localhost:8080",
  ])
  func `what is no host is taken as it is`(_ typed: String) {
    #expect(LinkForm.url(typed) == typed)
  }

  @Test func `all URLs of a link may be without a scheme, in the preview and afterwards`() throws {
    let pages = try Pages()
    let form =
      "host=a.example&slug=short&url=b.example/x&expiredURL=b.example/over&"
      + "apple.fallback=b.example/apple&social.image=b.example/image.png&rules=1&"
      + "rules[0].url=b.example/rule&rules[0].if.platform=Android"
    let planned = try pages.text("links/new", form + "&action=preview")
    #expect(planned.contains("<h2>Preview</h2>") && planned.contains("https://b.example/rule"))
    _ = try pages.ask("links/new", form)
    let link = try #require(try pages.link("short"))
    #expect(link.url == "https://b.example/x" && link.expiredURL == "https://b.example/over")
    #expect(link.apple.fallback == "https://b.example/apple")
    #expect(link.social.image == "https://b.example/image.png")
    #expect(link.rules.map(\.url) == ["https://b.example/rule"])
    _ = try pages.ask("links/a.example/short", "action=save&url=c.example/y&rules=0")
    #expect(try pages.link("short")?.url == "https://c.example/y")
  }

  @Test func `a destination that is refused is named as the preview asks for it`() throws {
    let html = try Pages().text("links/new", "host=a.example&url=mailto:x&action=preview")
    #expect(html.contains("<ul><li><a href=\"#url\">Destination URL: "))
  }
}

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
