import JSONSyntax
import LaunchRouting
import Links

/// Explains a tap on the Smart App Banner of the page at a URL.
struct BannerSteps {
  let facts: TapFacts

  enum Banner {
    /// There is no banner to tap.
    case none(because: Sentence)
    /// The banner is on the page that the browser is redirected to.
    case elsewhere(String)
    /// The argument that the banner passes to the app.
    case argument(String)
  }

  func find(_ record: inout TapRecord) -> Banner {
    guard facts.context.system.isApple else {
      let passage = TapSource.banner.passage(on: facts.context.system)
      record.step(.banner, passage.sentence, passage.basis)
      return .none(because: passage.sentence)
    }
    if let argument = facts.page?.bannerArgument { return .argument(argument) }
    if let location = facts.server.location {
      record.step(
        .redirect,
        Sentence(
          "the browser continues to the page at '\(location)'", "ブラウザは「\(location)」のページへ進みます"))
      return .elsewhere(location)
    }
    record.step(
      .banner,
      Sentence("no page at this address has a banner", "このアドレスにはバナーのあるページがありません"),
      [Reference.banner], .warning)
    return .none(because: Sentence("the address has no banner", "このアドレスにバナーはありません"))
  }

  func tap(
    _ argument: String, _ launch: LaunchSteps, _ record: inout TapRecord
  ) -> TapCourse {
    record.step(
      .banner,
      Sentence(
        "the page's banner passes '\(argument)' to the app", "ページのバナーは「\(argument)」をアプリに渡します"),
      [Reference.banner])
    guard facts.context.installed.holds(facts.bannerApp) else { return offerStore(&record) }
    return facts.page?.opensBannerArgument == true
      ? open(argument, launch, &record) : openTop(launch, &record)
  }

  /// Opens an argument that is a universal link: the app shows what a tap on the link would show.
  private func open(
    _ argument: String, _ launch: LaunchSteps, _ record: inout TapRecord
  ) -> TapCourse {
    record.note(
      "it is not documented whether the argument of a banner arrives as a universal link or at the "
        + "method for custom schemes: handle both")
    guard let app = facts.page?.bannerApp else { return Self.noApp }
    return launch.arrive(
      .opened(url: argument), app: app, by: .universalLink, path: facts.route?.path, &record)
  }

  /// Opens the app as if from its icon, because the argument is not a universal link.
  private func openTop(_ launch: LaunchSteps, _ record: inout TapRecord) -> TapCourse {
    guard let app = facts.page?.bannerApp else { return Self.noApp }
    record.step(
      .argument,
      Sentence(
        "the app's own rules do not open it, so the app opens at its start screen",
        "アプリのルールでは開かないため、アプリは最初の画面で開きます"), [Reference.banner], .warning)
    return launch.arrive(.normal, app: app, by: .normal, path: nil, &record)
  }

  private func offerStore(_ record: inout TapRecord) -> TapCourse {
    record.step(
      .store,
      Sentence(
        "the app is not installed: the banner leads to the App Store",
        "アプリがないため、バナーは App Store に案内します"), [Reference.banner])
    let receiver = ReceiverSteps(context: facts.context, app: facts.bannerApp).tellFirstStart(
      &record)
    return .stays(
      .store, Sentence("the app is not installed", "アプリがインストールされていません"),
      Sentence("the App Store shows the app", "App Store にアプリが表示されます"), receiver: receiver)
  }

  private static let noApp = TapCourse.stays(
    .page,
    Sentence("the configuration does not name the banner's app", "バナーのアプリが設定にありません"),
    Sentence("the page stays", "ページが表示されたままになります"))
}
