import Links

/// All of Keiro's own words on pages in one language.
///
/// Another language is another file beside this one with a value of this type, and its name in
/// `all`; tests see to it that no word is missing.
struct PageWords: Sendable {
  /// BCP 47, the language alone.
  let tag: String
  let page: PageStrings
  let explanation: ExplanationStrings
  /// One sentence.
  let reason: @Sendable (Decision.Reason) -> String

  /// The first stands in for every language that is not among them.
  static let all: [PageWords] = [.english, .japanese]

  /// The words for a BCP 47 tag.
  static func words(for language: String) -> PageWords {
    existing(language) ?? .english
  }

  /// Nil for a language without words.
  static func existing(_ language: String) -> PageWords? {
    let name = language.prefix { $0 != "-" && $0 != "_" }.lowercased()
    return all.first { $0.tag == name }
  }
}
