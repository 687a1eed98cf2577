import LaunchRouting

extension LaunchRules {
  /// The rules of an app that uses all of them.
  static var sample: LaunchRules {
    var rules = LaunchRules(home: "home")
    rules.linkSchemes = ["adjustSchemeExample", "asajikan"]
    rules.widgetSchemes = ["asajikan-widget"]
    rules.siriActivityTypes = ["jp.asajikan.intent"]
    rules.handoffActivityTypes = ["jp.asajikan.browse"]
    rules.notificationURLKey = "url"
    rules.spotlight = "article"
    rules.search = "search"
    rules.widget = "widget"
    rules.intent = "intent"
    rules.shortcuts = ["jp.asajikan.new": "compose"]
    rules.requiresLogin = ["compose", "account"]
    rules.loginScreen = "login"
    return rules
  }

  /// The only routes of that app: `/article/{id}`, and `/account` on its site.
  static func sampleRoutes(_ url: String) -> DeepLinkAnswer {
    let prefix = "https://asajikan.jp"
    let path = url.hasPrefix(prefix) ? String(url.dropFirst(prefix.count)) : url
    if path == "/account" { return .screen(Screen("account")) }
    guard path.hasPrefix("/article/") else { return .nowhere(because: "no route has '\(url)'") }
    return .screen(Screen("article", [.init("id", String(path.dropFirst("/article/".count)))]))
  }
}
