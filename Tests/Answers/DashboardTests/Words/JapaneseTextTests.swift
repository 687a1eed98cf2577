import FoundationEssentials
import Testing

@testable import Dashboard

/// Every Japanese text of the sources, as people read it: tables of words, sentences, pages.
@Suite struct JapaneseTextTests {
  /// A text with `X` for each value that is put into it.
  private struct Text {
    let place: String
    let words: String
  }

  private static let texts: [Text] = {
    let folder = TranslationTests.sources
    let files = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
    let sources = files.filter {
      $0.hasSuffix(".swift") || $0.hasSuffix("words.txt") || $0.hasPrefix("Values/Links/Sentences/")
    }
    return sources.sorted().flatMap { file in
      TranslationTests.text(file).split(separator: "\n")
        .filter { !$0.drop { $0 == " " }.hasPrefix("//") && $0.contains(where: isJapanese) }
        .flatMap { file.hasSuffix(".txt") ? lastColumn($0) : literals($0) }
        .filter { $0.contains(where: isJapanese) }
        .map { Text(place: file, words: $0.replacing("{}", with: "X")) }
    } + told
  }()

  /// The sentences about taps, which are rows of `sentences.txt`; other rows quote commands and code.
  private static let told: [Text] = {
    let file = "Answers/Dashboard/Words/sentences.txt"
    let section = TranslationTests.text(file).split(separator: "\n\n").first {
      $0.hasPrefix("# Steps, warnings and endings of explanations\n")
    }
    return (section ?? "").split(separator: "\n").dropFirst().compactMap { row in
      row.split(separator: " | ").last.map {
        Text(place: file, words: String($0.replacing(/\{[1-9]\}/, with: "X")))
      }
    }
  }()

  /// The Japanese text of a row of words, or of a sentence without its samples of JSON.
  private static func lastColumn(_ line: Substring) -> [String] {
    let columns = line.split(separator: " | ").map(String.init)
    return columns.count == 2
      ? [columns[1].replacing(/\{".*\}|\{[1-9]\}|"/, with: "X")]
      : columns.dropFirst(2).map { $0.replacing("&NoBreak;", with: "") }
  }

  private static func literals(_ line: Substring) -> [String] {
    SourceText(String(line.replacing(#"\""#, with: "X"))).texts
  }

  private static func isJapanese(_ character: Character) -> Bool {
    character.unicodeScalars.contains {
      (0x3041...0x30FF).contains($0.value) || (0x4E00...0x9FFF).contains($0.value)
    }
  }

  /// The text without what is quoted, and without addresses and the like.
  private static func prose(_ words: String) -> String {
    words.replacing(/「[^」]*」|（[^）]*）/, with: "")
      .replacing(/[A-Za-z0-9]*[\/=_.:{}][A-Za-z0-9\/=_.:{}&-]*/, with: "")
  }

  @Test func `every word has a text in each language`() {
    #expect(Word.allCases.filter { Word.texts[$0] == nil } == [])
    #expect(CaseName.allCases.filter { CaseName.texts[$0] == nil } == [])
  }

  @Test func `a row stands once, and is of a word that there is`() {
    let keys = TranslationTests.text("Answers/Dashboard/Words/words.txt").split(separator: "\n")
      .filter { !$0.hasPrefix("#") }
      .flatMap { $0.split(separator: " | ")[0].split(separator: ";").map(String.init) }
    #expect(keys.count > 500)
    #expect(Dictionary(grouping: keys) { $0 }.filter { $0.value.count > 1 }.isEmpty)
    #expect(keys.filter { !$0.contains(".") && Word(rawValue: $0) == nil } == [])
  }

  @Test func `Japanese sentences have Japanese punctuation`() {
    #expect(Self.texts.count > 500 && Self.told.count > 100)
    for text in Self.texts {
      let prose = Self.prose(text.words)
      #expect(!prose.contains(/[;,!?']/), "\(text.place): \(text.words)")
      let brackets = text.words.filter { "'\"".contains($0) }
      #expect(brackets.isEmpty, "\(text.place): \(text.words)")
    }
  }

  @Test func `no name of a field or other English word stands among Japanese ones`() {
    let names: Set<Substring> = [
      "iPhone", "iPad", "iOS", "http", "https", "gzip", "bzip", "zstd",
    ]
    for text in Self.texts {
      let prose = Self.prose(text.words)
      let words = prose.matches(of: /[a-z][A-Za-z]{2,}/).filter { match in
        let before = prose[..<match.range.lowerBound].last
        return before?.isASCII != true || before?.isLetter != true
      }
      for word in words.map(\.0) where !names.contains(word) {
        Issue.record("\(text.place): \(word) in \(text.words)")
      }
    }
  }
}
