import Platforms
import Testing
import WebSyntax

@testable import AppAssociation

/// The explanation of a verdict.
struct ExplanationTests {
  private static func explain(
    _ details: String, _ url: String, ios: SystemVersion = .newestIOS, links: String = ""
  ) throws -> Explanation {
    let file = try AppSiteAssociation(
      of: #"{"applinks":{"apps":[],\#(links)"details":[\#(details)]}}"#)
    let url = try #require(WebURL(url.hasPrefix("/") ? "https://example.com" + url : url))
    return AssociationEvaluator(file, system: ios).explanation(for: url, app: "T.app")
  }

  private static func rules(_ components: String) -> String {
    #"{"appIDs":["T.app"],"components":[\#(components)]}"#
  }

  static let characters: [(String, String, Verdict.Decision)] = [
    ("/caf?", "/caf%C3%A9", .match), ("/caf??", "/caf%C3%A9", .noMatch), ("/?", "/x", .match),
    ("/??", "/%E6%9C%9Dx", .match), ("/?*", "/%E6%9C%9D", .match), ("/?", "/%F0%9F%8D%A3", .match),
    ("/?", "/%FF", .noMatch), ("/a?b?", "/a%C3%A9b%C3%A9", .match),
  ]

  @Test(arguments: characters)
  func `a question mark stands for one character of decoded text`(
    _ pattern: String, _ url: String, _ decision: Verdict.Decision
  ) throws {
    let explanation = try Self.explain(
      Self.rules(#"{"/":"\#(pattern)","percentEncoded":false}"#), url)
    #expect(explanation.verdict.decision == decision)
    let isWide = url.contains("%") && pattern != "/?*"
    #expect(explanation.doubts.contains(.characterWidth) == isWide)
  }

  @Test func `says which of several apps opens, as far as known`() throws {
    let other = #"{"appIDs":["T.other"],"components":[{"/":"/a"}]}"#
    let own = Self.rules(#"{"/":"/a"},{"/":"/b"}"#)
    let later = try Self.explain("\(other),\(own)", "/a")
    #expect(
      later.remarks.contains {
        $0.hasPrefix("applinks.details[0] opens this URL too and comes first")
      })
    let first = try Self.explain("\(own),\(other)", "/a")
    #expect(
      first.remarks.contains {
        $0.hasSuffix("the one of the first entry opens, applinks.details[0]")
      })
    #expect(try Self.explain("\(own),\(other)", "/b").remarks == [])
    let shared = try Self.explain(
      #"{"appIDs":["T.app","T.other"],"components":[{"/":"/a"}]}"#, "/a")
    #expect(shared.doubts == [.severalIdentifiers])
    // The same identifier twice is one app.
    let twice = try Self.explain(#"{"appIDs":["T.app","T.app"],"components":[{"/":"/a"}]}"#, "/a")
    #expect(twice.doubts == [])
  }

  @Test(arguments: [
    (SystemVersion(9, 1), Verdict.Decision.noMatch, [Doubt.loneStar]),
    (SystemVersion(9, 2), .match, [.laterLoneStar]),
    (SystemVersion(9, 2, 1), .match, [.laterLoneStar]),
    (SystemVersion(9, 3), .match, []),
  ])
  func `a lone star and the root page are doubtful up to iOS 9.2`(
    _ ios: SystemVersion, _ decision: Verdict.Decision, _ doubts: [Doubt]
  ) throws {
    let entry = #"{"appID":"T.app","paths":["*"]}"#
    let explanation = try Self.explain(entry, "/", ios: ios)
    #expect(explanation.verdict.decision == decision)
    #expect(explanation.doubts.filter { $0 != .legacySlashes } == doubts)
    #expect(try !Self.explain(entry, "/a", ios: ios).doubts.contains(.laterLoneStar))
  }

  @Test func `notes what is reported about internationalised hosts from iOS 16 on`() throws {
    let entry = Self.rules(#"{"/":"/a"}"#)
    for url in ["https://xn--bcher-kva.example/a", "https://a.xn--bcher-kva.example/a"] {
      #expect(try Self.explain(entry, url).doubts == [.internationalHost])
      #expect(try Self.explain(entry, url, ios: SystemVersion(15)).doubts == [])
    }
    #expect(try Self.explain(entry, "https://xnx--a.example/a").doubts == [])
  }

  @Test func `six question marks stand for an encoded letter`() throws {
    let explanation = try Self.explain(Self.rules(#"{"/":"/caf??????"}"#), "/caf%C3%A9")
    #expect(explanation.verdict.decision == .match)
    #expect(explanation.doubts.isEmpty)
  }

  @Test func `compares raw characters as they are sent`() throws {
    let raw = try Self.explain(Self.rules(#"{"/":"/café"}"#), "/café")
    #expect(raw.verdict.decision == .noMatch)
    #expect(raw.remarks == ["rules are compared with the URL as it is sent: '/caf%C3%A9'"])
    let decoded = try Self.explain(
      Self.rules(#"{"/":"/café","percentEncoded":false}"#), "/café")
    #expect(decoded.verdict.decision == .match)
    #expect(try Self.explain(Self.rules(#"{"/":"/a b"}"#), "/a b").verdict.decision == .noMatch)
  }

  static let ignored: [(String, String, SystemVersion, String)] = [
    (
      #"{"/":"/a","caseSensitive":false}"#, "", SystemVersion(13),
      "iOS 13.0 ignores 'caseSensitive' of applinks.details[0].components[0], which was introduced in iOS 13.5"
    ),
    (
      #"{"/":"/a","percentEncoded":false}"#, "", SystemVersion(13, 5),
      "iOS 13.5 ignores 'percentEncoded' of applinks.details[0].components[0], which was introduced in iOS 14"
    ),
    (
      #"{"/":"/a"}"#, #""defaults":{"caseSensitive":false},"#, SystemVersion(13, 5),
      "iOS 13.5 ignores 'defaults', which was introduced in iOS 14"
    ),
    (
      #"{"/":"/$(digit)"}"#, "", SystemVersion(13),
      "iOS 13.0 does not support '$(…)', which was introduced in iOS 13.5"
    ),
    (
      #"{"/":"/a","?":{"a":"1","b":true}}"#, "", .newestIOS,
      "'?' of applinks.details[0].components[0] is ignored as a whole, because a value in it is not a string"
    ),
  ]

  @Test(arguments: ignored)
  func `says which keys a version does not read`(
    _ rule: String, _ links: String, _ system: SystemVersion, _ remark: String
  ) throws {
    let explanation = try Self.explain(Self.rules(rule), "/A", ios: system, links: links)
    #expect(explanation.remarks == [remark])
    if system < .newestIOS {
      #expect(try Self.explain(Self.rules(rule), "/A", links: links).remarks.isEmpty)
    }
  }

  static let failures: [(String, String, String)] = [
    ("/", "/x", "matches up to '/', where the pattern ends and the URL continues with 'x'"),
    ("/x", "/", "matches up to '/', where the URL ends and the pattern expects 'x'"),
    ("/x", "", "matches up to '/', where the URL ends and the pattern expects 'x'"),
    ("/é", "/x", "matches up to '/', where the URL continues with 'x' and the pattern expects 'é'"),
    // Their first bytes agree.
    (
      "/aあ", "/a%E3%81%84",
      "matches up to '/a', where the URL continues with 'い' and the pattern expects 'あ'"
    ),
    (
      "/?あ*", "/a%E3%81%84b",
      "matches up to '/a', where the URL continues with 'いb' and the pattern expects 'あ'"
    ),
  ]

  @Test(arguments: failures)
  func `tells where a path and a pattern differ`(
    _ pattern: String, _ path: String, _ failure: String
  ) throws {
    let explanation = try Self.explain(
      Self.rules(#"{"/":"\#(pattern)","percentEncoded":false}"#), "https://example.com" + path)
    #expect(explanation.closest?.parts.first?.failure == failure)
  }

  @Test func `the lone star of the first versions fails where it fails`() throws {
    let explanation = try Self.explain(
      #"{"appID":"T.app","paths":["*"]}"#, "/", ios: SystemVersion(9))
    #expect(explanation.verdict.decision == .noMatch)
    #expect(
      explanation.closest?.parts.first?.failure
        == "on this version it does not match the root page")
  }

  @Test func `hosts in Punycode and in their own letters are the same`() throws {
    let host = try #require(HostPattern("münchen.de"))
    #expect(host.description == "xn--mnchen-3ya.de")
    #expect(host.matches("MÜNCHEN.de") && host.matches("xn--mnchen-3ya.de"))
    #expect(!host.matches("munchen.de") && host.matches("mu\u{308}nchen.de"))
  }
}
