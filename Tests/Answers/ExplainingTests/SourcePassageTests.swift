import Explaining
import JSONSyntax
import Testing
@testable import ServiceSupport

/// Every source on every version, with and without the app, for a URL that the app opens.
struct SourcePassageTests {
  static let url = "https://food.example/article/42"
  static let iOS = ["8.0", "9.0", "9.1", "9.3", "12", "13", "13.5", "14", "17.0.1", "26"]
  static let android = ["5", "12", "14", "15", "16"]

  /// The sources that open the app, written out by hand.
  static let opening: [TapSource: (ios: Bool, android: Bool)] = [
    .messages: (true, true), .mail: (true, true), .notes: (true, true), .otherApp: (true, true),
    .safari: (true, true), .searchResult: (true, true), .sameSite: (false, false),
    .typed: (false, false), .qr: (true, true), .inAppBrowser: (false, false),
    .chrome: (true, true), .ownApp: (false, true), .redirect: (false, false),
    .banner: (true, false),
  ]

  @Test(arguments: TapSource.allCases)
  func `knows what each source lets through`(source: TapSource) throws {
    let fixture = try ExplanationFixture()
    let snapshot = try fixture.snapshot()
    let explainer = LinkExplainer(snapshot, now: ExplanationFixture.now)
    let expected = try #require(Self.opening[source])
    for (word, versions, opens) in [
      ("ios", Self.iOS, expected.ios), ("android", Self.android, expected.android),
    ] {
      for version in versions {
        for installed in [true, false] {
          let context = try TapContext.on("\(word) \(version)", from: source, installed: installed)
          let explanation = explainer.explain(Self.url, context: context)
          let isOldPhone = version == "8.0" && source != .banner
          let isOld = isOldPhone || version == "5"
          #expect(explanation.opens == (opens && installed && !isOld), "\(context)")
          #expect(explanation.steps.count > 2)
          #expect(explanation.opens ? explanation.screen != nil : explanation.screen == nil)
        }
      }
    }
  }

  @Test func `says the reason where a source keeps the link`() throws {
    let fixture = try ExplanationFixture()
    for source in TapSource.allCases where Self.opening[source]?.ios == false {
      let explanation = try fixture.explain(Self.url, .on("ios 17", from: source))
      let step = try #require(explanation.steps.first { $0.title == .source })
      #expect(!step.basis.isEmpty)
      #expect(explanation.conclusion.hasPrefix("stays in the browser: \(step.sentence.english); "))
    }
  }

  @Test func `the matrix has a cell for everything and agrees with single answers`() throws {
    let fixture = try ExplanationFixture()
    let snapshot = try fixture.snapshot()
    let matrix = ExplanationMatrix(
      Self.url, context: TapContext(), links: nil, snapshot: snapshot, now: ExplanationFixture.now)
    #expect(matrix.cells.count == TapSource.allCases.count * 2 * 10)
    #expect(matrix.opens)
    for cell in matrix.cells {
      let single = try fixture.explain(Self.url, cell.context)
      #expect(single.conclusion == cell.conclusion.english)
      #expect((cell.result == .app) == single.opens)
    }
  }
}
