package import JSONSyntax

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
