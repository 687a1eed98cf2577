import LaunchRouting
import Testing

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
