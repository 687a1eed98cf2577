import JSONSyntax
import SiteModel

/// Routes of a site open an app, but taps on its short links do not, or no button on its pages
/// does: often the key that would make them is only forgotten. Where it is not, `null` as its value
/// says so.
enum AppNotReached: ConfigurationRule {
  static func check(_ subject: ReviewedConfiguration, _ report: inout ReviewReport) {
    var review = OpeningReview(subject.snapshot)
    for number in subject.sites.indices {
      for gap in review.gaps(of: number) { report.warn(gap.path, gap.message.english) }
    }
  }
}
