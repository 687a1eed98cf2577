import JSONSyntax
import LaunchRouting
import Links
import Platforms
import SiteModel
import WebSyntax

/// Explains the launch of an app: the event that it reports and the screen that it shows.
extension TapPremises {
  func open(_ facts: TapFacts, _ answer: AssociationAnswer) -> TapCourse {
    guard let app = answer.app else {
      record.step(
        .launch, "the configuration does not name \(answer.name): its screens are unknown")
      return arrive(inUnknown: answer.name)
    }
    return arrive(
      .opened(url: facts.url.description), app: app, by: .universalLink,
      path: facts.route?.path ?? destinationPath(facts, app), asking: facts)
  }

  /// Opens an app that the configuration does not name.
  func arrive(inUnknown name: String) -> TapCourse {
    let opening = LinkExplanation.Opening(
      app: name, destination: nil, reason: "the configuration does not name the app")
    return switch ReceiverSteps(premises: self, app: nil).add(.universalLink) {
    case .fails(let obstacle, let reason): .fails(obstacle, reason)
    case .receives(let receiver): .ends(.opens(opening), receiver: receiver)
    }
  }

  private func routes(of app: Int) -> DeepLinkRoutes {
    DeepLinkRoutes(
      snapshot, app: app, now: now, links: links, platform: agent.platform, traits: context.traits)
  }

  /// What the server tells an app that asks about a short link; nil for any other URL.
  private func resolution(_ facts: TapFacts, for app: Int) -> AppAnswer? {
    guard case .shortLink(_, .visit) = facts.place else { return nil }
    return routes(of: app).resolution(of: facts.own)
  }

  /// Returns the configuration path of the route that an app finds for a short link's destination.
  private func destinationPath(_ facts: TapFacts, _ app: Int) -> String? {
    guard case .destination(let found) = resolution(facts, for: app) else { return nil }
    return found.page?.path
  }

  /// Explains how the app handles a launch.
  ///
  /// - Parameters:
  ///   - path: the configuration path of the route that leads to the screen; nil when the app's own
  ///     rules do.
  ///   - facts: the URL, about which the app asks the server if it is a short link.
  func arrive(
    _ launch: Launch, app: Int, by way: LaunchPath, path: String?, asking facts: TapFacts? = nil
  ) -> TapCourse {
    let definition = snapshot.apps[app]
    let receiver: Receiver?
    switch ReceiverSteps(premises: self, app: definition).add(way) {
    case .fails(let obstacle, let reason): return .fails(obstacle, reason)
    case .receives(let found): receiver = found
    }
    if let facts, let resolution = resolution(facts, for: app) {
      tell(resolution, facts.sitePath + ".shortLinks")
    }
    let rules = definition.launch
    let tracking = rules.track(launch)
    let decision = rules.decide(
      launch, event: tracking.event, session: LaunchSession(), resolve: routes(of: app).answer)
    record.step(.event, Self.report(tracking.event))
    let reason = (tracking.problems + decision.problems).first?.message
    if let destination = decision.destination {
      record.step(
        .screen, Sentence("it shows \(destination)", "\(destination) が表示されます"),
        [path ?? "apps.\(definition.key).launch"])
      tellLogin(destination, definition)
    } else {
      record.step(
        .screen, "the app keeps its current screen: \(reason ?? LinkExplanation.Opening.noRoute)",
        [], .warning)
    }
    let opening = LinkExplanation.Opening(
      app: definition.key, destination: decision.destination, reason: reason,
      title: context.usesTitles ? definition.name : nil)
    return .ends(.opens(opening), receiver: receiver, event: tracking.event)
  }

  private func tell(_ resolution: AppAnswer, _ path: String) {
    let status: String
    switch resolution {
    case .destination(let found):
      return record.step(
        .resolve, "the app asks /_keiro/resolve, which leads to '\(found.text)'", [path])
    case .gone: status = "410"
    case .needsPassword: status = "403"
    default: status = "404"
    }
    record.step(
      .resolve, "the app asks /_keiro/resolve, which refuses it with \(status)", [path], .warning)
  }

  private func tellLogin(_ destination: LaunchRouting.Destination, _ app: AppDefinition) {
    guard case .screen(let screen) = destination, app.launch.requiresLogin.contains(screen.name)
    else { return }
    record.step(
      .login,
      "'\(screen.name)' requires login: a logged-out user sees "
        + "'\(app.launch.loginScreen ?? "login")' first", ["apps.\(app.key).launch.requiresLogin"])
  }

  private static func report(_ event: LaunchEvent?) -> Sentence {
    guard let event else { return "the app reports nothing" }
    return Sentence("the app reports \(event)", "アプリは「\(event)」を報告します")
  }
}

/// Explains which method of an app receives a launch.
struct ReceiverSteps {
  let premises: TapPremises
  /// Nil for an app that the configuration does not name.
  let app: AppDefinition?

  enum Reception {
    /// Nil on Android and HarmonyOS, where no delegate method is called.
    case receives(Receiver?)
    case fails(LaunchObstacle, reason: Sentence)
  }

  func add(_ path: LaunchPath) -> Reception {
    guard let launch else {
      if case .harmony = premises.context.system {
        premises.record.step(
          .launch,
          "the UIAbility whose 'skills' declare the address gets it as the uri of its want",
          [Reference.harmony])
      } else {
        premises.record.step(
          .launch, "the activity whose intent filter declares the address receives ACTION_VIEW",
          [Reference.appLinks])
      }
      return .receives(nil)
    }
    premises.record.launch = launch
    if let obstacle = launch.obstacle {
      let reason = failure(obstacle, on: launch)
      premises.record.step(.launch, reason, [Reference.scenes], .warning)
      return .fails(obstacle, reason: reason)
    }
    let receiver = receiver(path, launch)
    let lifecycle = launch.lifecycle.effective(on: launch.system)
    let older: Sentence =
      lifecycle == launch.lifecycle
      ? "" : " (iOS \(launch.system) has no \(launch.lifecycle.title))"
    let (way, state) = (
      Sentence(stringLiteral: path.title),
      Sentence(stringLiteral: premises.context.state.phrase)
    )
    premises.record.step(
      .launch,
      "\(way), app \(state): \(receiver.method.rawValue)"
        + (receiver.key.map { ", in \($0.rawValue)" } ?? "") + " receives it" + older,
      [Reference.launches])
    return .receives(receiver)
  }

  /// Explains the first launch after installation from a store, which does not carry the link.
  /// Returns nil when the app is already installed or does not launch, and on Android.
  func tellFirstStart() -> Receiver? {
    guard !premises.context.installed.holds(app), let launch else { return nil }
    premises.record.launch = launch
    if let obstacle = launch.obstacle {
      premises.record.step(
        .later, "after installation \(failure(obstacle, on: launch))", [Reference.scenes], .warning)
      return nil
    }
    let receiver = receiver(.universalLinkBeforeInstallation, launch)
    premises.record.step(
      .later,
      Sentence(
        "after installation the app starts as if from its icon: \(receiver) receives the launch, "
          + "and the link has to be fetched again",
        "インストール後、アプリはアイコンから開いたときと同じように起動します。"
          + "\(receiver.method.rawValue) で受け取り、リンクはあらためて取得します"),
      [Reference.launches])
    return receiver
  }

  /// The launch as the tap describes it, completed from the configuration; nil unless the system is
  /// iOS.
  private var launch: LaunchContext? {
    guard case .iOS(let version) = premises.context.system else { return nil }
    var launch = app?.launchContext ?? LaunchContext()
    launch.system = version
    launch.state = premises.context.state
    launch.lifecycle = premises.context.lifecycle ?? launch.lifecycle
    launch.sdk = premises.context.sdk ?? launch.sdk
    return launch
  }

  private func failure(_ obstacle: LaunchObstacle, on launch: LaunchContext) -> Sentence {
    let name = app.map(premises.context.name)
    return switch obstacle {
    case .scenesRequired:
      Sentence(
        "\(name ?? "the app") \(obstacle.predicate(on: launch.system))",
        "「\(name ?? "アプリ")」は iOS \(launch.system) で起動しません。"
          + "この SDK で必要なシーン（UIScene）がありません")
    }
  }

  private func receiver(_ path: LaunchPath, _ launch: LaunchContext) -> Receiver {
    path.receiver(system: launch.system, state: launch.state, lifecycle: launch.lifecycle)
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
