import AppAssociation
import FoundationEssentials
import GoldenFiles
import JSONSyntax
import Links
import Platforms
import Testing

@testable import Explaining
@testable import ServiceSupport
@testable import SiteModel

/// For each code, one case with it and one without.
struct TapWarningTests {
  private let fixture: ExplanationFixture

  init() throws {
    fixture = try ExplanationFixture()
  }

  private func codes(
    _ url: String, _ context: TapContext = TapContext(), link: ShortLink? = nil,
    change: (inout SiteDefinition) throws -> Void = { _ in }
  ) throws -> [String] {
    var fixture = fixture
    try change(&fixture.service.sites[0])
    return try fixture.explain("https://food.example" + url, context, link: link)
      .warnings.map(\.code)
  }

  /// Addresses with the system and the source of the tap, and the codes that they get as they are.
  @Test(arguments: [
    ("/s/one", "ios 27", TapSource.messages, "short-link-not-covered redirect-into-universal-link"),
    ("/out/1", "ios 27", .messages, "redirect-into-universal-link"),
    ("/article/1", "ios 17", .redirect, "redirect-into-universal-link"),
    ("/s/far", "ios 27", .messages, "short-link-not-covered"),
    ("/article/1", "ios 27", .messages, ""),
    ("/mute", "ios 27", .messages, "screen-missing"),
    ("/topics/1", "ios 27", .messages, "banner-argument-no-universal-link"),
    ("/topics/1", "ios 17", .banner, "banner-argument-no-universal-link"),
    ("/article/1", "ios 17", .banner, ""),
    // The app is not made for both systems.
    ("/map/1", "ios 27", .messages, ""),
  ])
  func `warns of what surprises`(
    url: String, system: String, source: TapSource, expected: String
  ) throws {
    #expect(
      try codes(url, .on(system, from: source)) == expected.split(separator: " ").map(String.init))
  }

  @Test func `short link that is covered, or on Android`() throws {
    #expect(!(try codes("/s/one", .on("android 15")).contains("redirect-into-universal-link")))
    #expect(try codes("/s/one") { $0.shortLinks?.app = 0 } == ["short-link-covered"])
  }

  @Test func `association without a route`() throws {
    let file = #"{"applinks":{"details":[{"appIDs":["AAAAAAAAAA.b.food"],"components":[{}]}]}}"#
    for (url, isWarned) in [("/nowhere", true), ("/article/1", false)] {
      let codes = try codes(url) { $0.ownAppleDocument = Array(file.utf8) }
      #expect(codes.contains("association-without-route") == isWarned)
    }
  }

  @Test func `open button on the same host`() throws {
    func alone(_ site: inout SiteDefinition) throws {
      site.alternateHost = nil
      site.hosts = try ExplanationFixture.hosts("food.example")
    }
    #expect(try codes("/article/1", change: alone) == ["open-button-same-host"])
    let link = ExplanationFixture.stored { $0.apple.appStoreID = "111" }
    #expect(try codes("/s/new", link: link, change: alone).contains("open-button-same-host"))
    #expect(!(try codes("/s/new", link: link).contains("open-button-same-host")))
  }

  @Test func `rules that systems read differently`() throws {
    func codes(_ url: String, _ component: Component) throws -> [String] {
      try self.codes(url) {
        $0.routes.insert(RouteDefinition(component: component, apps: [0]), at: 0)
        $0.routes[0].screen = "home"
      }
    }
    let query = Component(
      path: "/query", query: .items([Component.Query.Item(name: "a", pattern: "?*")]))
    #expect(try codes("/query?a=1", query) == ["legacy-entry-differs"])
    #expect(try codes("/ja/x", Component(path: "/$(lang)/x")).contains("platforms-disagree"))
  }

  @Test(arguments: [
    ("ios 27", "2.9", true), ("ios 27", "2.10.0", false), ("android 15", "299", true),
  ])
  func `app that is too old`(system: String, version: String, isOld: Bool) throws {
    let link = ExplanationFixture.stored {
      $0.apple.minimumVersion = "2.10"
      $0.android.minimumVersionCode = 300
    }
    var context = try TapContext.on(system)
    context.appVersion = AppVersion(version)
    #expect(try codes("/s/new", context, link: link).contains("app-too-old") == isOld)
  }

  // MARK: - Documentation

  @Test func `the article explains every warning, in order`() throws {
    let path = "Sources/Answers/Explaining/Explaining.docc/ExplainingATap.md"
    let article = try String(contentsOf: GoldenFile.checkout.appending(path: path), encoding: .utf8)
    let sections = article.split(separator: "\n### ").dropFirst()
    #expect(
      sections.map { $0.prefix { $0 != "\n" } } == TapFacts.rules.map { Substring($0.code) })
    #expect(sections.allSatisfy { $0.contains(".") })
  }

  @Test func `every code is a word of its own`() {
    let codes = TapFacts.rules.map(\.code)
    #expect(Set(codes).count == codes.count)
    #expect(codes.allSatisfy { $0.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x2D } })
  }
}

/// Every kind of address from every source, on old and new systems, with and without the app.
struct ExplanationLanguageTests {
  /// The systems that say something of their own about an app that is there, and about one that is
  /// not.
  private static let systems = [
    true: [
      "ios 8", "ios 9.1", "ios 12", "ios 13", "ios 13.5", "android 5", "android 11", "android 16",
    ],
    false: ["ios 9.1", "ios 26", "android 12"],
  ]

  /// Sources that have a sentence of their own, and apart from it go the way of Messages.
  private static let likeMessages: Set<TapSource> = [
    .safari, .mail, .notes, .otherApp, .searchResult, .qr,
  ]

  @Test(arguments: TapSource.allCases)
  func `says every step, warning and ending in Japanese`(source: TapSource) throws {
    let fixture = try ExplanationFixture()
    let snapshot = try fixture.snapshot()
    let explainer = LinkExplainer(snapshot, now: ExplanationFixture.now)
    let link = ExplanationFixture.stored { link in
      link.apple.minimumVersion = "9.9"
      link.apple.appStoreID = "1"
    }
    let links = ExplanationFixture.notebook(snapshot, link)
    let isLikeMessages = Self.likeMessages.contains(source)
    let urls =
      isLikeMessages
      ? ["https://food.example/article/42"]
      : LinkExplainerTests.conclusions.map(\.0) + [
        "https://food.example/s/new", "https://food.example/s/new/rest",
        "https://food.example/?link=https://food.example/article/1",
        "https://food.example/?link=ftp://food.example/", "https://food.example/topics/1",
      ]
    var contexts = try Self.systems.flatMap { isInstalled, systems in
      try systems.map { try TapContext.on($0, from: source, installed: isInstalled) }
    }
    for version in ["4", "5"] {
      let harmony = try required(SystemVersion(version))
      contexts.append(TapContext(system: .harmony(harmony), isInstalled: true, source: source))
    }
    if source == .messages {
      for system in ["ios 26", "android 16"] {
        var context = try TapContext.on(system, from: source)
        context.choice = .browser
        contexts.append(context)
      }
    }
    var said: Set<String> = []
    for context in contexts {
      for url in urls {
        let explanation = explainer.explain(url, context: context, links: links)
        var sentences = explanation.steps.flatMap { [Sentence($0.title), $0.sentence] }
        sentences += explanation.warnings.map(\.message)
        sentences.append(explanation.ending)
        for sentence in sentences where said.insert(sentence.english).inserted {
          #expect(Self.isJapanese(sentence.japanese), "\(sentence.english): \(sentence.japanese)")
        }
      }
    }
    #expect(said.count > (isLikeMessages ? 10 : 200))
  }

  /// Whether no short English word is left outside quotation marks and addresses.
  private static func isJapanese(_ text: String) -> Bool {
    guard text.unicodeScalars.contains(where: { (0x3000...0x9FFF).contains($0.value) }) else {
      return false
    }
    var words = ""
    var depth = 0
    for character in text {
      if character == "「" { depth += 1 }
      if depth == 0 { words.append(character) }
      if character == "」" { depth -= 1 }
    }
    let english: Set<Substring> = [
      "the", "a", "an", "is", "are", "of", "no", "not", "in", "it", "to",
    ]
    return words.lowercased().split { !$0.isASCII || !$0.isLetter }.allSatisfy {
      !english.contains($0)
    }
  }
}
