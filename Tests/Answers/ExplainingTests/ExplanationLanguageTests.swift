import AppAssociation
import Explaining
import JSONSyntax
import Links
import Platforms
import Testing
@testable import ServiceSupport

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
