import JSONSyntax

/// All of Keiro's own words on pages in one language.
///
/// Another language is a case of `Language` and another file beside this one with a value of this
/// type; the compiler sees to it that no word is missing.
struct PageWords: Sendable {
  let language: Language
  let page: PageStrings
  let explanation: ExplanationStrings

  /// The words for a BCP 47 tag; English ones where Keiro does not speak its language.
  static func words(for tag: String) -> PageWords {
    switch PageLanguage.spoken(tag) ?? .english {
    case .english: .english
    case .japanese: .japanese
    }
  }
}
