import JSONSyntax
import LaunchRouting
import Links
import SiteModel
import WebSyntax

/// Explains the launch of an app: the event that it reports and the screen that it shows.
struct LaunchSteps {
  let premises: TapPremises

  /// Opens the app with the tapped URL.
  func open(
    _ facts: TapFacts, _ answer: AssociationAnswer, _ record: inout TapRecord
  ) -> TapCourse {
    guard let app = answer.app else {
      let receivers = ReceiverSteps(context: premises.context, app: nil)
      record.step(
        .launch,
        Sentence(
          "the configuration does not name \(answer.name): its screens are unknown",
          "「\(answer.name)」は設定にないため、画面はわかりません"))
      let opening = LinkExplanation.Opening(
        app: answer.name, destination: nil, reason: "the configuration does not name the app")
      switch receivers.add(.universalLink, to: &record) {
      case .fails(let obstacle, let reason): return .fails(obstacle, reason)
      case .receives(let receiver): return .ends(.opens(opening), receiver: receiver)
      }
    }
    return arrive(
      .opened(url: facts.url.description), app: app, by: .universalLink,
      path: facts.route?.path ?? destinationPath(facts), resolving: facts.shortLink?.link,
      for: facts.sitePath, &record)
  }

  /// Returns the configuration path of the route that an app finds for a short link's destination.
  private func destinationPath(_ facts: TapFacts) -> String? {
    guard let link = facts.shortLink?.link, let url = WebURL(link.url),
      let own = OwnURL(url, in: premises.snapshot), let rule = premises.links.appRoute(of: own)
    else { return nil }
    return "sites[\(own.site)].routes[\(rule)]"
  }

  /// Explains how the app handles a launch.
  ///
  /// - Parameters:
  ///   - app: the index of the app in the configuration.
  ///   - way: the way in which the launch reaches the app.
  ///   - path: the configuration path of the route that leads to the screen; nil when the app's own
  ///     rules do.
  ///   - link: the short link that the app has to resolve; nil for none.
  ///   - site: the configuration path of the site that resolves the link.
  func arrive(
    _ launch: Launch, app: Int, by way: LaunchPath, path: String?, resolving link: ShortLink? = nil,
    for site: String = "", _ record: inout TapRecord
  ) -> TapCourse {
    let definition = premises.snapshot.apps[app]
    let receiver: Receiver?
    switch ReceiverSteps(context: premises.context, app: definition).add(way, to: &record) {
    case .fails(let obstacle, let reason): return .fails(obstacle, reason)
    case .receives(let found): receiver = found
    }
    if let link {
      record.step(
        .resolve,
        Sentence(
          "the app asks /_keiro/resolve, which leads to '\(link.url)'",
          "アプリは /_keiro/resolve に問い合わせ、「\(link.url)」を得ます"),
        [site + ".shortLinks"])
    }
    let rules = definition.launch
    let routes = DeepLinkRoutes(
      premises.snapshot, app: app, now: premises.now, links: premises.links)
    let tracking = rules.track(launch)
    let decision = rules.decide(
      launch, event: tracking.event, session: LaunchSession(), resolve: routes.answer)
    record.step(.event, Self.report(tracking.event))
    let reason = (tracking.problems + decision.problems).first?.message
    if let destination = decision.destination {
      record.step(
        .screen, Sentence("it shows \(destination)", "\(destination) が表示されます"),
        [path ?? "apps.\(definition.key).launch"])
      tellLogin(destination, definition, &record)
    } else {
      record.step(
        .screen,
        Sentence(
          "the app keeps its current screen: \(reason ?? LinkExplanation.Opening.noRoute)",
          "アプリの画面は変わりません。このアドレスの画面が決まっていません"), [], .warning)
    }
    let opening = LinkExplanation.Opening(
      app: definition.key, destination: decision.destination, reason: reason)
    return .ends(.opens(opening), receiver: receiver, event: tracking.event)
  }

  private func tellLogin(
    _ destination: LaunchRouting.Destination, _ app: AppDefinition, _ record: inout TapRecord
  ) {
    guard case .screen(let screen) = destination, app.launch.requiresLogin.contains(screen.name)
    else { return }
    record.step(
      .login,
      Sentence(
        "'\(screen.name)' requires login: a logged-out user sees "
          + "'\(app.launch.loginScreen ?? "login")' first",
        "「\(screen.name)」にはログインが必要です。ログアウト中は先に"
          + "「\(app.launch.loginScreen ?? "login")」が表示されます"),
      ["apps.\(app.key).launch.requiresLogin"])
  }

  private static func report(_ event: LaunchEvent?) -> Sentence {
    guard let event else { return Sentence("the app reports nothing", "アプリは何も報告しません") }
    return Sentence("the app reports \(event)", "アプリは「\(event)」を報告します")
  }
}
