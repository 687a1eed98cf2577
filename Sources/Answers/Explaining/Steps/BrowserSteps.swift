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

  func browse() -> TapCourse {
    switch facts.server.kind {
    case .redirect, .landing, .preview, .form, .explanation:
      return facts.decision.map { visit($0) } ?? redirectByRoute()
    case .page: return show()
    case .qrCode: return .stays(.file, reason, "the QR code is shown")
    case .pixel: return .stays(.file, reason, "a transparent picture is shown")
    case .document, .file, .banner, .resolution:
      return .stays(.file, reason, "one of Keiro's own files is shown")
    case .missing: return facts.decision.map { visit($0) } ?? miss()
    case .gone:
      return facts.decision.map { visit($0) }
        ?? refuse("the link has ended: 410", "410", as: .gone)
    case .forbidden: return refuse("the link asks for a password: 403", "403")
    case .refused: return refuse(refusal, "400")
    case .unavailable: return refuse("the store does not answer: 503", "503")
    case .notAllowed: return refuse("apps report launches here: 405", "405")
    }
  }

  // MARK: - Refusals

  private func refuse(
    _ sentence: Sentence, _ status: String, as kind: LinkExplanation.Staying.Kind = .missing
  ) -> TapCourse {
    facts.record.step(.server, sentence, [], .warning)
    return .stays(kind, reason, "the server refuses it with \(status)")
  }

  private var refusal: Sentence {
    switch facts.place {
    case .unreadable: "the path is not valid: 400"
    case .refusedLongLink(let fault): Sentence(fault.message + ": 400", "長いリンクとして受け付けられません（400）")
    default: "a parameter is missing or wrong: 400"
    }
  }

  private func miss() -> TapCourse {
    if case .excluded(let number, _) = facts.place, facts.server.location == nil {
      facts.record.step(
        .server, "the route is an exclude: Keiro has no page for it, 404",
        ["\(facts.sitePath).routes[\(number)]"], .warning)
      return .stays(.missing, reason, "it is not found (404) unless another server has it")
    }
    if let location = facts.server.location {
      facts.record.step(
        .server, "nothing is there: browsers are sent to '\(location)'",
        [facts.sitePath + ".notFound"], .warning)
      return .leads(to: location, by: .redirect)
    }
    facts.record.step(.server, "nothing is there: 404", [facts.sitePath], .warning)
    return .stays(.missing, reason, Self.notFound)
  }

  private static let notFound = Sentence("it is not found (404)", "見つかりません（404）")

  // MARK: - Links and routes

  /// Explains a visit to a link as the server decides it.
  private func visit(_ decision: Decision) -> TapCourse {
    facts.record.step(
      .server, decision.reasons.last.map { Sentence($0) } ?? "the link decides",
      [facts.linkPath ?? facts.sitePath],
      details: decision.reasons.dropLast().map { Sentence($0) })
    switch decision.outcome {
    case .redirect(let location, _) where location.hasPrefix("intent:"):
      return facts.followIntent(location)
    case .redirect(let location, let status):
      facts.record.step(
        .redirect,
        Sentence(
          "\(status.rawValue) to '\(location)'", "\(status.rawValue) で「\(location)」へ進みます"))
      return .leads(to: location, by: .redirect)
    case .landing(let page): return land(page)
    case .passwordForm: return .stays(.form, reason, "a form asks for the link's password")
    case .explanation: return .stays(.file, reason, "a page explains the link")
    case .preview: return .stays(.page, reason, "a preview is shown")
    case .notFound:
      return facts.server.location.map { .leads(to: $0, by: .redirect) }
        ?? .stays(.missing, reason, Self.notFound)
    case .gone: return .stays(.gone, reason, Sentence("it is gone (410)", "公開は終わっています（410）"))
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

  private func redirectByRoute() -> TapCourse {
    let location = facts.server.location ?? ""
    facts.record.step(.server, "browsers are sent to '\(location)'", [redirectPath])
    return .leads(to: location, by: .redirect)
  }
}

/// Explains the page that a browser shows, and how it leads to the app.
extension BrowserSteps {
  func show() -> TapCourse {
    let path = facts.pagePath
    let shown: Sentence = "the page of \(path) is shown"
    facts.record.step(.server, shown, [path])
    let hasStore = tellBanner()
    return .stays(.page, reason, shown, receiver: firstStart(hasStore))
  }

  func land(_ page: LandingPage) -> TapCourse {
    let offers = offers(page)
    facts.record.step(
      .page,
      Sentence(
        "a page offers \(offers.map(\.english).joined(separator: ", "))",
        "案内ページに表示されるのは、\(offers.map(\.japanese).joined(separator: "、"))です"), [Reference.banner])
    let offersApp = [page.appStoreID, page.openURL, page.schemeURL, page.storeURL]
      .contains { $0 != nil }
    return .stays(
      .page, reason,
      offersApp ? "a page offers the app" : "a page leads on to the website",
      receiver: firstStart(page.storeURL != nil))
  }

  /// Returns the offers on the page of a short link, from top to bottom.
  private func offers(_ page: LandingPage) -> [Sentence] {
    let offers: [Sentence?] = [
      page.appStoreID == nil ? nil : Sentence("a banner", "バナー"),
      page.openURL.map { "an Open button that leads to '\($0)'" },
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

  private func firstStart(_ hasStore: Bool) -> Receiver? {
    hasStore ? ReceiverSteps(premises: facts.premises, app: facts.bannerApp).tellFirstStart() : nil
  }

  /// Describes the page's banner, and returns whether the page leads to the App Store.
  private func tellBanner() -> Bool {
    let context = facts.context
    guard context.system.isApple, let page = facts.page, let argument = page.bannerArgument else {
      return false
    }
    guard context.source.endsInSafari(on: context.system) else {
      facts.record.note("Smart App Banners are a feature of Safari: other browsers show none")
      return true
    }
    let offer = bannerOffer(page)
    facts.record.step(
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
extension TapFacts {
  enum Banner {
    case none(because: Sentence)
    /// The banner is on the page that the browser is redirected to.
    case elsewhere(String)
    case argument(String)
  }

  func findBanner() -> Banner {
    guard context.system.isApple else {
      let passage = TapSource.banner.passage(on: context.system)
      record.step(.banner, passage.sentence, passage.basis)
      return .none(because: passage.sentence)
    }
    if let argument = page?.bannerArgument { return .argument(argument) }
    if let location = server.location {
      record.step(.redirect, "the browser continues to the page at '\(location)'")
      return .elsewhere(location)
    }
    record.step(.banner, "no page at this address has a banner", [Reference.banner], .warning)
    return .none(because: "the address has no banner")
  }

  func tapBanner(_ argument: String) -> TapCourse {
    if context.choice == .browser {
      record.note(
        "a tap on the banner also makes the app the choice for this host again "
          + "(\(Reference.archive))")
    }
    record.step(.banner, "the page's banner passes '\(argument)' to the app", [Reference.banner])
    guard context.installed.holds(bannerApp) else { return offerStore() }
    return page?.opensBannerArgument == true ? open(argument) : openTop()
  }

  /// Opens an argument that is a universal link: the app shows what a tap on the link would show.
  private func open(_ argument: String) -> TapCourse {
    record.note(
      "it is not documented whether the argument of a banner arrives as a universal link or at the "
        + "method for custom schemes: handle both")
    guard let app = page?.bannerApp else { return Self.noApp }
    return premises.arrive(.opened(url: argument), app: app, by: .universalLink, path: route?.path)
  }

  /// Opens the app as if from its icon, because the argument is not a universal link.
  private func openTop() -> TapCourse {
    guard let app = page?.bannerApp else { return Self.noApp }
    record.step(
      .argument, "the app's own rules do not open it, so the app opens at its start screen",
      [Reference.banner], .warning)
    return premises.arrive(.normal, app: app, by: .normal, path: nil)
  }

  private func offerStore() -> TapCourse {
    record.step(
      .store, "the app is not installed: the banner leads to the App Store", [Reference.banner])
    let receiver = ReceiverSteps(premises: premises, app: bannerApp).tellFirstStart()
    return .stays(
      .store, "the app is not installed", "the App Store shows the app", receiver: receiver)
  }

  private static let noApp = TapCourse.stays(
    .page, "the configuration does not name the banner's app",
    Sentence("the page stays", "ページが表示されたままになります"))
}
