package enum Language: String, CaseIterable, Sendable {
  case english = "en"
  case japanese = "ja"
}

/// A message for people: a code with its values, and a sentence for it in each language.
package protocol Wording: Sendable, CustomStringConvertible {
  /// The English sentence, in lower case and without a full stop: `'a b' is not a host name`.
  var english: String { get }
  /// The Japanese sentence, without a full stop.
  var japanese: String { get }
  /// The times in the sentences, as these write them: in UTC, in the notation of RFC 3339. Pages show
  /// them in the zone of their reader.
  var times: [String] { get }
  /// The English sentence for a page, whose reader sees fields and buttons where commands have options;
  /// nil where one sentence serves both. Japanese is read on pages alone.
  var englishOnPages: String? { get }
}

extension Wording {
  package var times: [String] { [] }
  package var englishOnPages: String? { nil }

  package var description: String { english }

  package func text(in language: Language) -> String {
    switch language {
    case .english: english
    case .japanese: japanese
    }
  }
}

/// A message of any kind, compared by its English text.
package struct Sentence: Equatable, Sendable {
  package let wording: any Wording

  /// Creates a message from a code with its values.
  package init(_ wording: some Wording) {
    self.wording = wording
  }

  /// Creates a message that is used in only one place.
  package init(_ english: String, _ japanese: String) {
    self.init(WordedText(english: english, japanese: japanese))
  }

  package var english: String { wording.english }
  package var japanese: String { wording.japanese }

  package var times: [String] { wording.times }

  package func text(onPagesIn language: Language) -> String {
    switch language {
    case .english: wording.englishOnPages ?? english
    case .japanese: japanese
    }
  }

  package func text(in language: Language) -> String { wording.text(in: language) }

  package static func == (left: Sentence, right: Sentence) -> Bool {
    left.english == right.english
  }
}

extension Sentence {
  /// Creates a message for operators and callers of the API, who read English.
  package init(english text: String) {
    self.init(EnglishText(english: text))
  }
}

private struct WordedText: Wording {
  let english: String
  let japanese: String
}

private struct EnglishText: Wording {
  let english: String
  var japanese: String { english }
}

/// A text whose sentences are in a file within the program: on each line its key, or several with `;` between
/// them, the English sentence and the Japanese one, separated by ` | `. Lines that begin with `#` are remarks,
/// and `&NoBreak;` stands for U+2060. A test compares the keys of the file with the cases.
package protocol TableWord: Wording, CaseIterable, Hashable, RawRepresentable<String> {
  /// The sentences by their keys, read once.
  static var texts: [Self: (english: String, japanese: String)] { get }
}

extension TableWord {
  package var english: String { Self.texts[self]?.english ?? rawValue }
  package var japanese: String { Self.texts[self]?.japanese ?? rawValue }

  package static func read(
    _ file: UnsafePointer<UInt8>, count: UInt
  ) -> [Self: (english: String, japanese: String)] {
    var texts: [Self: (english: String, japanese: String)] = [:]
    let bytes = Array(UnsafeBufferPointer(start: file, count: Int(count)))
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let parts = parts(line, between: " | ").map { part in
        let pieces = Self.parts(part, between: "&NoBreak;")
        return pieces.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\u{2060}")
      }
      guard parts.count == 3 else { continue }
      for word in parts[0].split(separator: ";").compactMap({ Self(rawValue: String($0)) }) {
        texts[word] = (parts[1], parts[2])
      }
    }
    return texts
  }

  /// The standard library of iOS 13 splits texts by single characters alone.
  private static func parts(
    _ text: ArraySlice<UInt8>, between mark: String
  ) -> [ArraySlice<UInt8>] {
    var parts: [ArraySlice<UInt8>] = []
    var (start, index) = (text.startIndex, text.startIndex)
    while index < text.endIndex {
      guard text[index...].starts(with: mark.utf8) else {
        index += 1
        continue
      }
      parts.append(text[start..<index])
      index += mark.utf8.count
      start = index
    }
    return parts + [text[start...]]
  }
}

extension String {
  /// The text, or its beginning and end when it is longer than the limit.
  package func shortened(to limit: Int) -> String {
    guard utf8.count > limit, unicodeScalars.count > limit else { return self }
    var text = String(unicodeScalars.prefix(limit / 2)) + "…"
    text.unicodeScalars += unicodeScalars.suffix(limit / 2)
    return text
  }
}
