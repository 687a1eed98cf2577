import JSONSyntax

/// A text of the pages with values in it, in every language.
struct Phrase: Wording, Equatable {
  let english: String
  let japanese: String

  private init(english: String, japanese: String) {
    self.english = english
    self.japanese = japanese
  }

  /// The text of a word with its values, in the order of their numbers in `words.txt`.
  init(_ word: Word, _ values: any PhraseValue...) { self.init(word, all: values) }

  init(_ word: Word, all values: [any PhraseValue]) {
    self.init(
      english: Self.filled(word.english, values), japanese: Self.filled(word.japanese, values))
  }

  /// - Parameter text: has `{1}`, `{1 link}`, `{1#}` or `{1:was|were}` where its first value belongs.
  private static func filled(_ text: String, _ values: [any PhraseValue]) -> String {
    guard !values.isEmpty else { return text }
    var (filled, rest) = ("", text[...])
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      filled += rest[..<open].replacing("~", with: "\u{A0}")
      let place = rest[open..<close].dropFirst()
      if let number = place.first?.wholeNumberValue, values.indices.contains(number - 1) {
        filled += values[number - 1].text(as: place.dropFirst())
      }
      rest = rest[rest.index(after: close)...]
    }
    return filled + rest.replacing("~", with: "\u{A0}")
  }

  // MARK: - Between texts

  /// Between two sentences.
  static let between = Phrase(english: " ", japanese: "")
  /// Between a name and what is said of it.
  static let colon = Phrase(english: ": ", japanese: "：")
  static let listSeparator = Phrase(english: ", ", japanese: "、")
  /// Between what was done and who has done it.
  static let byActor = Phrase(english: " by ", japanese: "：")

  // MARK: - Texts that depend on more than their values

  static func notState(_ text: String, _ states: [String]) -> Phrase {
    Phrase(
      english:
        "‘\(text.prefix(100))’ is not a state, so it is searched for as text: expected one of "
        + states.joined(separator: ", ") + ".",
      japanese: "「\(text.prefix(100))」は状態ではないため、文字として検索しました。状態として使えるのは "
        + states.joined(separator: "、") + " です。")
  }

  static func before(_ count: Int, percent: Int?) -> Phrase {
    let change = percent.map { ($0 < 0 ? "−" : "+") + PageNumber.text(Int($0.magnitude)) + "%" }
    let number = PageNumber.text(count)
    return Phrase(
      english: change.map { "\($0) from \(number)" } ?? "\(number) before",
      japanese: change.map { "\($0)（前期 \(number)）" } ?? "前期 \(number)")
  }

  static func otherCountries(_ count: Int) -> Phrase {
    let number = PageNumber.text(count)
    return Phrase(
      english: count == 1 ? "One more country" : "\(number) more countries",
      japanese: "ほか \(number) か国")
  }
}

/// A value in a text of the pages.
protocol PhraseValue {
  /// - Parameter form: what `words.txt` has after the number of the value.
  func text(as form: Substring) -> String
}

extension String: PhraseValue {
  func text(as form: Substring) -> String { self }
}

extension Int: PhraseValue {
  func text(as form: Substring) -> String {
    switch form.first {
    case " ": PageNumber.text(self) + form + (self == 1 ? "" : "s")
    case ":": String(form.dropFirst().split(separator: "|")[self == 1 ? 0 : 1])
    case "#": String(self)
    default: PageNumber.text(self)
    }
  }
}

extension [String]: PhraseValue {
  func text(as form: Substring) -> String { joined(separator: ", ") }
}
