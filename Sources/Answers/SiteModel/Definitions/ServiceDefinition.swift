package import AppAssociation
package import LaunchRouting
package import Links
package import Platforms
package import WebSyntax

/// A configuration's apps and sites, validated value by value but not yet compiled.
package struct ServiceDefinition: Sendable {
  /// The apps; sites refer to them by index.
  package var apps: [AppDefinition]
  /// The sites; no two of them share a host.
  package var sites: [SiteDefinition]
  package var knowsCountries = false
  /// The beginnings of the addresses of hosts.
  package var origins = HostOrigins()

  package init(apps: [AppDefinition], sites: [SiteDefinition]) {
    self.apps = apps
    self.sites = sites
  }
}

/// An app that links may open.
package struct AppDefinition: Sendable {
  /// The name used in routes.
  package var key: String
  package var name: String
  package var apple: Apple?
  package var android: Android?
  package var harmony: Harmony?
  /// The lifecycle that the app is built with; nil when the configuration does not specify it.
  package var lifecycle: Lifecycle?
  /// The rules by which the app sorts its launches.
  package var launch: LaunchRules
  /// The environment of the app; only sites of the same one may name it.
  package var environment = DeploymentEnvironment.production
  package var successor: Int?

  /// Returns the apps that nothing before them stands for: the first for Apple's systems, and the first
  /// for Android.
  package static func firstOfEachSystem(_ apps: [AppDefinition]) -> [AppDefinition] {
    apps.reduce(into: []) { first, app in
      let isForApple = app.apple != nil && !first.contains { $0.apple != nil }
      let isForAndroid = app.android != nil && !first.contains { $0.android != nil }
      if isForApple || isForAndroid { first.append(app) }
    }
  }

  package struct Apple: Sendable {
    /// The application identifiers that may open links, the main app first.
    package var appIDs: [AppIdentifier]
    /// The digits of the App Store ID.
    package var appStoreID: String?
    /// The identifier of the App Store's custom product page; nil for the usual page.
    package var productPage: String?
    package var appClipIDs: [AppIdentifier] = []
    /// The app's own URL schemes, in lower case.
    package var customSchemes: [String]
    /// The iOS version of the SDK that the app is built with; nil to assume the SDK of each
    /// system's own year.
    package var sdk: SystemVersion?
    /// The oldest iOS version that generated files must support.
    package var oldestSystem: SystemVersion
    package var push: PushSettings?

    /// The bundle identifier of the first application identifier, to which notifications are
    /// addressed; nil without one.
    package var bundleIdentifier: String? { appIDs.first?.bundleIdentifier }

    package init(
      appIDs: [AppIdentifier] = [], appStoreID: String? = nil, customSchemes: [String] = [],
      oldestSystem: SystemVersion = .firstWithComponents
    ) {
      self.appIDs = appIDs
      self.appStoreID = appStoreID
      self.customSchemes = customSchemes
      self.oldestSystem = oldestSystem
    }
  }

  package struct Android: Sendable {
    /// The application ID, such as `com.example.app`.
    package var packageName: String
    /// The fingerprints, each 32 bytes as upper-case hexadecimal with colons.
    package var sha256CertFingerprints: [String]
    /// The name of Google Play's custom store listing; nil for the usual one.
    package var listing: String?

    package init(packageName: String = "", sha256CertFingerprints: [String] = []) {
      self.packageName = packageName
      self.sha256CertFingerprints = sha256CertFingerprints
    }
  }

  package struct Harmony: Equatable, Sendable {
    /// The identifier that AppGallery Connect assigns to the app.
    package var appIdentifier: String

    package init(appIdentifier: String = "") {
      self.appIdentifier = appIdentifier
    }
  }

  package init(
    key: String = "", name: String = "", apple: Apple? = nil, android: Android? = nil,
    launch: LaunchRules = LaunchRules()
  ) {
    self.key = key
    self.name = name
    self.apple = apple
    self.android = android
    self.launch = launch
  }

  /// The circumstances of the app's launches as far as the configuration specifies them.
  package var launchContext: LaunchContext {
    LaunchContext(sdk: apple?.sdk, lifecycle: lifecycle ?? .scene)
  }
}

/// The settings for sending an app's notifications through APNs.
package struct PushSettings: Hashable, Sendable {
  /// The team identifier: ten letters and digits.
  package var teamID = ""
  /// The key identifier: ten letters and digits.
  package var keyID = ""
  /// The private key as PKCS #8 in PEM; a secret.
  package var key = ""
  /// The base URL to use instead of Apple's, for tests.
  package var endpoint: String?
  /// The file with the certificates of the authorities for `endpoint`.
  package var authorities: String?

  package init() {}
}

/// One site: its hosts and their contents. Apps are referred to by their index in the list of apps.
package struct SiteDefinition: Sendable {
  /// The hosts that the site answers on, the main one first.
  package var hosts: [HostPattern]
  package var title: String?
  /// The environment of the site; it may name only apps of the same one.
  package var environment = DeploymentEnvironment.production
  /// The BCP 47 tag of the pages' language.
  package var language: String
  /// The host that Open buttons lead to, since a tap to the page's own host never opens the app.
  package var alternateHost: HostPattern?
  /// Whether the configuration says that no button has to open an app.
  package var needsNoAlternateHost = false
  package var banner = SiteBanner.tag
  package var brand = SiteBrand()
  /// The target of `/`: an http or https URL, or an absolute path; nil when routes and links
  /// decide.
  package var root: String?
  /// The answer for unknown addresses; nil for Keiro's own page.
  package var notFound: NotFoundAnswer?
  /// The routes, of which the first that matches decides.
  package var routes: [RouteDefinition] = []
  package var shortLinks: ShortLinksDefinition?
  /// The hosts that short links may lead to; nil when they may lead anywhere.
  package var destinationHosts: [HostPattern]?
  /// The indices of the apps that share passwords with the site.
  package var webcredentials: [Int] = []
  /// The indices of the apps that continue activities begun on the site (Handoff).
  package var activitycontinuation: [Int] = []
  /// The indices of the apps whose App Clips the site opens.
  package var appclips: [Int] = []
  /// The variables for `$(name)` in patterns, in addition to Apple's own.
  package var substitutionVariables: [(name: String, values: [String])] = []
  /// The site's own association files, served instead of generated ones.
  package var ownAppleDocument: [UInt8]?
  /// The site's own `assetlinks.json`, served instead of a generated one.
  package var ownAndroidDocument: [UInt8]?
  /// The origins that may use the host's passkeys besides the host itself; nil for no document.
  package var webAuthnOrigins: [String]?
  /// The pages where people manage passkeys; nil for no document.
  package var passkeys: PasskeyEndpoints?
  /// The target of `/.well-known/change-password`: an http or https URL, or an absolute path.
  package var changePassword: String?
  /// The site's own `robots.txt`, served instead of a generated one.
  package var ownRobots: [UInt8]?
  /// The absolute path of the folder whose files are served under `/.well-known/`.
  package var wellKnownFolder: String?

  package init(hosts: [HostPattern] = [], language: String = "en") {
    self.hosts = hosts
    self.language = language
  }
}

/// A route: an association rule with its page or redirect, and its screen in the app.
package struct RouteDefinition: Sendable {
  /// The path, query and fragment that the route matches.
  package var component: Component
  /// The indices of the apps that the route opens, newest first within a line of succession.
  package var apps: [Int]
  /// The screen that the app shows; nil if the app decides by itself.
  package var screen: String?
  package var title: String?
  package var description: String?
  /// The picture: an https URL or an absolute path on the site; may contain `{names}`.
  package var image: String?
  /// The redirect that browsers get instead of a page; may contain `{names}`.
  package var web: String?
  package var links: [PageLink] = []
  /// Whether taps open the app; false keeps the path in the browser.
  package var universalLink: Bool

  package init(
    component: Component = Component(), apps: [Int] = [], universalLink: Bool = true
  ) {
    self.component = component
    self.apps = apps
    self.universalLink = universalLink
  }
}

/// A link on a route's page. Both texts may contain `{names}`.
package struct PageLink: Equatable, Sendable {
  package var text = ""
  /// An http or https URL, or an absolute path on the site.
  package var url = ""

  package init() {}
}

package struct ShortLinksDefinition: Sendable {
  /// The path prefix of short URLs, which begins and ends with a slash.
  package var prefix: String
  /// The app that a tap on a short URL opens; nil when short URLs always reach the server.
  package var app: Int?
  /// Whether the configuration says that short URLs open no app.
  package var opensNoApp = false
  package var longLinks = LongLinkPolicy.own
  package var spelling = SlugSpelling()
  /// Whether an unknown address that ends in a full stop, a bracket or the like is looked up without it.
  package var ignoresSentenceEnd = true
  /// The ways in which visitors carry links into a newly installed app.
  package var deferred: [ClaimWay] = [.referrer]
  /// Whether search engines may list short URLs.
  package var isIndexed = true
  /// Whether QR codes and pixels are also at the addresses that they have at Shlink.
  package var answersShlink = false
  /// What is shown below the address of a link.
  package var views: [String] { answersShlink ? ShortLinkName.shlinkViews.map(\.key) : [] }
  package var links: ConfiguredLinks

  package init(prefix: String, app: Int?, links: [ShortLink]) {
    self.prefix = prefix
    self.app = app
    self.links = ConfiguredLinks(links)
  }

  /// Returns the links and leaves none, so that their memory has one owner.
  mutating func takeLinks() -> ConfiguredLinks {
    var taken = ConfiguredLinks()
    swap(&taken, &links)
    return taken
  }
}

/// The permitted contents of a site's long links (`/?link=`), which anyone can write.
package enum LongLinkPolicy: String, CaseIterable, Sendable {
  /// Destinations within bounds, and the operator's own apps.
  case own
  /// Like `own`, plus the caller's title, text and picture for the preview.
  case social
  case off
}

/// What offers the app on the pages of a site.
package enum SiteBanner: String, CaseIterable, Sendable {
  /// Apple's meta tag, which Safari alone shows.
  case tag
  /// The tag, and for browsers of phones that do not show it a banner in the page.
  case html
}

/// A site's answer for unknown addresses.
package enum NotFoundAnswer: Equatable, Sendable {
  case redirect(String)
  case page([UInt8])
}
