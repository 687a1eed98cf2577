/// What rules tell visitors apart by, besides their system and their query.
package struct VisitorTraits: Hashable, Sendable {
  /// The language that the visitor likes best, in lower case; empty when it is not known.
  package var language: String
  /// The code of the visitor's country, in capitals; empty when it is not known.
  package var country: String
  /// A number from 0 to 99, drawn anew for each visit: it decides between shares.
  package var draw: Int

  package init(language: String = "", country: String = "", draw: Int = 0) {
    self.language = language
    self.country = country
    self.draw = draw
  }

  /// A language tag as a caller writes it; nil for any other text.
  package static func language(_ text: String) -> String? {
    guard let tag = AcceptedLanguage.tag(text.utf8), tag.utf8.count == text.utf8.count else {
      return nil
    }
    return tag
  }

  /// The code of a country as a caller writes it; nil for any other text.
  package static func country(_ text: String) -> String? {
    let code = text.uppercased()
    return CountryCode.isPossible(code) ? code : nil
  }
}
