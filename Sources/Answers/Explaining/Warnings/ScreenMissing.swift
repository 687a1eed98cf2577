import AppAssociation
import SiteModel

/// The URL opens the app, but its route names no `screen`: the app is not told what to show, so it
/// stays where it is.
enum ScreenMissing: TapWarning {
  static let code = "screen-missing"

  static func check(_ facts: TapFacts) -> (path: String, message: String)? {
    guard facts.opens, let route = facts.route, route.definition.component.exclude != true,
      route.definition.screen == nil
    else { return nil }
    return (route.path, "the route opens the app and names no 'screen' for it to show")
  }
}
