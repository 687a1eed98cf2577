import Links
import SiteModel
import WebSyntax

/// A page's offers to open or get the app.
struct PageFacts {
  /// The banner's `app-argument`; nil for a page without a banner.
  let bannerArgument: String?
  /// The banner's app; nil when the configuration has none with its App Store number.
  let bannerApp: Int?
  /// Whether that app's own rules open the argument on the system of the tap.
  var opensBannerArgument = false
  /// What the page's Open button does.
  let button: Button

  enum Button: Equatable {
    /// The page has none, since nothing of it opens the app.
    case none
    /// The page has none although the app would open it: the site has no other host to lead to.
    case lacksHost
    /// It leads to the address, which opens the app.
    case address(String)
    /// It has the app's own scheme.
    case scheme
    /// The page offers the store in its place: a tap on another page's button led here.
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
