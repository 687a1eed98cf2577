import AppAssociation
import LaunchRouting
import ShortLinks

extension TapWalk {
  /// A tap on the Smart App Banner of the page at a URL.
  mutating func tapBanner(_ facts: TapFacts) -> Ending {
    let passage = TapSource.banner.passage(on: context.system)
    guard context.system.isApple else {
      step("banner", passage.sentence, passage.basis)
      return browse(facts, because: passage.sentence)
    }
    guard let page = pageFacts(facts), let argument = page.bannerArgument else {
      step("banner", "there is no page with a banner at this address", [Source.banner], .warning)
      return browse(facts, because: "the address has no banner")
    }
    var facts = facts
    facts.page = page
    for warning in TapWarnings.found(facts) where !warnings.contains(warning) {
      warnings.append(warning)
    }
    step("banner", "the page's banner hands the app '\(argument)'", [Source.banner])
    guard context.isInstalled else { return offerStore(facts) }
    return page.opensBannerArgument ? openArgument(argument, facts) : openTop(facts)
  }

  /// The argument is a universal link: the app goes where a tap on it would lead.
  private mutating func openArgument(_ argument: String, _ facts: TapFacts) -> Ending {
    note(
      "whether the argument of a banner arrives as a universal link or at the method for custom "
        + "schemes is not documented: handle both")
    guard let app = bannerApp(facts) else { return openTop(facts) }
    let receiver = tellReceiver(.universalLink)
    return arrive(.opened(url: argument), app: app, receiver: receiver, path: facts.route?.path)
  }

  /// The argument is none: the app starts as by its icon.
  private mutating func openTop(_ facts: TapFacts) -> Ending {
    guard let app = bannerApp(facts) else {
      return .stays(.page, "no app of the configuration has the banner", "the page stays")
    }
    step(
      "argument", "the app's own rules do not open it, so the app opens at its top",
      [Source.banner], .warning)
    let receiver = tellReceiver(.normal)
    return arrive(.normal, app: app, receiver: receiver, path: nil)
  }

  private mutating func offerStore(_ facts: TapFacts) -> Ending {
    step("store", "the app is not installed: the banner leads to the App Store", [Source.banner])
    var receiver: Receiver?
    if case .iOS(let version) = context.system {
      receiver = self.receiver(.universalLinkBeforeInstallation, version)
    }
    return .stays(
      .store, "the app is not installed", "the App Store shows the app", receiver: receiver)
  }

  /// The app that the banner is about: the route's first that is in the App Store.
  private func bannerApp(_ facts: TapFacts) -> Int? {
    let definition = facts.site.definition
    let candidates =
      facts.route?.definition.apps ?? definition.shortLinks?.app.map { [$0] }
      ?? definition.routes.flatMap(\.apps)
    return candidates.first { snapshot.apps[$0].apple?.appStoreID != nil }
  }
}
