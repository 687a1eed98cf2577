import AppAssociation
import JSONSyntax
import SiteModel
import WebSyntax

/// No rule of the association file covers the short link's path, so every tap goes to the server
/// and none opens the app by itself.
///
/// That counts every click. To open the app instead, name it in `shortLinks.app`: then the app asks
/// `/_keiro/resolve` where the link leads, and reports the opening itself. `"app": null` says that
/// no app is meant to open.
enum ShortLinkNotCovered: TapWarning {
  static let code = "short-link-not-covered"

  static func check(_ facts: TapFacts) -> (path: String, message: Sentence)? {
    guard facts.shortLink != nil, !facts.opens, let answer = facts.answer,
      answer.explanation.obstacle == nil,
      facts.site.definition.shortLinks?.opensNoApp == false
    else { return nil }
    return (
      facts.sitePath + ".shortLinks",
      Sentence(
        "the association file does not cover '\(facts.url.path)': every tap goes to the server, and "
          + "openings of the app are never counted for this link",
        "関連付けファイルは「\(facts.url.path)」を含まないため、タップは必ずサーバーを通り、アプリの起動は数えられません")
    )
  }
}
