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
    _ change: (inout SiteDefinition) throws -> Void = { _ in }
  ) throws -> [String] {
    var fixture = fixture
    try change(&fixture.service.sites[0])
    return try fixture.explain("https://food.example" + url, context, link: link)
      .warnings.map(\.code)
  }

  @Test func `redirect into a universal link`() throws {
    #expect(
      try codes("/s/one") == ["short-link-not-covered", "redirect-into-universal-link"])
    #expect(try codes("/out/1") == ["redirect-into-universal-link"])
    #expect(
      try codes("/article/1", .on("ios 17", from: .redirect)) == ["redirect-into-universal-link"])
    #expect(try codes("/s/far") == ["short-link-not-covered"])
    #expect(!(try codes("/s/one", .on("android 15")).contains("redirect-into-universal-link")))
  }

  @Test func `short link that is covered or not`() throws {
    #expect(try codes("/s/one") { $0.shortLinks?.app = 0 } == ["short-link-covered"])
    #expect(try codes("/s/far").contains("short-link-not-covered"))
    #expect(try codes("/article/1") == [])
  }

  @Test func `association without a route`() throws {
    let file = #"{"applinks":{"details":[{"appIDs":["AAAAAAAAAA.b.food"],"components":[{}]}]}}"#
    let own = try codes("/nowhere") { $0.ownAppleDocument = Array(file.utf8) }
    #expect(own.contains("association-without-route"))
    let known = try codes("/article/1") { $0.ownAppleDocument = Array(file.utf8) }
    #expect(!known.contains("association-without-route"))
  }

  @Test func `screen that is missing`() throws {
    #expect(try codes("/mute") == ["screen-missing"])
  }

  @Test func `open button on the same host`() throws {
    #expect(
      try codes("/article/1") {
        $0.alternateHost = nil
        $0.hosts = try ExplanationFixture.hosts("food.example")
      } == ["open-button-same-host"])
    let link = ExplanationFixture.stored { $0.apple.appStoreID = "111" }
    let landing = try codes("/s/new", link: link) {
      $0.alternateHost = nil
      $0.hosts = try ExplanationFixture.hosts("food.example")
    }
    #expect(landing.contains("open-button-same-host"))
    #expect(!(try codes("/s/new", link: link).contains("open-button-same-host")))
  }

  @Test func `banner argument that is not a universal link`() throws {
    #expect(try codes("/topics/1") == ["banner-argument-no-universal-link"])
    #expect(
      try codes("/topics/1", .on("ios 17", from: .banner)) == ["banner-argument-no-universal-link"])
    #expect(try codes("/article/1", .on("ios 17", from: .banner)) == [])
  }

  @Test func `legacy entry that differs`() throws {
    let query = Component(
      path: "/query", query: .items([Component.Query.Item(name: "a", pattern: "?*")]))
    let found = try codes("/query?a=1") {
      $0.routes.insert(RouteDefinition(component: query, apps: [0]), at: 0)
      $0.routes[0].screen = "home"
    }
    #expect(found == ["legacy-entry-differs"])
  }

  @Test func `platforms that disagree`() throws {
    let folded = Component(path: "/$(lang)/x")
    let found = try codes("/ja/x") {
      $0.routes.insert(RouteDefinition(component: folded, apps: [0]), at: 0)
      $0.routes[0].screen = "home"
    }
    #expect(found.contains("platforms-disagree"))
    #expect(try codes("/map/1") == [], "the app is not made for both")
  }

  @Test func `app that is too old`() throws {
    let link = ExplanationFixture.stored { $0.apple.minimumVersion = "2.10" }
    var context = TapContext()
    context.appVersion = AppVersion("2.9")
    #expect(try codes("/s/new", context, link: link).contains("app-too-old"))
    context.appVersion = AppVersion("2.10.0")
    #expect(!(try codes("/s/new", context, link: link).contains("app-too-old")))
    let android = ExplanationFixture.stored { $0.android.minimumVersionCode = 300 }
    var other = try TapContext.on("android 15")
    other.appVersion = AppVersion("299")
    #expect(try codes("/s/new", other, link: android).contains("app-too-old"))
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
