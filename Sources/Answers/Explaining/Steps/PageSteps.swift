import AppAssociation
import JSONSyntax
import LaunchRouting
import Links
import Platforms
import SiteModel

/// Explains the page that a browser shows, and how it leads to the app.
struct PageSteps {
  let facts: TapFacts
  /// The reason why the app does not open.
  let reason: Sentence

  /// Explains the page of a route.
  func show(_ record: inout TapRecord) -> TapCourse {
    let path = facts.pagePath
    let shown = Sentence("the page of \(path) is shown", "\(path) のページが表示されます")
    record.step(.server, shown, [path])
    let hasStore = tellBanner(&record)
    return .stays(.page, reason, shown, receiver: firstStart(hasStore, &record))
  }

  /// Explains the page of a short link.
  func land(_ page: LandingPage, _ record: inout TapRecord) -> TapCourse {
    let offers = offers(page)
    record.step(
      .page,
      Sentence(
        "a page offers \(offers.map(\.english).joined(separator: ", "))",
        "案内ページに表示されるのは、\(offers.map(\.japanese).joined(separator: "、"))です"),
      [Reference.banner])
    return .stays(
      .page, reason, Sentence("a page offers the app", "アプリの案内ページが表示されます"),
      receiver: firstStart(page.storeURL != nil, &record))
  }

  /// Returns the offers on the page of a short link, from top to bottom.
  private func offers(_ page: LandingPage) -> [Sentence] {
    let offers = [
      page.appStoreID == nil ? nil : Sentence("a banner", "バナー"),
      page.openURL.map {
        Sentence("an Open button that leads to '\($0)'", "「\($0)」を開くボタン")
      },
      page.schemeURL == nil
        ? nil
        : page.isForAndroid
          ? Sentence("an Open button with an 'intent:' URL", "intent: URL で開くボタン")
          : Sentence("an Open button with the app's own scheme", "アプリ独自のスキームで開くボタン"),
      page.storeURL == nil ? nil : Sentence("a store button", "ストアのボタン"),
    ].compactMap(\.self)
    let alone = Sentence("only '\(page.continueURL)'", "「\(page.continueURL)」だけ")
    return offers.isEmpty ? [alone] : offers
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
    guard context.source.endsInSafari else {
      record.note("Smart App Banners are a feature of Safari: other browsers show none")
      return true
    }
    let offer = bannerOffer(page)
    record.step(
      .banner,
      Sentence(
        "the page's Smart App Banner \(offer.english) (app-argument '\(argument)')",
        "ページの Smart App Banner \(offer.japanese)（app-argument は「\(argument)」）"),
      [Reference.banner])
    return true
  }

  private func bannerOffer(_ page: PageFacts) -> Sentence {
    if facts.context.installed.holds(facts.bannerApp) {
      return page.opensBannerArgument
        ? Sentence("opens the app there too", "からもアプリの同じ画面が開きます")
        : Sentence("opens the app at its start screen", "からはアプリの最初の画面が開きます")
    }
    return hasClip(page)
      ? Sentence(
        "offers the App Clip, and the app in the App Store",
        "が App Clip と、App Store のアプリを案内します")
      : Sentence("offers the app in the App Store", "が App Store のアプリを案内します")
  }

  /// Whether the banner offers an App Clip, which iOS supports from version 14.
  private func hasClip(_ page: PageFacts) -> Bool {
    guard case .iOS(let version) = facts.context.system, let app = page.bannerApp else {
      return false
    }
    return version.has(.appClips) && facts.apps[app].apple?.appClipIDs.isEmpty == false
  }
}
