import Doctor
import FoundationEssentials
import JSONSyntax
import LaunchRouting
import Links
import Testing

@testable import Dashboard

/// The sentences that sources make in English have a row in `sentences.txt`.
@Suite struct TranslationTests {
  static let sources: String = {
    let tests = URL(filePath: #filePath).pathComponents.prefix { $0 != "Tests" }
    return "/" + tests.dropFirst().joined(separator: "/") + "/Sources/"
  }()

  static func text(_ path: String) -> String {
    let bytes = (try? Data(contentsOf: URL(filePath: sources + path))) ?? Data()
    return String(decoding: bytes, as: UTF8.self)
  }

  /// What findings, checks and explanations are made of.
  private static let places = [
    "Values/AssociationValidation/", "Values/AppAssociation/Associations/",
    "Values/AppAssociation/Decoding/", "Values/AppAssociation/Evaluation/",
    "Values/AppAssociation/Generation/", "Values/AppAssociation/Matching/",
    "Values/AppAssociation/Patterns/", "Values/AppAssociation/Routing/",
    "Values/JSONSyntax/JSONSyntaxError.swift", "Answers/SiteModel/Snapshot/",
    "Answers/Doctor/Examination/", "Answers/Doctor/Observations/",
    "Answers/Explaining/Explanations/", "Answers/Explaining/Facts/", "Answers/Explaining/Launches/",
    "Answers/Explaining/Steps/", "Answers/Explaining/Taps/", "Answers/Explaining/Walk/",
    "Answers/Probing/Observed+Outgoing.swift", "Answers/Probing/ProbeQuestions.swift",
    "Program/KeiroConfiguration/",
  ]

  /// Files whose texts are fields of HTTP, codes, or messages to programmers.
  private static let otherFiles = [
    "LinkMemory.swift", "RedirectCaching.swift", "TLSSettings.swift", "VariableCodes.swift",
  ]

  /// Names, texts of other programs, and sentences whose Japanese is elsewhere.
  private static let others: Set<String> = [
    "NOT  ", "NOT {}", "wrong version number", "of the chain", "# HELP ", "Let's Encrypt",
    "Google Trust Services", "version https://git-lfs.", "user agent", "App Store", "Google Play",
    "{}, app {}: {}", " receives it{}", "iOS {}",
    "HarmonyOS {}", "Android {}", "sslv3 alert handshake failure",
    "ssl/tls alert handshake failure", "unexpected eof while reading", "tlsv1 unrecognized name",
    "unrecognized name", "tlsv1 alert internal error", "internal error", " warning:",
  ]

  /// Titles of documents, schemas and patterns.
  private static func isNoSentence(_ text: String) -> Bool {
    text.contains(
      /^(Apple|Google|Huawei|Firebase|WebKit|LaunchRouting|Chrome for Developers), [A-Zai]/)
      || text.hasPrefix("{\"") || text.hasPrefix("\"") || text.hasPrefix("^http")
  }

  /// The English sentences of the rows, with `{}` for each value.
  private static let rows: [String] = ["Answers/Dashboard/Words/sentences.txt", ownSentences]
    .flatMap { text($0).split(separator: "\n") }.filter { !$0.hasPrefix("#") }
    .compactMap { $0.split(separator: " | ").first }
    .map { String($0).replacing("{#}", with: "{}").replacing("{*}", with: "{}") }

  /// Whether a text belongs to longer sentences, of which a row has its words.
  private static func isPart(_ text: String) -> Bool {
    guard text.contains(/^[ ,;:]|[ ,:]$|[a-z}]\{\}/) else { return false }
    let pieces = text.split(separator: "{}", omittingEmptySubsequences: false)
    return rows.contains { row in
      var rest = row[...]
      return pieces.allSatisfy { piece in
        guard !piece.isEmpty else { return true }
        guard let found = rest.firstRange(of: piece) else { return false }
        rest = rest[found.upperBound...]
        return true
      }
    }
  }

  @Test func `every English sentence of findings, checks and explanations has a Japanese one`() {
    let files = (try? FileManager.default.subpathsOfDirectory(atPath: Self.sources)) ?? []
    var count = 0
    for file in files.sorted() where file.hasSuffix(".swift") {
      guard Self.places.contains(where: { file.hasPrefix($0) }),
        !Self.otherFiles.contains(where: { file.hasSuffix($0) })
      else { continue }
      for sentence in SourceText(Self.text(file)).sentences
      where !Self.others.contains(sentence) && !Self.isNoSentence(sentence) {
        count += 1
        // A sentence about a tap looks for the row with just its words.
        let isKnown =
          file.hasPrefix("Answers/Explaining/")
          ? Self.rows.contains(sentence)
          : Translation.japanese.text(of: sentence.replacing("{}", with: "7")) != nil
        if !isKnown, !Self.isPart(sentence) {
          Issue.record("\(file): sentences.txt has no row for: \(sentence)")
        }
      }
    }
    #expect(count > 1000)
  }

  /// The sentences in the lines of a file of tests.
  private static func expected(_ path: String, _ line: Regex<(Substring, Substring)>) -> [String] {
    text("../Tests/" + path).split(separator: "\n").compactMap { $0.wholeMatch(of: line) }
      .map { String($0.1) }
  }

  @Test func `what other tests expect of findings, checks and configurations has Japanese`() throws
  {
    let folder = "Answers/DoctorTests/Golden/"
    let files = try FileManager.default.contentsOfDirectory(
      atPath: Self.sources + "../Tests/" + folder)
    let checks = files.filter { $0 != "sarif.txt" }.flatMap { file in
      Self.expected(folder + file, /^ +(?:[a-z]+ +[a-z0-9-]+|help): (.*)$/)
    }
    let findings = Self.expected(
      "Values/AssociationValidationTests/Messages.txt", /^ {4}(?:help: )?(.*)$/)
    let problems = Self.expected(
      "Program/KeiroConfigurationTests/Golden/problems.txt", /^ {2}[^ :(]+: (.*)$/)
    #expect(checks.count > 100 && findings.count > 100 && problems.count > 100)
    for sentence in Set(checks + findings + problems)
    where sentence.contains(/[a-z]{2,} [a-z]{2,}/) {
      #expect(Translation.japanese.text(of: sentence) != nil, "\(sentence)")
    }
  }

  @Test(arguments: DoctorCheck.allCases)
  func `the remedy of each check has a Japanese sentence`(_ check: DoctorCheck) {
    let remedy = check.page.remedy.replacing("HOST", with: "www.example.com")
    #expect(Translation.japanese.text(of: remedy) != nil, "\(remedy)")
  }

  private static let ownSentences = "Values/Links/Sentences/sentences.txt"

  /// The lines of a source in which literals are sentences: what makes a `Sentence`, and raw values.
  private static func told(in source: String) -> String {
    let opening = /(: Sentence|-> Sentence|private var [a-z]+: Row|String, TableSentence) \{$/
    var (lines, end) = ([Substring](), "")
    for line in source.split(separator: "\n") {
      if !end.isEmpty {
        if line == end { end = "" } else { lines.append(line) }
      } else if line.contains(opening) {
        end = line.prefix { $0 == " " } + "}"
      }
    }
    return lines.joined(separator: "\n")
  }

  @Test func `every English sentence of a fault, refusal or remark has a Japanese one`() throws {
    let rows = Self.text(Self.ownSentences).split(separator: "\n")
      .filter { !$0.hasPrefix("#") }.compactMap { $0.split(separator: " | ").first }
    let whole = Set(rows)
    /// Values of other sentences, which Japanese leaves out.
    let expectations: Set = [
      "the identifier of a token", "a person's name", "the identifier of a webhook",
      "the name of a template",
    ]
    var count = 0
    for file in try FileManager.default.subpathsOfDirectory(atPath: Self.sources).sorted()
    where file.hasSuffix(".swift") && !file.hasPrefix("Answers/Explaining/") {
      for sentence in SourceText(Self.told(in: Self.text(file))).sentences
      where !expectations.contains(sentence) {
        count += 1
        // A part that others follow stands in the rows of all its wholes.
        #expect(
          whole.contains(sentence[...]) || rows.contains { $0.contains(sentence) },
          "\(file): sentences.txt has no row for: \(sentence)")
      }
    }
    #expect(count > 250)
  }

  @Test(arguments: LaunchPath.allCases.map(\.title) + AppState.allCases.map(\.phrase))
  func `the ways and states of launches have Japanese names`(_ name: String) {
    #expect(Sentence(stringLiteral: name).japanese != name)
  }

  @Test(arguments: ["Answers/Dashboard/Words/sentences.txt", ownSentences])
  func `a row has each value of its Japanese sentence in its English one`(_ file: String) {
    for line in Self.text(file).split(separator: "\n") where !line.hasPrefix("#") {
      let parts = line.split(separator: " | ")
      #expect(parts.count == 2, "\(line)")
      let values = parts[0].matches(of: /\{[#*]?\}/).count
      for place in (parts.last ?? "").matches(of: /\{([1-9])\}/) {
        #expect(Int(place.1).map { $0 <= values } == true, "\(line)")
      }
    }
  }

  @Test(arguments: [
    ("it answers", "応答します"),
    ("/.well-known/assetlinks.json answers 404", "/.well-known/assetlinks.json に 404 が返ります"),
    ("the same for 3 agents", "3 種類のエージェントに同じものが返ります"),
    (
      "1 error, the first: [0]: the statement has no 'target' [target-missing]",
      "エラー 1 件（最初のもの：[0]：ステートメントに「target」がありません [target-missing]）"
    ),
    (
      "a firewall refused Apple's fetcher: let every agent and every network read "
        + "/.well-known/; Apple fetches it again in 50 minutes",
      "ファイアウォールが Apple のフェッチャーを拒否しました。すべてのエージェントとネットワークに "
        + "/.well-known/ を公開してください。Apple が 50 分後に取得し直します"
    ),
    ("write {\"/\": \"/a\"}", "{\"/\": \"/a\"} と書いてください"),
    (
      "found 'a', 'b': expected an object, as 'c' is",
      "「a」「b」ではなく、「c」と同じくオブジェクトが必要です"
    ),
  ])
  func `values are found again, and stand among Japanese words`(english: String, japanese: String) {
    #expect(Translation.japanese.text(of: english) == japanese)
  }

  @Test func `a sentence with an unknown part stays English as a whole`() {
    let english = "the file is something nobody has ever seen"
    #expect(Translation.japanese.text(of: english) == nil)
    #expect(Language.japanese.text(ofEnglish: english) == english)
    #expect(Translation.japanese.text(of: String(repeating: "it answers; ", count: 400)) == nil)
  }
}

/// The string literals of a source, with `{}` for each interpolation; those joined by `+` are one.
struct SourceText {
  private struct Literal {
    var text: String
    var range: Range<Int>
    var depth: Int
  }

  private let source: [Unicode.Scalar]
  private var index = 0
  private var depth = 0
  private var literals: [Literal] = []

  init(_ text: String) {
    source = Array(text.unicodeScalars)
    readCode()
  }

  /// The literals by themselves.
  var texts: [String] { literals.map(\.text) }

  /// The literals with several words that have no Japanese beside them.
  var sentences: [String] {
    var joined: [Literal] = []
    for literal in literals.filter({ $0.depth == 0 }) + literals.filter({ $0.depth > 0 }) {
      if let last = joined.last, between(last, literal) == "+" {
        joined[joined.count - 1].text += literal.text
        joined[joined.count - 1].range = last.range.lowerBound..<literal.range.upperBound
      } else {
        joined.append(literal)
      }
    }
    return zip(joined, joined.dropFirst().map(Optional.some) + [nil]).compactMap { own, next in
      guard own.text.contains(" "), own.text.contains(/[A-Za-z]{2}/), !isJapanese(own.text)
      else { return nil }
      if let next, isJapanese(next.text), [",", ",japanese:"].contains(between(own, next)) {
        return nil
      }
      return own.text
    }
  }

  private func isJapanese(_ text: String) -> Bool {
    text.unicodeScalars.contains { (0x3041...0x9FFF).contains($0.value) }
  }

  /// What stands between two literals, without white space; nil if the second is not behind.
  private func between(_ first: Literal, _ second: Literal) -> String? {
    guard first.range.upperBound <= second.range.lowerBound else { return nil }
    let scalars = source[first.range.upperBound..<second.range.lowerBound]
    return String(String.UnicodeScalarView(scalars.filter { !" \n".unicodeScalars.contains($0) }))
  }

  private func isAt(_ text: String) -> Bool {
    index < source.count && source[index] == text.unicodeScalars.first
      && source[index...].starts(with: text.unicodeScalars)
  }

  /// Reads code to its end or, in an interpolation, to its closing parenthesis.
  private mutating func readCode() {
    var open = 0
    while index < source.count {
      if isAt("//") {
        while index < source.count, source[index] != "\n" { index += 1 }
      } else if isAt("#\"") {
        readLiteral("#")
      } else if source[index] == "\"" {
        readLiteral("")
      } else {
        open += source[index] == "(" ? 1 : source[index] == ")" ? -1 : 0
        index += 1
        if open < 0, depth > 0 { return }
      }
    }
  }

  private mutating func readLiteral(_ sign: String) {
    let start = index
    index += sign.count
    let quote = isAt("\"\"\"") ? "\"\"\"" : "\""
    index += quote.count
    let place = literals.count
    literals.append(Literal(text: "", range: start..<start, depth: depth))
    var text = ""
    while index < source.count, !isAt(quote + sign) {
      if isAt("\\" + sign) {
        index += 1 + sign.count
        readEscape(into: &text)
      } else {
        text.unicodeScalars.append(source[index])
        index += 1
      }
    }
    index += quote.count + sign.count
    // The last line, which the quotation marks are on, is none.
    let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }
    literals[place].text = quote.count > 1 ? lines.joined(separator: "\n") : text
    literals[place].range = start..<index
  }

  private mutating func readEscape(into text: inout String) {
    guard index < source.count else { return }
    let sign = source[index]
    index += 1
    switch sign {
    case "(":
      text += "{}"
      depth += 1
      readCode()
      depth -= 1
    case "n": text += "\n"
    case "\n": while index < source.count, source[index] == " " { index += 1 }
    default: text.unicodeScalars.append(sign)
    }
  }
}
