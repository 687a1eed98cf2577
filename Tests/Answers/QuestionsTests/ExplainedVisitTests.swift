import RandomCases
import Explaining
import JSONSyntax
import Links
import SiteModel
import Questions
import Testing
@testable import ServiceSupport

struct ExplainedVisitTests {
  @Test(arguments: [
    ("https://a.example/s/x?d=1", "https://a.example/s/x"),
    ("https://a.example/s/x+", "https://a.example/s/x"),
    ("https://a.example/s/x+?d=1&a=1#f", "https://a.example/s/x?a=1#f"),
    ("https://a.example/s/x?a=d=1&d=11", "https://a.example/s/x?a=d=1&d=11"),
    ("https://a.example/s/x?a=1&&b", "https://a.example/s/x?a=1&&b"),
    ("https://a.example/?a=+", "https://a.example/?a=+"),
    ("", ""),
  ])
  func `takes the question from an address`(url: String, expected: String) {
    #expect(ExplainedAddress.withoutQuestion(url) == expected)
  }

  @Test func `sees the system and the browser of a visitor`() {
    var agent = UserAgent()
    #expect(TapContext(visitor: agent).output == TapContext().output)
    agent.platform = .android
    agent.browser = .chrome
    #expect(!TapContext(visitor: agent).system.isApple)
    #expect(TapContext(visitor: agent).source == .chrome)
    agent.inAppBrowser = .line
    #expect(TapContext(visitor: agent).source == .inAppBrowser)
  }

  /// Every question gets an answer, and its last line agrees with its outcome.
  @Test func `answers whatever it is asked`() throws {
    var fixture = try ExplanationFixture()
    fixture.service.sites[0].shortLinks?.prefix = "/"
    let snapshot = try fixture.snapshot()
    let explainer = LinkExplainer(snapshot, now: ExplanationFixture.now)
    var random = Dice(seed: CaseSeed.value)
    let pieces = [
      "https://", "http:", "food:", "//", "food.example", "open.", "/", "one", "loop", "+", ".qr",
      "article/", "%", "%2", "%C3%A9", "é", "?", "&", "d=1", "#", ";", ":443", "@", "\u{0}", " ",
      "intent:", "#Intent;", "topics/", "out/", "..", "*", "[::1]", "\"", "a",
    ]
    for _ in 0..<500 {
      let count = Int.random(in: 0..<7, using: &random)
      let start = Bool.random(using: &random) ? "https://food.example/" : ""
      let url =
        start + (0..<count).compactMap { _ in pieces.randomElement(using: &random) }.joined()
      var context = TapContext()
      context.source = TapSource.allCases.randomElement(using: &random) ?? .messages
      context.system = ExplanationMatrix.systems.randomElement(using: &random) ?? context.system
      context.isInstalled = Bool.random(using: &random)
      let link = ExplanationFixture.stored { $0.slug = "a" }
      let explanation = explainer.explain(
        url, context: context, links: ExplanationFixture.notebook(snapshot, link))
      #expect(explanation.opens == explanation.conclusion.hasPrefix("opens "), "\(url)")
      #expect(!explanation.steps.isEmpty)
      #expect(context.isInstalled || !explanation.opens)
      _ = (explanation.output.compact, ExplanationQuestion.fault(of: url))
    }
  }
}
