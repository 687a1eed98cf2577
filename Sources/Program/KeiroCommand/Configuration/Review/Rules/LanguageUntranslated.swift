import PublicSite
import SiteModel

/// Pages are said to be in a language into which Keiro's own words are not translated.
enum LanguageUntranslated: ConfigurationRule {
  static func check(_ subject: ReviewedConfiguration, _ report: inout ReviewReport) {
    for (path, site) in subject.sites where !PageLanguage.isTranslated(site.language) {
      report.warn(
        path + ".language",
        "'\(site.language)' has no translation: Keiro's own words on its pages are English; "
          + "expected one of \(PageLanguage.translated.joined(separator: ", "))")
    }
  }
}
