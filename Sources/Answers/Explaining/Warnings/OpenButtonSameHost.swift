import JSONSyntax
import SiteModel
import WebSyntax

/// The page has no Open button that leads to an address: the site has no other host, and on the
/// page's own host iOS treats every tap as browsing.
///
/// Give the site an `alternateHost` that the app's entitlement also names; buttons then lead there.
/// `null` as its value says that none is needed.
enum OpenButtonSameHost: TapWarning {
  static let code = "open-button-same-host"

  static func check(_ facts: TapFacts) -> (path: String, message: Sentence)? {
    guard facts.context.system.isApple, let page = facts.page,
      !facts.site.definition.needsNoAlternateHost
    else { return nil }
    let host = facts.url.host
    let path = facts.sitePath + ".alternateHost"
    return switch page.button {
    case .lacksHost:
      (
        path,
        Sentence(
          "the page has no Open button: a tap on a link to '\(host)' itself never opens the app",
          "ページに「開く」ボタンがありません。「\(host)」自身のリンクのタップではアプリは開きません")
      )
    case .scheme:
      (
        path,
        Sentence(
          "the page's Open button needs the app's own scheme: a tap on a link to '\(host)' itself never opens "
            + "the app",
          "ページの「開く」ボタンにはアプリ独自のスキームが必要です。「\(host)」自身のリンクのタップではアプリは開きません")
      )
    case .none, .address, .store: nil
    }
  }
}
