import AppAssociation
import Links
import SiteModel

/// A page's offers to open or get the app.
struct PageFacts {
  /// The banner's `app-argument`; nil for a page without a banner.
  let bannerArgument: String?
  /// The banner's app; nil when the configuration has none with its App Store number.
  let bannerApp: Int?
  /// Whether that app's own rules open the argument on the system of the tap.
  var opensBannerArgument = false
  /// The host that the page's Open button leads to.
  let button: Button

  enum Button {
    case none, sameHost, otherHost
  }
}

extension PageFacts {
  /// The page of a route.
  init(of route: RouteDefinition, on site: SiteDefinition, at url: WebURL, apps: [AppDefinition]) {
    bannerApp = route.apps.first { apps[$0].apple?.appStoreID != nil }
    bannerArgument = bannerApp.map { _ in site.canonicalURL(of: url) }
    guard !route.apps.isEmpty, route.universalLink || site.topOfApp(route.apps.first) != nil else {
      button = .none
      return
    }
    // The button leads from one of the two hosts to the other.
    let host = url.host.lowercased()
    let (primary, other) = (site.primaryHost ?? host, site.otherHost ?? site.primaryHost ?? host)
    let target = other == host ? primary : other
    button = target == host ? .sameHost : .otherHost
  }

  /// The page of a short link.
  init(of landing: LandingPage, at url: WebURL, apps: [AppDefinition]) {
    bannerArgument = landing.appStoreID.map { _ in landing.destination }
    bannerApp = landing.appStoreID.flatMap { number in
      apps.firstIndex { $0.apple?.appStoreID == number }
    }
    let target = landing.openURL.flatMap { WebURL($0) }?.host.lowercased()
    button = (target ?? url.host.lowercased()) == url.host.lowercased() ? .sameHost : .otherHost
  }
}

extension SiteDefinition {
  /// The canonical address of a page, which its banner passes to the app.
  fileprivate func canonicalURL(of url: WebURL) -> String {
    let path = url.path.isEmpty ? "/" : url.path
    return "https://" + (primaryHost ?? url.host.lowercased()) + path
      + (url.query.map { "?" + $0 } ?? "")
  }
}
