import SiteModel
import AppAssociation
import HTTPCore
import LaunchRouting
import Links
import WebSyntax

extension TapWalk {
  /// What the browser is answered where the app does not open.
  mutating func browse(_ facts: TapFacts, because reason: String) -> Ending {
    switch facts.server.kind {
    case .redirect, .landing, .preview, .form, .explanation:
      return facts.decision == nil
        ? redirectByRoute(facts) : visit(facts, because: reason)
    case .page: return show(facts, because: reason)
    case .qrCode: return .stays(.file, reason, "the QR code is shown")
    case .document, .file, .banner, .resolution:
      return .stays(.file, reason, "one of Keiro's own files is shown")
    case .gone where facts.decision != nil, .missing where facts.decision != nil:
      return visit(facts, because: reason)
    case .missing: return miss(facts, because: reason)
    case .gone: return refuse(.gone, "there is nothing to show any more: 410", "410", reason)
    case .forbidden: return refuse(.missing, "the link asks for a password: 403", "403", reason)
    case .refused: return refuse(.missing, refusal(of: facts.place), "400", reason)
    case .unavailable:
      return refuse(.missing, "the store does not answer: 503", "503", reason)
    case .notAllowed: return refuse(.missing, "apps report launches here: 405", "405", reason)
    }
  }

  private mutating func refuse(
    _ kind: LinkExplanation.Staying.Kind, _ sentence: String, _ status: String, _ reason: String
  ) -> Ending {
    step("server", sentence, [], .warning)
    return .stays(kind, reason, "it is refused as \(status)")
  }

  private func refusal(of place: Place) -> String {
    switch place {
    case .unreadable: "the path cannot name anything: 400"
    case .refusedLongLink(let fault): fault.message + ": 400"
    default: "a parameter is missing or wrong: 400"
    }
  }

  private mutating func miss(_ facts: TapFacts, because reason: String) -> Ending {
    if case .excluded(let number, _) = facts.place {
      step(
        "server", "the route is an exclude: Keiro has no page for it, 404",
        ["\(facts.sitePath).routes[\(number)]"], .warning)
      return .stays(.missing, reason, "it is not found (404) unless another server has it")
    }
    step("server", "nothing is there: 404", [facts.sitePath], .warning)
    return .stays(.missing, reason, "it is not found (404)")
  }

  /// A visit to a short link, as the server decides it.
  private mutating func visit(_ facts: TapFacts, because reason: String) -> Ending {
    guard let decision = facts.decision else { return .stays(.missing, reason, "404") }
    let sentences = decision.reasons.map(\.sentence)
    step(
      "server", sentences.last ?? "the link decides", [facts.linkPath ?? facts.sitePath],
      details: Array(sentences.dropLast()))
    switch decision.outcome {
    case .redirect(let location, let status):
      return redirect(facts, to: location, status.rawValue, because: reason)
    case .landing(let page): return land(facts, page, because: reason)
    case .passwordForm: return .stays(.form, reason, "a form asks for the link's password")
    case .explanation: return .stays(.file, reason, "a page explains the link")
    case .preview: return .stays(.page, reason, "a preview is shown")
    case .notFound: return .stays(.missing, reason, "it is not found (404)")
    case .gone: return .stays(.gone, reason, "it is gone (410)")
    }
  }

  private mutating func redirect(
    _ facts: TapFacts, to location: String, _ status: Int, because reason: String
  ) -> Ending {
    if location.hasPrefix("intent:") { return takeIntent(facts, location, because: reason) }
    step("redirect", "\(status) to '\(location)'", [])
    return follow(location, by: .redirect)
  }

  private mutating func land(
    _ facts: TapFacts, _ page: LandingPage, because reason: String
  ) -> Ending {
    let offers = [
      page.appStoreID == nil ? nil : "a banner", page.openURL.map { "an Open button to '\($0)'" },
      page.schemeURL == nil ? nil : "a button with the app's own scheme",
      page.storeURL == nil ? nil : "a store button",
    ].compactMap(\.self)
    let list = offers.isEmpty ? "nothing but '\(page.continueURL)'" : offers.joined(separator: ", ")
    step("page", "a page offers \(list)", [Source.banner])
    return .stays(
      .page, reason, "a page offers the app", receiver: tellFirstStart(page.storeURL != nil))
  }

  /// Chrome opens the app of an `intent:` address, or goes on to its fallback.
  private mutating func takeIntent(
    _ facts: TapFacts, _ location: String, because reason: String
  ) -> Ending {
    let intent = IntentAddress(location)
    step("redirect", "'\(location)'", [Source.intents])
    let app = snapshot.apps.firstIndex {
      $0.android != nil && $0.android?.packageName == intent.packageName
    }
    if context.isInstalled, context.source.isGesture {
      note(
        "Chrome wants a tap of a person before it opens an app: whether one in another app counts "
          + "is not documented")
      tellReceiver(.universalLink)
      if let app {
        let path = facts.route?.path
        return arrive(.opened(url: intent.url), app: app, receiver: nil, path: path)
      }
      let opening = LinkExplanation.Opening(
        app: intent.packageName, destination: nil,
        reason: "the configuration does not know the app")
      return Ending(outcome: .opens(opening))
    }
    let why =
      context.isInstalled ? "Chrome opens no app without a tap" : "the app is not installed"
    step("fallback", "\(why): Chrome goes on to '\(intent.fallback)'", [Source.intents])
    guard intent.fallback != facts.url.description else { return .stays(.loop, why, "an error") }
    return follow(intent.fallback, by: .redirect)
  }

  private mutating func redirectByRoute(_ facts: TapFacts) -> Ending {
    let location = facts.server.location ?? ""
    step("server", "browsers are sent to '\(location)'", [pagePath(facts) + ".web"])
    return follow(location, by: .redirect)
  }

  private mutating func show(_ facts: TapFacts, because reason: String) -> Ending {
    let path = pagePath(facts)
    step("server", "the page of \(path) is shown", [path])
    let hasStore = tellBanner(facts)
    return .stays(
      .page, reason, "the page of \(path) is shown", receiver: tellFirstStart(hasStore))
  }

  private func pagePath(_ facts: TapFacts) -> String {
    guard case .page(let number, _) = facts.place else { return facts.sitePath }
    return "\(facts.sitePath).routes[\(number)]"
  }

  /// Tells of the page's banner. Whether the page leads to the App Store, by it or by its link.
  private mutating func tellBanner(_ facts: TapFacts) -> Bool {
    guard context.system.isApple, let page = facts.page, let argument = page.bannerArgument else {
      return false
    }
    guard context.source.endsInSafari else {
      note("Smart App Banners are a feature of Safari: other browsers show none")
      return true
    }
    let offer =
      !context.isInstalled
      ? "offers \(hasClip(page) ? "the App Clip, and " : "")the app in the App Store"
      : page.opensBannerArgument ? "opens the app there too" : "opens the app at its top"
    step(
      "banner", "the page's Smart App Banner \(offer) (app-argument '\(argument)')",
      [Source.banner])
    return true
  }

  /// Whether the banner is one for an App Clip, which iOS shows from 14 on.
  private func hasClip(_ page: PageFacts) -> Bool {
    guard case .iOS(let version) = context.system, let app = page.bannerApp else { return false }
    return version >= SystemVersion(14) && snapshot.apps[app].apple?.appClipIDs.isEmpty == false
  }

  /// The first start of an app that was just installed: the link does not come along.
  mutating func tellFirstStart(_ hasStore: Bool) -> Receiver? {
    guard !context.isInstalled, hasStore, case .iOS(let version) = context.system else {
      return nil
    }
    let receiver = receiver(.universalLinkBeforeInstallation, version)
    step(
      "later",
      "after the App Store the app starts as by its icon: \(receiver) receives it, and the link has "
        + "to be fetched again", [Source.launches])
    return receiver
  }
}

/// The parts of an `intent:` address that Keiro's own decisions make.
struct IntentAddress {
  let url: String
  let packageName: String
  let fallback: String

  init(_ text: String) {
    let body = text.dropFirst("intent".count)
    var address = body
    var extras: Substring = ""
    // What begins at the last '#Intent;' is Chrome's: the address may have a fragment of its own.
    if let mark = body.ranges(of: "#Intent;").last {
      address = body[..<mark.lowerBound]
      extras = body[mark.upperBound...]
    }
    func value(_ name: String) -> String {
      let item = extras.split(separator: ";").first { $0.hasPrefix(name + "=") }
      return item.map { PercentCoding.decodeLossy(Array($0.dropFirst(name.count + 1).utf8)[...]) }
        ?? ""
    }
    url = value("scheme") + address
    packageName = value("package")
    fallback = value("S.browser_fallback_url")
  }
}
