import Links
import AppAssociation
import LaunchRouting

extension TapWalk {
  /// A tap on the Smart App Banner of the page at a URL.
  mutating func tapBanner(_ facts: TapFacts) -> Ending {
    let passage = TapSource.banner.passage(on: context.system)
    guard context.system.isApple else {
      step("banner", passage.sentence, passage.basis)
      return browse(facts, because: passage.sentence)
    }
    guard let page = pageFacts(facts), let argument = page.bannerArgument else {
      if let location = redirect(facts) {
        step("redirect", "the page is the one at '\(location)'", [])
        return follow(location, by: .banner)
      }
      step("banner", "there is no page with a banner at this address", [Source.banner], .warning)
      return browse(facts, because: "the address has no banner")
    }
    var facts = facts
    facts.page = page
    for warning in TapWarnings.found(facts) where !warnings.contains(warning) {
      warnings.append(warning)
    }
    if facts.shortLink == nil {
      describeSystem(facts)
      describeAssociation(facts)
    }
    step("banner", "the page's banner hands the app '\(argument)'", [Source.banner])
    guard context.isInstalled else { return offerStore(facts) }
    return page.opensBannerArgument ? openArgument(argument, facts) : openTop(page)
  }

  /// Where a browser is led on to, whose page then has the banner; nil for an address of its own.
  private func redirect(_ facts: TapFacts) -> String? {
    facts.server.location
  }

  /// The argument is a universal link: the app goes where a tap on it would lead.
  private mutating func openArgument(_ argument: String, _ facts: TapFacts) -> Ending {
    note(
      "whether the argument of a banner arrives as a universal link or at the method for custom "
        + "schemes is not documented: handle both")
    guard let app = facts.page?.bannerApp else { return noApp }
    let receiver = tellReceiver(.universalLink)
    return arrive(.opened(url: argument), app: app, receiver: receiver, path: facts.route?.path)
  }

  /// The argument is none: the app starts as by its icon.
  private mutating func openTop(_ page: PageFacts) -> Ending {
    guard let app = page.bannerApp else { return noApp }
    step(
      "argument", "the app's own rules do not open it, so the app opens at its top",
      [Source.banner], .warning)
    let receiver = tellReceiver(.normal)
    return arrive(.normal, app: app, receiver: receiver, path: nil)
  }

  private mutating func offerStore(_ facts: TapFacts) -> Ending {
    step("store", "the app is not installed: the banner leads to the App Store", [Source.banner])
    let receiver = tellFirstStart(true)
    return .stays(
      .store, "the app is not installed", "the App Store shows the app", receiver: receiver)
  }

  private var noApp: Ending {
    .stays(.page, "the banner is about no app of the configuration", "the page stays")
  }
}
