import AppAssociation
package import LaunchRouting
import Links
import SiteModel
import WebSyntax

extension TapWalk {
  /// The app opens with a URL: the method that receives it, the event, the screen.
  mutating func open(
    _ facts: TapFacts, _ answer: AssociationShelf.Answer, url: String
  ) -> Ending {
    guard let app = answer.app else {
      step("launch", "\(answer.name) is no app of the configuration: its screens are not known", [])
      let opening = LinkExplanation.Opening(
        app: answer.name, destination: nil, reason: "the configuration does not know the app")
      return Ending(outcome: .opens(opening), receiver: tellReceiver(.universalLink))
    }
    let receiver = tellReceiver(.universalLink)
    if let link = facts.shortLink?.link {
      step(
        "resolve", "the app asks /_keiro/resolve, which leads to '\(link.url)'",
        [facts.sitePath + ".shortLinks"])
    }
    return arrive(
      .opened(url: url), app: app, receiver: receiver, path: facts.route?.path ?? routePath(facts))
  }

  /// The place of the route that a short link's destination means to an app.
  private func routePath(_ facts: TapFacts) -> String? {
    guard let link = facts.shortLink?.link, let url = WebURL(link.url),
      let own = OwnURL(url, in: snapshot), let rule = appRoute(own)
    else { return nil }
    return "sites[\(own.site)].routes[\(rule)]"
  }

  /// What the app makes of a launch.
  mutating func arrive(
    _ launch: Launch, app: Int, receiver: Receiver?, path: String?
  ) -> Ending {
    let definition = snapshot.apps[app]
    let rules = definition.launch
    let routes = DeepLinkRoutes(snapshot, app: app, now: now, links: links)
    let tracking = rules.track(launch)
    let decision = rules.decide(
      launch, event: tracking.event, session: LaunchSession(), resolve: routes.answer)
    step("event", "the app reports " + (tracking.event?.description ?? "nothing"), [])
    let reason = (tracking.problems + decision.problems).first?.message
    let opening = LinkExplanation.Opening(
      app: definition.key, destination: decision.destination, reason: reason)
    guard let destination = decision.destination else {
      step(
        "screen", "the app stays where it is: \(reason ?? "no route knows the URL")", [], .warning)
      return Ending(outcome: .opens(opening), receiver: receiver, event: tracking.event)
    }
    step("screen", "it shows \(destination)", [path ?? "apps.\(definition.key).launch"])
    tellLogin(destination, definition)
    return Ending(outcome: .opens(opening), receiver: receiver, event: tracking.event)
  }

  private mutating func tellLogin(_ destination: LaunchRouting.Destination, _ app: AppDefinition) {
    guard case .screen(let screen) = destination, app.launch.requiresLogin.contains(screen.name)
    else { return }
    step(
      "login",
      "'\(screen.name)' requires login: who is logged out sees "
        + "'\(app.launch.loginScreen ?? "login")' first", ["apps.\(app.key).launch.requiresLogin"])
  }

  /// The method that receives a launch; nil on Android, where an activity gets an intent.
  @discardableResult
  mutating func tellReceiver(_ path: LaunchPath) -> Receiver? {
    guard case .iOS(let version) = context.system else {
      step(
        "launch", "the activity whose intent filter declares the address receives ACTION_VIEW",
        [Source.appLinks])
      return nil
    }
    let receiver = receiver(path, version)
    let place = receiver.key.map { ", in \($0.rawValue)" } ?? ""
    let lifecycle = context.lifecycle.effective(on: version.launchVersion)
    let older =
      lifecycle == context.lifecycle ? "" : " (iOS \(version) has no \(context.lifecycle.title))"
    step(
      "launch",
      "\(path.title), app \(context.state.phrase): \(receiver.method.rawValue)\(place) receives it"
        + older, [Source.launches])
    return receiver
  }

  func receiver(_ path: LaunchPath, _ version: SystemVersion) -> Receiver {
    path.receiver(
      system: version.launchVersion, state: context.state, lifecycle: context.lifecycle)
  }

  /// A URL with a scheme of an app's own, or no URL at all.
  mutating func followScheme(_ text: String) -> Ending {
    guard let scheme = Self.scheme(of: text) else {
      step("address", "'\(text)' is no URL: expected https://HOST/PATH", [], .warning)
      return .stays(.missing, "'\(text)' is no URL", "nothing is shown")
    }
    let app = snapshot.apps.firstIndex { app in
      let schemes = (app.apple?.customSchemes ?? []) + app.launch.linkSchemes
      return (schemes + app.launch.widgetSchemes).contains { $0.lowercased() == scheme }
    }
    guard context.system.isApple else {
      step("scheme", "what Android does with a scheme stands in the manifests of its apps", [])
      return .stays(.missing, "schemes on Android are not known here", "nothing is known to open")
    }
    guard let app else {
      step("scheme", "no app of the configuration has the scheme '\(scheme)'", ["apps"], .warning)
      return .stays(.missing, "no app has the scheme '\(scheme)'", "the browser shows an error")
    }
    let key = snapshot.apps[app].key
    step("scheme", "'\(scheme)' is a scheme of \(key)", ["apps.\(key)"])
    guard context.isInstalled else {
      step("app", "\(key) is not installed: a scheme has no page to fall back to", [])
      return .stays(.missing, "\(key) is not installed", "the browser shows an error")
    }
    if context.source != .ownApp { note("browsers ask before they open an app by its own scheme") }
    return arrive(
      .openURL(.init(url: text)), app: app, receiver: tellReceiver(.url), path: nil)
  }

  private static func scheme(of text: String) -> String? {
    guard let colon = text.firstIndex(of: ":"), colon != text.startIndex else { return nil }
    let scheme = text[..<colon].lowercased()
    return URLScheme.isValid(scheme) && !URLScheme.isWeb(scheme)
      && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F } ? scheme : nil
  }
}

extension SystemVersion {
  /// The same version as launches know it.
  var launchVersion: IOSVersion { IOSVersion(major: major, minor: minor, patch: patch) }
}

extension AppState {
  /// What the app was doing, as it stands in a sentence.
  package var phrase: String {
    self == .notRunning ? "not running" : "in the \(rawValue)"
  }
}

extension Lifecycle {
  fileprivate var title: String {
    switch self {
    case .appDelegate: "app delegates"
    case .scene: "scenes"
    case .swiftUI: "SwiftUI"
    }
  }
}
