import AppAssociation
import Explaining
import JSONSyntax
import LaunchRouting
import LinkStorage
import Links
import Management
import Platforms
import Questions
import Service
import SiteModel
import Testing

@testable import ServiceSupport

struct ExplanationQuestionTests {
  private func problems(_ body: String) -> [String] {
    do throws(Problem) {
      _ = try question(body)
      return []
    } catch {
      return error.faults.map { $0.field.isEmpty ? $0.detail : "\($0.field): \($0.detail)" }
    }
  }

  private func question(_ body: String) throws(Problem) -> ExplanationQuestion {
    try ExplanationQuestion(reading: try JSONDocument(body: Array(body.utf8)))
  }

  @Test func `reads a whole question`() throws {
    let body = """
      {"url":"https://a.example/b","ios":"17.0.1","app":"absent","appVersion":"2.1",
       "state":"background","lifecycle":"swiftui","from":"same-site","choice":"browser","android":null}
      """
    var context = TapContext(
      system: .iOS(SystemVersion(17, 0, 1)), isInstalled: false, appVersion: AppVersion("2.1"),
      state: .background, lifecycle: .swiftUI, source: .sameSite)
    context.choice = .browser
    #expect(
      try question(body) == ExplanationQuestion(.url("https://a.example/b"), context: context))
  }

  @Test func `a store that has failed is asked no further`() throws {
    var fixture = try ExplanationFixture()
    for slug in ["a", "b", "c"] {
      var link = ExplanationFixture.stored { $0.maxClicks = 1 }
      link.slug = slug
      fixture.service.sites[0].shortLinks?.links.append(link)
    }
    let snapshot = try fixture.snapshot()
    var count = 0
    let links = StoredLinks { () throws(LinkStoreError) in
      count += 1
      throw BrokenStore.failure
    }
    #expect(throws: BrokenStore.failure) {
      try ExplanationQuestion(.everything())
        .answer(snapshot, links: links, now: ExplanationFixture.now)
    }
    #expect(count == 1)
  }

  @Test func `takes an address as people paste it, with spaces that browsers escape`() throws {
    for url in ["https://a.example/b c", "https://a.example/?q=b c#d e"] {
      #expect(try question("{\"url\":\"\(url)\"}") == ExplanationQuestion(.url(url)))
    }
    for url in [" https://a.example/", "https://a.example/ ", "https://a b/", "app://x/a b"] {
      let expected =
        "url: '\(url)' is not a URL: it contains spaces or control characters: expected one such as "
        + "https://www.example.com/article/42"
      #expect(problems("{\"url\":\"\(url)\"}") == [expected])
    }
  }

  @Test func `fills in what is not said`() throws {
    #expect(try question(#"{"url":"app://x"}"#) == ExplanationQuestion(.url("app://x")))
    let matrix = try question(#"{"url":"app://x","matrix":true}"#)
    #expect(matrix == ExplanationQuestion(.matrix("app://x")))
    let android = try question(#"{"url":"https://a.example","android":"15"}"#)
    #expect(android.context.system == .android(SystemVersion(15)))
  }

  @Test(arguments: [
    ("[]", ["found an array: expected an object"]),
    ("{}", ["url: 'url' is missing: expected it here"]),
    (#"{"url":7}"#, ["url: found a number: expected a string"]),
    (
      #"{"url":"a.example/b"}"#,
      [
        "url: 'a.example/b' is not a URL: expected one such as https://www.example.com/article/42; "
          + "did you mean 'https://a.example/b'?"
      ]
    ),
    (
      #"{"url":"https://"}"#,
      ["url: 'https://' is not a URL: expected one such as https://www.example.com/article/42"]
    ),
    (
      #"{"url":"https://a.example","ios":"abc","app":"gone","from":"massages"}"#,
      [
        "ios: 'abc' is not a version: expected one such as 17.0",
        "app: 'gone' is unknown: expected one of installed, absent",
        "from: 'massages' is unknown: expected one of messages, mail, notes, other-app, safari, "
          + "search-result, same-site, typed, qr, in-app-browser, chrome, own-app, redirect, banner, "
          + "wallet, app-clip, nfc, spotlight, widget, handoff; did you mean 'messages'?",
      ]
    ),
    (
      #"{"url":"https://a.example","ios":"17","android":"15"}"#,
      ["android: 'ios' is given too: expected one of the two"]
    ),
    (
      #"{"url":"https://a.example","matrix":true,"ios":"17","from":"mail","state":"background"}"#,
      [
        "ios: 'matrix' is given too: expected one of the two",
        "from: 'matrix' is given too: expected one of the two",
      ]
    ),
    (
      #"{"url":"https://a.example","choice":"safari"}"#,
      ["choice: 'safari' is unknown: expected one of browser, app"]
    ),
    (
      #"{"url":"https://a.example","appVersion":"x","stat":"background"}"#,
      [
        "appVersion: 'x' is not a version: expected one such as 2.10",
        "stat: unknown key: did you mean 'state'?",
      ]
    ),
  ])
  func `tells everything that is wrong`(body: String, expected: [String]) {
    #expect(problems(body) == expected)
  }

  @Test(arguments: [
    ("1", "1.0", 0), ("2.9", "2.10", -1), ("10", "9.9.9", 1), ("1.2.3.4", "1.2.3.5", -1),
  ])
  func `compares versions number by number`(one: String, other: String, order: Int) throws {
    let (left, right) = (try #require(AppVersion(one)), try #require(AppVersion(other)))
    #expect((left < right) == (order < 0))
    #expect((left == right) == (order == 0))
    #expect((right < left) == (order > 0))
  }

  @Test(arguments: ["", "1.", ".1", "a", "1.2.3.4.5", "-1", "12345678901", "1 "])
  func `refuses texts that are not versions of an app`(text: String) {
    #expect(AppVersion(text) == nil)
  }
}
