import Links
import SiteModel
import WebSyntax

/// The ways in which a page offers to open or install the app.
struct PageFacts {
  /// The banner's `app-argument`; nil for a page without a banner.
  let bannerArgument: String?
  /// The banner's app; nil when no app of the route, or of the configuration, has that App Store
  /// number.
  let bannerApp: Int?
  /// Whether the rules of the banner's app open the argument on the system of the tap.
  var opensBannerArgument = false
  /// The effect of the page's Open button.
  let button: Button

  enum Button: Equatable {
    /// The page has no button, since nothing on it opens the app.
    case none
    /// The page has no button although the app would open: the site has no other host to link to.
    case lacksHost
    /// The button leads to this address, which opens the app.
    case address(String)
    /// The button uses the app's own scheme.
    case scheme
    /// The page offers the store instead, because a tap on another page's button led here.
    case store
  }
}

extension PageFacts {
  /// The page of a route.
  init(
    of route: RouteDefinition, _ opening: PageOpening, on site: SiteDefinition, at url: WebURL,
    apps: [AppDefinition]
  ) {
    bannerApp = route.apps.first { apps[$0].apple?.appStoreID != nil }
    bannerArgument = bannerApp.map { _ in site.canonicalURL(of: url) }
    let host = url.host.lowercased()
    switch opening {
    case .none:
      let lacksHost = site.otherHost == nil && route.universalLink && !route.apps.isEmpty
      button = lacksHost ? .lacksHost : .none
    case .scheme: button = .scheme
    case .otherHost(let other, _) where other == host: button = .store
    case .otherHost(let other, let path):
      let target = (url.path.isEmpty ? "/" : url.path) + (url.query.map { "?" + $0 } ?? "")
      button = .address("https://\(other)\(path ?? target)")
    }
  }

  /// The page of a short link.
  init(of landing: LandingPage, at url: WebURL, apps: [AppDefinition]) {
    bannerArgument = landing.appStoreID.map { _ in landing.destination }
    bannerApp = landing.appStoreID.flatMap { number in
      apps.firstIndex { $0.apple?.appStoreID == number }
    }
    let leadsHere = WebURL(landing.destination)?.host.lowercased() == url.host.lowercased()
    button =
      landing.openURL.map(Button.address)
      ?? (landing.schemeURL != nil ? .scheme : leadsHere ? .lacksHost : .none)
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
