import JSONSyntax

/// All of Keiro's own words on pages in one language.
///
/// A new language needs a case of `Language` and another file in this folder with a value of this
/// type; the compiler ensures that no words are missing.
struct PageWords: Sendable {
  let language: Language
  let page: PageStrings
  let explanation: ExplanationStrings

  /// The words for a BCP 47 tag; English for a language without words.
  static func words(for tag: String) -> PageWords {
    switch PageLanguage.spoken(tag) ?? .english {
    case .english: .english
    case .japanese: .japanese
    }
  }
}
