import Links

/// The reasons of decisions in the words of a page.
struct ReasonText {
  /// The language of the page, BCP 47.
  let language: String
  let words: PageWords

  init(language: String) {
    self.language = language
    words = PageWords.words(for: language)
  }

  func sentences(_ reasons: [Decision.Reason]) -> (texts: [String], isEnglish: Bool) {
    (reasons.map(words.reason), words.tag == "en")
  }

  /// Whether English sentences are on a page in another language, and have to be marked.
  var marksEnglish: Bool { !language.lowercased().hasPrefix("en") }
}
