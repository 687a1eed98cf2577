import JSONSyntax
import SiteModel

/// A short link, or a route with `web`, redirects to a URL that would open the app if it were
/// tapped. On iOS the tap is over by then: the browser stays on the page that it is redirected to,
/// at least on the same host, and other behaviour is not reliable.
///
/// Make the tapped URL a universal link: name an app in `shortLinks.app`, so that the short URL
/// opens it, or share the destination itself.
enum RedirectIntoUniversalLink: TapWarning {
  static let code = "redirect-into-universal-link"

  static func check(_ facts: TapFacts) -> (path: String, message: Sentence)? {
    guard facts.context.system.isApple, facts.source == .redirect, facts.opens,
      facts.site.definition.shortLinks?.opensNoApp != true
    else { return nil }
    return (
      facts.route?.path ?? facts.sitePath,
      Sentence(
        "the redirect to '\(facts.url)' does not open the app, although a tap on that address would",
        "「\(facts.url)」はタップすればアプリを開きますが、リダイレクトでは開きません")
    )
  }
}
