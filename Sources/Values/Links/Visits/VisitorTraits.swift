/// The visitor's properties that rules can test, besides system and query.
package struct VisitorTraits: Hashable, Sendable {
  /// The visitor's preferred language in lower case; empty when unknown.
  package var language: String
  /// The code of the visitor's country in capitals; empty when unknown.
  package var country: String
  /// A number from 0 to 99, drawn for each visit, that decides between shares.
  package var draw: Int

  package init(language: String = "", country: String = "", draw: Int = 0) {
    self.language = language
    self.country = country
    self.draw = draw
  }

  /// A language tag from a caller's text; nil for any other text.
  package static func language(_ text: String) -> String? {
    guard let tag = AcceptedLanguage.tag(text.utf8), tag.utf8.count == text.utf8.count else {
      return nil
    }
    return tag
  }

  /// A country code from a caller's text; nil for any other text.
  package static func country(_ text: String) -> String? {
    let code = text.uppercased()
    return CountryCode.isPossible(code) ? code : nil
  }
}
