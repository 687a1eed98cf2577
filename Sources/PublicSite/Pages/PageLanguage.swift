/// The languages of Keiro's own words on pages.
package enum PageLanguage {
  /// BCP 47 tags; the first is that of pages in any other language.
  package static let translated = ["en", "ja"]

  package static func isTranslated(_ tag: String) -> Bool {
    tag.split(separator: "-").first.map { translated.contains($0.lowercased()) } ?? false
  }
}
