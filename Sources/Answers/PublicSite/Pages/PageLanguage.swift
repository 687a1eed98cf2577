/// The languages of Keiro's own words on pages.
package enum PageLanguage {
  /// BCP 47 tags; the first is that of pages in any other language.
  package static let translated = PageWords.all.map(\.tag)

  package static func isTranslated(_ tag: String) -> Bool { PageWords.existing(tag) != nil }
}
