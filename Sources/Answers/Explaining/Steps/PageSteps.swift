import AppAssociation
import LaunchRouting
import Links
import Platforms
import SiteModel

/// The page that a browser shows, and how it leads to the app.
struct PageSteps {
  let facts: TapFacts
  /// Why the app does not open.
  let reason: String

  /// The page of a route.
  func show(_ record: inout TapRecord) -> TapCourse {
    let path = facts.pagePath
    record.step("server", "the page of \(path) is shown", [path])
    let hasStore = tellBanner(&record)
    return .stays(
      .page, reason, "the page of \(path) is shown", receiver: firstStart(hasStore, &record))
  }

  /// The page of a short link.
  func land(_ page: LandingPage, _ record: inout TapRecord) -> TapCourse {
    let offers = [
      page.appStoreID == nil ? nil : "a banner", page.openURL.map { "an Open button to '\($0)'" },
      page.schemeURL == nil
        ? nil
        : page.isForAndroid
          ? "an Open button with an 'intent:' URL" : "an Open button with the app's own scheme",
      page.storeURL == nil ? nil : "a store button",
    ].compactMap(\.self)
    let list = offers.isEmpty ? "only '\(page.continueURL)'" : offers.joined(separator: ", ")
    record.step("page", "a page offers \(list)", [Reference.banner])
    return .stays(
      .page, reason, "a page offers the app",
      receiver: firstStart(page.storeURL != nil, &record))
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
    let offer =
      !context.installed.holds(facts.bannerApp)
      ? "offers \(hasClip(page) ? "the App Clip, and " : "")the app in the App Store"
      : page.opensBannerArgument ? "opens the app there too" : "opens the app at its top"
    record.step(
      "banner", "the page's Smart App Banner \(offer) (app-argument '\(argument)')",
      [Reference.banner])
    return true
  }

  /// Whether the banner is one for an App Clip, which iOS shows from 14 on.
  private func hasClip(_ page: PageFacts) -> Bool {
    guard case .iOS(let version) = facts.context.system, let app = page.bannerApp else {
      return false
    }
    return version.has(.appClips) && facts.apps[app].apple?.appClipIDs.isEmpty == false
  }
}
