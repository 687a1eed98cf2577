import AppAssociation
import Explaining
import JSONSyntax
import LaunchRouting
import SiteModel
import Testing
@testable import ServiceSupport

/// Every source on every version, with and without the app, for a URL that the app opens.
struct SourcePassageTests {
  static let url = "https://food.example/article/42"
  static let iOS = ["8.0", "9.0", "9.1", "9.3", "12", "13", "13.5", "14", "17.0.1", "26"]
  static let android = ["5", "12", "14", "15", "16", "17"]

  /// The sources that open the app, written out by hand.
  static let opening: [TapSource: (ios: Bool, android: Bool)] = [
    .messages: (true, true), .mail: (true, true), .notes: (true, true), .otherApp: (true, true),
    .safari: (true, true), .searchResult: (true, true), .sameSite: (false, false),
    .typed: (false, false), .qr: (true, true), .inAppBrowser: (false, false),
    .chrome: (true, true), .ownApp: (false, true), .redirect: (false, false),
    .banner: (true, false), .wallet: (true, true), .appClip: (true, false), .nfc: (true, true),
    .spotlight: (true, false), .widget: (true, true), .handoff: (true, false),
  ]

  /// Whether the source opens apps on a version, where that has changed.
  static func isOpen(_ source: TapSource, on version: String) -> Bool {
    let major = Int(version.prefix { $0 != "." }) ?? 0
    return switch source {
    case .wallet: major < 26
    case .appClip: major >= 14
    case .nfc: major >= 12
    default: true
    }
  }

  @Test(arguments: TapSource.allCases)
  func `knows what each source lets through`(source: TapSource) throws {
    var fixture = try ExplanationFixture()
    fixture.service.sites[0].activitycontinuation = [0]
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
          let isOldPhone = version == "8.0" && ![.banner, .widget].contains(source)
          let isOld = isOldPhone || version == "5"
          let isOpen = word == "android" || Self.isOpen(source, on: version)
          #expect(explanation.opens == (opens && isOpen && installed && !isOld), "\(context)")
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

  @Test func `Wallet opens the app until iOS 18 and a browser of its own from 26 on`() throws {
    let fixture = try ExplanationFixture()
    let before = try fixture.explain(Self.url, .on("ios 18.7", from: .wallet))
    let after = try fixture.explain(Self.url, .on("ios 26", from: .wallet))
    #expect(before.opens && !after.opens)
    #expect(
      after.conclusion.hasPrefix(
        "stays in the browser: Wallet opens the link in a browser of its own from iOS 26.0 on; "))
    // The browser inside Wallet shows no banner.
    #expect(!after.steps.contains { $0.title == .banner })
    for explanation in [before, after] {
      #expect(explanation.notes.contains { $0.contains("activates a card") })
    }
  }

  @Test func `Handoff asks for the app in another part of the file than links`() throws {
    var fixture = try ExplanationFixture()
    let without = try fixture.explain(Self.url, .on("ios 26", from: .handoff))
    #expect(without.conclusion.contains("'activitycontinuation' of the file, which does not name"))
    fixture.service.sites[0].activitycontinuation = [0]
    let with = try fixture.explain(Self.url, .on("ios 26", from: .handoff))
    #expect(with.opens && with.receiver?.key == .userActivities)
  }

  @Test func `a widget opens its own app whatever the file says`() throws {
    let fixture = try ExplanationFixture()
    for url in [Self.url, "https://food.example/topics/1", "https://food.example/mute"] {
      let explanation = try fixture.explain(url, .on("ios 26", from: .widget))
      #expect(explanation.opens && explanation.receiver?.key == .urlContexts, "\(url)")
    }
    #expect(try !fixture.explain(Self.url, .on("ios 26", from: .widget, installed: false)).opens)
  }

  @Test func `an App Clip is offered where the app is absent`() throws {
    var fixture = try ExplanationFixture()
    let clip = try #require(AppIdentifier("AAAAAAAAAA.b.food.Clip"))
    fixture.service.apps[0].apple?.appClipIDs = [clip]
    let context = try TapContext.on("ios 26", from: .appClip, installed: false)
    let explanation = try fixture.explain(Self.url, context)
    #expect(!explanation.opens)
    #expect(explanation.notes.contains { $0.contains("its App Clip 'AAAAAAAAAA.b.food.Clip'") })
  }

  @Test(arguments: TapSource.allCases)
  func `a chosen browser keeps the links of a host until the app is chosen again`(
    source: TapSource
  ) throws {
    var fixture = try ExplanationFixture()
    fixture.service.sites[0].activitycontinuation = [0]
    // Banners and widgets are the app's own: they do not ask for the browser. What the others do is not
    // documented.
    let heedsNoChoice: Set<TapSource> = [
      .banner, .widget, .wallet, .appClip, .nfc, .spotlight, .handoff,
    ]
    for system in ["ios 9", "ios 17", "ios 26", "android 12", "android 17"] {
      var context = try TapContext.on(system, from: source)
      let usual = try fixture.explain(Self.url, context)
      context.choice = .app
      #expect(try fixture.explain(Self.url, context).opens == usual.opens)
      context.choice = .browser
      let chosen = try fixture.explain(Self.url, context)
      let isApple = system.hasPrefix("ios")
      let isKept = usual.opens && !(isApple && heedsNoChoice.contains(source))
      #expect(chosen.opens == (usual.opens && !isKept), "\(system)")
      guard isKept else { continue }
      #expect(
        chosen.conclusion.hasPrefix(
          "stays in the browser: the browser was chosen for 'food.example' before"))
      #expect(chosen.steps.contains { !$0.basis.isEmpty && $0.sentence.english.contains("chosen") })
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
