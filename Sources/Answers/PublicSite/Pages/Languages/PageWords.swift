package import JSONSyntax

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

/// The languages of Keiro's own words on pages.
package enum PageLanguage {
  /// BCP 47 tags; the first is used for pages in any other language.
  package static let translated = Language.allCases.map(\.rawValue)

  /// Returns whether Keiro's own texts exist in the language of a BCP 47 tag.
  package static func isTranslated(_ tag: String) -> Bool { spoken(tag) != nil }

  /// The language of a BCP 47 tag; nil for one without words.
  package static func spoken(_ tag: String) -> Language? {
    Language(rawValue: tag.prefix { $0 != "-" && $0 != "_" }.lowercased())
  }
}
