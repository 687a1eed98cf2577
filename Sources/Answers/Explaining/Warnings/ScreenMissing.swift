import AppAssociation
import JSONSyntax
import SiteModel

/// The URL opens the app, but its route names no `screen`, so the app keeps its current screen.
enum ScreenMissing: TapWarning {
  static let code = "screen-missing"

  static func check(_ facts: TapFacts) -> (path: String, message: Sentence)? {
    guard facts.opens, let route = facts.route, route.definition.component.exclude != true,
      route.definition.screen == nil
    else { return nil }
    return (
      route.path,
      Sentence(
        "the route opens the app and names no 'screen' for it to show",
        "ルートはアプリを開きますが、表示する画面（screen）がありません")
    )
  }
}
