import AppAssociation
import JSONSyntax
import LaunchRouting
import Links
import Platforms
import SiteModel

/// Explains the server's answer to a browser when the app does not open.
struct BrowserSteps {
  let facts: TapFacts
  let reason: Sentence
  let launch: LaunchSteps

  func add(to record: inout TapRecord) -> TapCourse {
    switch facts.server.kind {
    case .redirect, .landing, .preview, .form, .explanation:
      return facts.decision.map { visit($0, &record) } ?? redirectByRoute(&record)
    case .page: return PageSteps(facts: facts, reason: reason).show(&record)
    case .qrCode: return .stays(.file, reason, "the QR code is shown")
    case .pixel:
      return .stays(.file, reason, "a transparent picture is shown")
    case .document, .file, .banner, .resolution:
      return .stays(.file, reason, "one of Keiro's own files is shown")
    case .missing: return facts.decision.map { visit($0, &record) } ?? miss(&record)
    case .gone:
      return facts.decision.map { visit($0, &record) }
        ?? refuse("the link has ended: 410", "410", as: .gone, &record)
    case .forbidden:
      return refuse("the link asks for a password: 403", "403", &record)
    case .refused: return refuse(refusal, "400", &record)
    case .unavailable:
      return refuse("the store does not answer: 503", "503", &record)
    case .notAllowed:
      return refuse("apps report launches here: 405", "405", &record)
    }
  }

  // MARK: - Refusals

  private func refuse(
    _ sentence: Sentence, _ status: String, as kind: LinkExplanation.Staying.Kind = .missing,
    _ record: inout TapRecord
  ) -> TapCourse {
    record.step(.server, sentence, [], .warning)
    return .stays(kind, reason, "the server refuses it with \(status)")
  }

  private var refusal: Sentence {
    switch facts.place {
    case .unreadable: "the path is not valid: 400"
    case .refusedLongLink(let fault):
      Sentence(fault.message + ": 400", "長いリンクとして受け付けられません（400）")
    default:
      "a parameter is missing or wrong: 400"
    }
  }

  private func miss(_ record: inout TapRecord) -> TapCourse {
    if case .excluded(let number, _) = facts.place, facts.server.location == nil {
      record.step(
        .server, "the route is an exclude: Keiro has no page for it, 404",
        ["\(facts.sitePath).routes[\(number)]"],
        .warning)
      return .stays(.missing, reason, "it is not found (404) unless another server has it")
    }
    if let location = facts.server.location {
      record.step(
        .server, "nothing is there: browsers are sent to '\(location)'",
        [facts.sitePath + ".notFound"], .warning)
      return .leads(to: location, by: .redirect)
    }
    record.step(.server, "nothing is there: 404", [facts.sitePath], .warning)
    return .stays(.missing, reason, Self.notFound)
  }

  private static let notFound = Sentence("it is not found (404)", "見つかりません（404）")

  // MARK: - Links and routes

  /// Explains a visit to a link as the server decides it.
  private func visit(_ decision: Decision, _ record: inout TapRecord) -> TapCourse {
    record.step(
      .server,
      decision.reasons.last.map { Sentence($0) }
        ?? "the link decides",
      [facts.linkPath ?? facts.sitePath],
      details: decision.reasons.dropLast().map { Sentence($0) })
    switch decision.outcome {
    case .redirect(let location, _) where location.hasPrefix("intent:"):
      return IntentSteps(facts: facts, launch: launch).follow(location, &record)
    case .redirect(let location, let status):
      record.step(
        .redirect,
        Sentence(
          "\(status.rawValue) to '\(location)'", "\(status.rawValue) で「\(location)」へ進みます"))
      return .leads(to: location, by: .redirect)
    case .landing(let page): return PageSteps(facts: facts, reason: reason).land(page, &record)
    case .passwordForm:
      return .stays(.form, reason, "a form asks for the link's password")
    case .explanation:
      return .stays(.file, reason, "a page explains the link")
    case .preview:
      return .stays(.page, reason, "a preview is shown")
    case .notFound:
      return facts.server.location.map { .leads(to: $0, by: .redirect) }
        ?? .stays(.missing, reason, Self.notFound)
    case .gone:
      return .stays(.gone, reason, Sentence("it is gone (410)", "公開は終わっています（410）"))
    }
  }

  private var redirectPath: String {
    switch facts.place {
    case .root: facts.sitePath + ".root"
    case .changePassword: facts.sitePath + ".changePassword"
    case .respelled: facts.sitePath + ".routes"
    default: facts.pagePath + ".web"
    }
  }

  private func redirectByRoute(_ record: inout TapRecord) -> TapCourse {
    let location = facts.server.location ?? ""
    record.step(.server, "browsers are sent to '\(location)'", [redirectPath])
    return .leads(to: location, by: .redirect)
  }
}

/// Explains the page that a browser shows, and how it leads to the app.
struct PageSteps {
  let facts: TapFacts
  let reason: Sentence

  func show(_ record: inout TapRecord) -> TapCourse {
    let path = facts.pagePath
    let shown: Sentence = "the page of \(path) is shown"
    record.step(.server, shown, [path])
    let hasStore = tellBanner(&record)
    return .stays(.page, reason, shown, receiver: firstStart(hasStore, &record))
  }

  func land(_ page: LandingPage, _ record: inout TapRecord) -> TapCourse {
    let offers = offers(page)
    record.step(
      .page,
      Sentence(
        "a page offers \(offers.map(\.english).joined(separator: ", "))",
        "案内ページに表示されるのは、\(offers.map(\.japanese).joined(separator: "、"))です"), [Reference.banner])
    let offersApp = [page.appStoreID, page.openURL, page.schemeURL, page.storeURL]
      .contains { $0 != nil }
    return .stays(
      .page, reason,
      offersApp
        ? "a page offers the app" : "a page leads on to the website",
      receiver: firstStart(page.storeURL != nil, &record))
  }

  /// Returns the offers on the page of a short link, from top to bottom.
  private func offers(_ page: LandingPage) -> [Sentence] {
    let offers: [Sentence?] = [
      page.appStoreID == nil ? nil : Sentence("a banner", "バナー"),
      page.openURL.map {
        "an Open button that leads to '\($0)'"
      },
      page.schemeURL == nil
        ? nil
        : page.isForAndroid
          ? "an Open button with an 'intent:' URL" : "an Open button with the app's own scheme",
      page.storeURL == nil ? nil : Sentence("a store button", "ストアのボタン"),
    ]
    let alone = Sentence("only '\(page.continueURL)'", "「\(page.continueURL)」だけ")
    let all = offers.compactMap(\.self)
    return all.isEmpty ? [alone] : all
  }

  private func firstStart(_ hasStore: Bool, _ record: inout TapRecord) -> Receiver? {
    hasStore
      ? ReceiverSteps(context: facts.context, app: facts.bannerApp).tellFirstStart(&record) : nil
  }

  /// Describes the page's banner, and returns whether the page leads to the App Store.
  private func tellBanner(_ record: inout TapRecord) -> Bool {
    let context = facts.context
    guard context.system.isApple, let page = facts.page, let argument = page.bannerArgument else {
      return false
    }
    guard context.source.endsInSafari(on: context.system) else {
      record.note("Smart App Banners are a feature of Safari: other browsers show none")
      return true
    }
    let offer = bannerOffer(page)
    record.step(
      .banner, "the page's Smart App Banner \(offer) (app-argument '\(argument)')",
      [Reference.banner])
    return true
  }

  private func bannerOffer(_ page: PageFacts) -> Sentence {
    if facts.context.installed.holds(facts.bannerApp) {
      return page.opensBannerArgument
        ? "opens the app there too" : "opens the app at its start screen"
    }
    return hasClip(page)
      ? "offers the App Clip, and the app in the App Store" : "offers the app in the App Store"
  }

  /// Whether the banner offers an App Clip, which iOS supports from version 14.
  private func hasClip(_ page: PageFacts) -> Bool {
    guard case .iOS(let version) = facts.context.system, let app = page.bannerApp else {
      return false
    }
    return version.has(.appClips) && facts.apps[app].apple?.appClipIDs.isEmpty == false
  }
}

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
      record.step(.redirect, "the browser continues to the page at '\(location)'")
      return .elsewhere(location)
    }
    record.step(.banner, "no page at this address has a banner", [Reference.banner], .warning)
    return .none(because: "the address has no banner")
  }

  func tap(_ argument: String, _ launch: LaunchSteps, _ record: inout TapRecord) -> TapCourse {
    if facts.context.choice == .browser {
      record.note(
        "a tap on the banner also makes the app the choice for this host again "
          + "(\(Reference.archive))")
    }
    record.step(.banner, "the page's banner passes '\(argument)' to the app", [Reference.banner])
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
      .argument, "the app's own rules do not open it, so the app opens at its start screen",
      [Reference.banner], .warning)
    return launch.arrive(.normal, app: app, by: .normal, path: nil, &record)
  }

  private func offerStore(_ record: inout TapRecord) -> TapCourse {
    record.step(
      .store, "the app is not installed: the banner leads to the App Store", [Reference.banner])
    let receiver = ReceiverSteps(context: facts.context, app: facts.bannerApp).tellFirstStart(
      &record)
    return .stays(
      .store, "the app is not installed", "the App Store shows the app", receiver: receiver)
  }

  private static let noApp = TapCourse.stays(
    .page,
    "the configuration does not name the banner's app",
    Sentence("the page stays", "ページが表示されたままになります"))
}
