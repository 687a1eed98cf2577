import CDocuments
import JSONSyntax
import Management

/// The Japanese of sentences that are made in English, because commands and the API share them:
/// findings, checks, explanations and reports.
///
/// The rows of `sentences.txt` are the sentences as their sources write them, so the values of a
/// sentence are found again in its text. A test collects the sentences of the sources, and fails if
/// one has no row.
struct Translation: Sendable {
  static let japanese = Translation(
    UnsafeBufferPointer(
      start: keiro_dashboard_sentences.bytes, count: Int(keiro_dashboard_sentences.count)))

  /// The sentences without values, and the others, those with most words of their own first.
  private var whole: [String: String] = [:]
  private var rows: [Row] = []

  init(_ file: some Collection<UInt8>) {
    for line in file.split(separator: UInt8(ascii: "\n")) where line.first != UInt8(ascii: "#") {
      let text = String(decoding: line, as: UTF8.self)
      guard let mark = text.firstRange(of: " | ") else { continue }
      let row = Row(text[..<mark.lowerBound], text[mark.upperBound...])
      if row.kinds.isEmpty {
        whole[String(text[..<mark.lowerBound])] = String(text[mark.upperBound...])
      } else {
        rows.append(row)
      }
    }
    rows.sort { $0.weight > $1.weight }
  }

  /// Nil for a text that is none of the sentences, that has a part which is none, or that is too long.
  func text(of english: String) -> String? {
    var known: [String: String?] = [:]
    return english.utf8.count <= 1200 ? text(of: english, &known) : nil
  }

  /// - Parameter known: what was found of parts, which are asked for again and again.
  private func text(of english: String, _ known: inout [String: String?]) -> String? {
    if let text = whole[english] { return text }
    if let found = known[english] { return found }
    let bytes = Array(english.utf8)
    var found: String?
    for row in rows where found == nil { found = text(of: bytes, by: row, &known) }
    known.updateValue(found, forKey: english)
    return found
  }

  private func text(
    of english: [UInt8], by row: Row, _ known: inout [String: String?]
  ) -> String? {
    guard var values = row.values(of: english) else { return nil }
    var isTranslated = row.hasWords
    for (index, kind) in row.kinds.enumerated() {
      switch kind {
      case .data: continue
      case .number:
        guard values[index].allSatisfy({ $0.isNumber || $0 == "." }) else { return nil }
      case .part, .anything:
        if let text = text(of: values[index], &known) {
          values[index] = text
          isTranslated = true
        } else if kind == .part, Self.isProse(values[index]) {
          return nil
        } else {
          values[index] = Self.quoted(values[index])
        }
      }
    }
    return isTranslated ? row.japanese(values) : nil
  }

  /// A list of data with Japanese quotes; any other text as it is.
  private static func quoted(_ value: String) -> String {
    let names = value.dropFirst().dropLast()
      .split(separator: "', '", omittingEmptySubsequences: false)
    guard value.first == "'", value.last == "'", !names.contains(where: { $0.contains("'") })
    else { return value }
    return names.map { "「\($0)」" }.joined()
  }

  /// Whether a value reads like part of an English sentence.
  private static func isProse(_ value: String) -> Bool {
    let words = value.split(separator: " ").map { word in
      word.count > 1 && word.allSatisfy { ("a"..."z").contains($0) }
    }
    return zip(words, words.dropFirst()).contains { $0 && $1 }
  }
}

extension Translation {
  /// A sentence with values.
  private struct Row: Sendable {
    enum Kind {
      /// A name, a path or the like.
      case data
      case number
      /// Data, or a sentence or a part of one; in `anything` also one of another program.
      case part, anything
    }

    /// The English words around the values.
    private let words: [[UInt8]]
    let kinds: [Kind]
    private let texts: [String]
    /// The values between the Japanese texts, counted from 0.
    private let places: [Int]

    init(_ english: Substring, _ japanese: Substring) {
      let (words, marks) = Self.parts(english)
      let (texts, numbers) = Self.parts(japanese)
      self.words = words.map { Array($0.utf8) }
      self.texts = texts
      places = numbers.compactMap { Int($0).map { $0 - 1 } }.filter { marks.indices.contains($0) }
      kinds = marks.enumerated().map { index, mark in
        let isQuoted = words[index].last == "'" && words[index + 1].first == "'"
        return mark == "#" ? .number : mark == "*" ? .anything : isQuoted ? .data : .part
      }
    }

    /// The texts around the places `{}`, `{#}`, `{*}` and `{1}`, and what stands in those.
    private static func parts(_ text: Substring) -> (texts: [String], marks: [Substring]) {
      var (texts, marks) = ([""], [Substring]())
      var rest = text
      while let character = rest.popFirst() {
        if character == "{", let close = rest.prefix(2).firstIndex(of: "}"),
          rest[..<close].allSatisfy({ "#*123456789".contains($0) })
        {
          marks.append(rest[..<close])
          texts.append("")
          rest = rest[rest.index(after: close)...]
        } else {
          texts[texts.count - 1].append(character)
        }
      }
      return (texts, marks)
    }

    var weight: Int { words.reduce(0) { $0 + $1.count } }

    /// Whether there is more around the values than punctuation.
    var hasWords: Bool {
      words.contains { $0.contains { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) } }
    }

    /// The values in a text, each as short as can be; nil for another sentence.
    func values(of text: [UInt8]) -> [String]? {
      guard let first = words.first, let last = words.last, words.count > 1,
        text.starts(with: first), text.count >= first.count + last.count,
        text.suffix(last.count).elementsEqual(last)
      else { return nil }
      var rest = text.dropFirst(first.count).dropLast(last.count)
      var values: [String] = []
      for word in words.dropFirst().dropLast() {
        guard let found = rest.start(of: word) else { return nil }
        values.append(String(decoding: rest[..<found], as: UTF8.self))
        rest = rest[(found + word.count)...]
      }
      return values + [String(decoding: rest, as: UTF8.self)]
    }

    func japanese(_ values: [String]) -> String {
      var text = texts.first ?? ""
      for (place, words) in zip(places, texts.dropFirst()) {
        Self.append(values[place], to: &text)
        Self.append(words, to: &text)
      }
      return text
    }

    /// Japanese letters have no spaces between them, other than beside Latin ones.
    private static func append(_ next: String, to text: inout String) {
      var next = next[...]
      if isJapanese(text.last), next.first == " ", isJapanese(next.dropFirst().first) {
        next.removeFirst()
      } else if text.last == " ", isJapanese(text.dropLast().last), isJapanese(next.first) {
        text.removeLast()
      }
      text += next
    }

    private static func isJapanese(_ letter: Character?) -> Bool {
      letter?.unicodeScalars.first.map { $0.value > 0x2FFF } ?? false
    }
  }
}

extension Language {
  /// A sentence that was made in English, in this language if its words are known.
  func text(ofEnglish english: String) -> String {
    self == .japanese ? Translation.japanese.text(of: english) ?? english : english
  }

  func text(of sentence: Sentence) -> String { text(ofEnglish: sentence.text(onPagesIn: self)) }
}
