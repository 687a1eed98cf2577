import HTTPCore
import Links
import Testing

@testable import Dashboard

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
