import PublicSite
import SiteModel

/// The language of a site's pages is one that Keiro's own texts are not translated into.
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
