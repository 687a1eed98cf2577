import JSONSyntax

/// The destination of a launch and any problems found.
public struct LaunchDecision: Hashable, Sendable {
  /// The destination; nil for a deep link that matches no route, so the app stays where it is.
  public let destination: Destination?
  /// The problems; empty unless the destination is probably not the intended one.
  public let problems: [LaunchProblem]
}

extension LaunchRules {
  /// Decides the destination of a launch. Every launch has a result.
  ///
  /// - Parameters:
  ///   - launch: the launch to decide.
  ///   - event: the result of ``track(_:)``; nil leads home.
  ///   - session: the state of the user; without a login, protected screens come after the login
  ///     screen.
  ///   - resolve: finds the screen for a URL; called a few times at most, in order.
  public func decide(
    _ launch: Launch, event: LaunchEvent?, session: LaunchSession, resolve: DeepLinkResolver
  ) -> LaunchDecision {
    let (screen, problem) = screen(for: launch, event, resolve)
    return LaunchDecision(
      destination: screen.map { guarded($0, session) },
      problems: problem.map { [$0] } ?? [])
  }

  /// Returns the home screen, preceded by the login screen if it requires a login.
  public func home(session: LaunchSession) -> Destination {
    guarded(Screen(home), session)
  }

  private func screen(
    for launch: Launch, _ event: LaunchEvent?, _ resolve: DeepLinkResolver
  ) -> (Screen?, LaunchProblem?) {
    switch event {
    case nil, .normal, .handoff: (Screen(home), nil)
    case .localNotification, .remoteNotification: notificationScreen(launch, resolve)
    case .deepLink(let url):
      switch answer(to: url, resolve) {
      case .screen(let screen): (screen, nil)
      case .nowhere(let reason): (nil, LaunchProblem(launch.urlField, reason))
      }
    case .intent(let word): (Self.screen(intent, "id", word) ?? Screen(home), nil)
    case .spotlightResult(let item): (Self.screen(spotlight, "id", item) ?? Screen(home), nil)
    case .spotlightQuery(let query): (Self.screen(search, "query", query) ?? Screen(home), nil)
    case .widget(let widget): (Self.screen(self.widget, "id", widget) ?? Screen(home), nil)
    case .homeScreen(let type): shortcutScreen(type)
    }
  }

  private static func screen(_ name: String?, _ parameter: String, _ value: String) -> Screen? {
    name.map { Screen($0, [.init(parameter, value)]) }
  }

  private func shortcutScreen(_ type: String) -> (Screen?, LaunchProblem?) {
    if let screen = shortcuts[type] { return (Screen(screen), nil) }
    let nearest = nearestName(to: type, among: shortcuts.keys.sorted())
    return (Screen(home), .unknownShortcut(type, nearest: nearest))
  }

  private func notificationScreen(
    _ launch: Launch, _ resolve: DeepLinkResolver
  ) -> (Screen?, LaunchProblem?) {
    guard case .notification(let notification) = launch else { return (Screen(home), nil) }
    guard let key = notificationURLKey, let value = notification.userInfo.value(at: key) else {
      let hasOwn = notification.userInfo.value(at: NotificationPayload.urlKey) != nil
      return (Screen(home), hasOwn ? .unreadLink(at: NotificationPayload.urlKey) : nil)
    }
    let field = "userInfo.\(key)"
    guard case .text(let url) = value, !url.isEmpty else { return (Screen(home), .noText(field)) }
    guard let parsed = AppURL(url) else { return (Screen(home), .noURL(field, url)) }
    guard parsed.isWeb || Self.lists(linkSchemes, parsed.scheme) else {
      return (Screen(home), .foreignScheme(field, url))
    }
    switch answer(to: url, resolve) {
    case .screen(let screen): return (screen, nil)
    case .nowhere(let reason): return (Screen(home), LaunchProblem(field, reason))
    }
  }

  /// Returns the screen of the first interpretation of a URL that has one; otherwise the reason for
  /// the last one.
  private func answer(to url: String, _ resolve: DeepLinkResolver) -> DeepLinkAnswer {
    var last = DeepLinkAnswer.nowhere(because: "'\(url)' does not lead to a page")
    for reading in DeepLinkReadings.of(url) {
      last = resolve(reading)
      if case .screen = last { return last }
    }
    return last
  }

  private func guarded(_ screen: Screen, _ session: LaunchSession) -> Destination {
    guard !session.isLoggedIn, requiresLogin.contains(screen.name) else { return .screen(screen) }
    return .login(Screen(loginScreen ?? "login"), then: screen)
  }
}

extension Launch {
  /// The field that contains the deep link URL.
  fileprivate var urlField: String {
    if case .userActivity = self { "webpageURL" } else { "url" }
  }
}

/// The possible interpretations of a deep link as a URL of a site, in order of preference.
enum DeepLinkReadings {
  /// The query items in which link services such as Firebase and Adjust pass the web URL.
  private static let itemNames = ["deep_link_id", "deep_link", "link", "url"]

  /// Returns the interpretations of a URL. A web URL is used as it is. A URL with a custom scheme
  /// is replaced by the web URL in its query, if any; otherwise its authority is a host
  /// (`app://www.example.com/a`) or the first part of a path (`app://a/b` and `app:/a/b`).
  static func of(_ text: String) -> [String] {
    guard let url = AppURL(text) else { return [] }
    guard !url.isWeb else { return [text] }
    for name in itemNames {
      if let inner = url.item(name), AppURL(inner)?.isWeb == true { return [inner] }
    }
    let query = url.query.map { "?" + $0 } ?? ""
    guard let authority = url.authority, !authority.isEmpty else {
      return [(url.path.hasPrefix("/") ? "" : "/") + url.path + query]
    }
    let asPath = "/" + authority + url.path + query
    return authority.contains(".") ? ["https://\(authority)\(url.path)\(query)", asPath] : [asPath]
  }
}
