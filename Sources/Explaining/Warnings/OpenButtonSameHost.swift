import AppAssociation
import SiteModel

/// The page's Open button leads to the page's own host, where iOS treats every tap as browsing: it
/// loads the same page again.
///
/// Give the site an `alternateHost` that the app's entitlement names too; buttons then lead there.
enum OpenButtonSameHost: TapWarning {
  static let code = "open-button-same-host"

  static func check(_ facts: TapFacts) -> (path: String, message: String)? {
    guard facts.context.system.isApple, let page = facts.page, page.button == .sameHost else {
      return nil
    }
    return (
      facts.sitePath + ".alternateHost",
      "the page's Open button stays on '\(facts.url.host)', where a tap never opens the app"
    )
  }
}
