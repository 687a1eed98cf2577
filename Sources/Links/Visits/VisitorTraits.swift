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
}
