import JSONSyntax
import LaunchRouting

/// Reads the section `launch` of an app.
struct LaunchRulesReader {
  /// The app's custom schemes. Their URLs are deep links unless the app's widgets use them.
  let customSchemes: [String]

  func read(_ field: JSONField?) -> (rules: LaunchRules, lifecycle: Lifecycle?) {
    var lifecycle: Lifecycle?
    var rules =
      field?.object { object in
        lifecycle = object.optional("lifecycle").flatMap(word)
        return self.rules(object)
      } ?? LaunchRules()
    let taken = Set(rules.linkSchemes + rules.widgetSchemes)
    rules.linkSchemes += customSchemes.filter { !taken.contains($0) }
    return (rules, lifecycle)
  }

  private func word(_ field: JSONField) -> Lifecycle? {
    field.value(Lifecycle.init, isNot: "a lifecycle: expected app-delegate, scene or swiftui")
  }

  private func rules(_ object: JSONObjectReader) -> LaunchRules {
    var rules = LaunchRules()
    object.set(&rules.home, "home") { $0.text() }
    readSchemes(object, into: &rules)
    rules.siriActivityTypes =
      object.optional("siriActivityTypes")?.distinct { $0.text() } ?? []
    rules.notificationURLKey = object.optional("notificationURLKey")?.text()
    rules.spotlight = object.optional("spotlight")?.text()
    rules.search = object.optional("search")?.text()
    rules.widget = object.optional("widget")?.text()
    rules.intent = object.optional("intent")?.text()
    for (type, screen) in object.optional("shortcuts")?.entries() ?? [] {
      rules.shortcuts[type] = screen.text()
    }
    readLogin(object, into: &rules)
    return rules
  }

  private func readSchemes(_ object: JSONObjectReader, into rules: inout LaunchRules) {
    let linkSchemes = object.optional("linkSchemes")?.distinct(urlScheme) ?? []
    rules.linkSchemes = linkSchemes
    rules.widgetSchemes =
      object.optional("widgetSchemes")?.distinct { field in
        guard let scheme = urlScheme(field) else { return nil }
        guard !linkSchemes.contains(scheme) else {
          field.report("'\(scheme)' is also in 'linkSchemes': expected it in one of the two")
          return nil
        }
        return scheme
      } ?? []
  }

  private func readLogin(_ object: JSONObjectReader, into rules: inout LaunchRules) {
    rules.requiresLogin = object.optional("requiresLogin")?.distinct { $0.text() } ?? []
    let field = object.optional("loginScreen")
    if !rules.requiresLogin.isEmpty { rules.loginScreen = "login" }
    if let screen = field?.text() { rules.loginScreen = screen }
    guard let screen = rules.loginScreen, rules.requiresLogin.contains(screen) else { return }
    (field ?? object.field).report(
      "the login screen '\(screen)' requires login itself: expected one that does not")
  }
}
