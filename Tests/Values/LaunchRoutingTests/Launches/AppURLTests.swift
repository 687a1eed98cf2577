import Testing

@testable import LaunchRouting

struct AppURLTests {
  @Test(arguments: [
    "", "article/42", ":a", "1a:b", "a:", "a://", "a b://c", "a:b c", "a:\nb", "https", "é://x",
  ])
  func `rejects a text that is not a URL`(text: String) {
    #expect(AppURL(text) == nil)
  }

  @Test func `splits a URL and keeps its parts as written`() throws {
    let url = try #require(AppURL("Example+App://Open.it/a%2Fb/?q=%20#f?g"))
    #expect(url.scheme == "example+app")
    #expect([url.authority, url.path, url.query] == ["Open.it", "/a%2Fb/", "q=%20"])
    #expect(!url.isWeb)
  }

  @Test func `recognises web pages`() {
    #expect(AppURL("HTTPS://a")?.isWeb == true)
    #expect(AppURL("https:///a")?.isWeb == false)
    #expect(AppURL("https:a")?.isWeb == false)
  }

  @Test(arguments: [
    ("w://open/article/42", "42"), ("w://open/42/", "42"), ("w:42", "42"), ("w:/a/b%20c", "b c"),
    ("w://open/%E7%B5%8C", "経"), ("w://open/%zz", "%zz"), ("w://open/%FF", "%FF"),
    ("w://open/42?a=1#b", "42"), ("w://open/%4", "%4"),
  ])
  func `finds the last path component`(text: String, component: String) {
    #expect(AppURL(text)?.lastPathComponent == component)
  }

  @Test(arguments: ["w://42", "w://open/", "w://open//", "w:?a"])
  func `finds no last path component where there is none`(text: String) {
    #expect(AppURL(text)?.lastPathComponent == nil)
  }

  @Test(arguments: [
    ("https://a.jp/x?y#z", ["https://a.jp/x?y#z"]),
    ("app://article/42?page=2", ["/article/42?page=2"]),
    ("app:/article/42", ["/article/42"]),
    ("app:article/42", ["/article/42"]),
    ("app:///article/42", ["/article/42"]),
    ("app://www.a.jp/x", ["https://www.a.jp/x", "/www.a.jp/x"]),
    ("app://google/link/?deep_link_id=https%3A%2F%2Fa.jp%2Fx", ["https://a.jp/x"]),
    ("app://x?deep_link=app%3A%2F%2Fy", ["/x?deep_link=app%3A%2F%2Fy"]),
    ("nothing", []),
  ])
  func `reads a deep link as URLs of a site`(text: String, readings: [String]) {
    #expect(DeepLinkReadings.of(text) == readings)
  }
}

struct LaunchTests {
  @Test func `treats web URLs from SwiftUI as universal links`() {
    let web = "https://www.example.com/a"
    #expect(
      Launch.opened(url: web)
        == .userActivity(.init(activityType: "NSUserActivityTypeBrowsingWeb", webpageURL: web)))
    #expect(Launch.opened(url: "app://a") == .openURL(.init(url: "app://a")))
    #expect(Launch.opened(url: "") == .openURL(.init(url: "")))
  }

  @Test func `finds values by key, then by path`() {
    let userInfo: [String: UserInfoValue] = [
      "a.b": .text("key"), "a": .dictionary(["b": .text("path"), "c": .dictionary(["d": .other])]),
      "n": .other,
    ]
    #expect(userInfo.value(at: "a.b") == .text("key"))
    #expect(userInfo.value(at: "a.c.d") == .other)
    for key in ["", ".", "a.", "a.x", "n.b", "x"] { #expect(userInfo.value(at: key) == nil) }
  }
}
