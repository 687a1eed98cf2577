package import AppAssociation
package import LaunchRouting
package import Links
package import Platforms
package import WebSyntax

/// A configuration's apps and sites, validated value by value but not yet compiled.
package struct ServiceDefinition: Sendable {
  package var apps: [AppDefinition]
  package var sites: [SiteDefinition]
  /// Whether there is a database of countries.
  package var knowsCountries = false

  package init(apps: [AppDefinition], sites: [SiteDefinition]) {
    self.apps = apps
    self.sites = sites
  }
}

/// An app that links may open.
package struct AppDefinition: Sendable {
  /// The name in routes.
  package var key: String
  /// The name for people.
  package var name: String
  package var apple: Apple?
  package var android: Android?
  package var harmony: Harmony?
  /// The delegates that it is built with; nil where the configuration does not say.
  package var lifecycle: Lifecycle?
  package var launch: LaunchRules
  package var environment = DeploymentEnvironment.production
  /// The position of the app that it has become; nil for none.
  package var successor: Int?

  package struct Apple: Sendable {
    package var appIDs: [AppIdentifier]
    /// The digits of the App Store ID.
    package var appStoreID: String?
    package var appClipIDs: [AppIdentifier]
    package var customSchemes: [String]
    /// The version of iOS whose SDK the app is built with; nil for that of each system's own year.
    package var sdk: SystemVersion?
    /// The oldest iOS that generated files must support.
    package var oldestSystem: SystemVersion
    /// How notifications are sent; nil for not at all.
    package var push: PushSettings?

    /// The bundle identifier of the first application identifier, which notifications are addressed
    /// to; nil without one.
    package var bundleIdentifier: String? { appIDs.first?.bundleIdentifier }

    package init(
      appIDs: [AppIdentifier], appStoreID: String?, appClipIDs: [AppIdentifier],
      customSchemes: [String], oldestSystem: SystemVersion, sdk: SystemVersion? = nil,
      push: PushSettings? = nil
    ) {
      self.appIDs = appIDs
      self.appStoreID = appStoreID
      self.appClipIDs = appClipIDs
      self.customSchemes = customSchemes
      self.oldestSystem = oldestSystem
      self.sdk = sdk
      self.push = push
    }
  }

  package struct Android: Sendable {
    package var packageName: String
    /// 32 bytes each as upper-case hexadecimal with colons.
    package var sha256CertFingerprints: [String]

    package init(packageName: String, sha256CertFingerprints: [String]) {
      self.packageName = packageName
      self.sha256CertFingerprints = sha256CertFingerprints
    }
  }

  package struct Harmony: Equatable, Sendable {
    /// The identifier that AppGallery Connect gives the app.
    package var appIdentifier: String

    package init(appIdentifier: String) {
      self.appIdentifier = appIdentifier
    }
  }

  package init(
    key: String, name: String, apple: Apple?, android: Android?, launch: LaunchRules
  ) {
    self.key = key
    self.name = name
    self.apple = apple
    self.android = android
    self.launch = launch
  }

  /// The circumstances of its launches, as far as the configuration knows them.
  package var launchContext: LaunchContext {
    LaunchContext(sdk: apple?.sdk, lifecycle: lifecycle ?? .scene)
  }
}

/// How an app's notifications are sent through APNs.
package struct PushSettings: Hashable, Sendable {
  /// Ten letters and digits.
  package var teamID: String
  /// Ten letters and digits.
  package var keyID: String
  /// PKCS #8 as PEM; a secret.
  package var key: String
  /// Another base URL than Apple's, for tests.
  package var endpoint: String?
  /// A file with the certificates of authorities for `endpoint`.
  package var authorities: String?

  package init(
    teamID: String, keyID: String, key: String, endpoint: String? = nil, authorities: String? = nil
  ) {
    self.teamID = teamID
    self.keyID = keyID
    self.key = key
    self.endpoint = endpoint
    self.authorities = authorities
  }
}

/// One site: its hosts and their contents. Apps are named by their position in the list of apps.
package struct SiteDefinition: Sendable {
  package var hosts: [HostPattern]
  package var title: String?
  package var environment = DeploymentEnvironment.production
  /// BCP 47 tag of the pages' language.
  package var language: String
  package var alternateHost: HostPattern?
  package var brand: SiteBrand
  /// Where `/` leads: an http or https URL, or an absolute path; nil where routes and links decide.
  package var root: String?
  /// Nil for Keiro's own page.
  package var notFound: NotFoundAnswer?
  package var routes: [RouteDefinition]
  package var shortLinks: ShortLinksDefinition?
  /// Nil when short links may lead anywhere.
  package var destinationHosts: [HostPattern]?
  package var webcredentials: [Int]
  package var activitycontinuation: [Int]
  package var appclips: [Int]
  /// For `$(name)` in patterns, in addition to Apple's own.
  package var substitutionVariables: [(name: String, values: [String])]
  /// The site's own association files, served in place of generated ones.
  package var ownAppleDocument: [UInt8]?
  package var ownAndroidDocument: [UInt8]?
  /// The origins that may use the host's passkeys beside the host itself; nil for no document.
  package var webAuthnOrigins: [String]?
  package var passkeys: PasskeyEndpoints?
  /// Where `/.well-known/change-password` leads: an http or https URL, or an absolute path.
  package var changePassword: String?
  /// The folder whose files are served under `/.well-known/`: an absolute path.
  package var wellKnownFolder: String?

  package init(hosts: [HostPattern], language: String = "en") {
    self.hosts = hosts
    self.language = language
    self.brand = SiteBrand()
    self.routes = []
    self.webcredentials = []
    self.activitycontinuation = []
    self.appclips = []
    self.substitutionVariables = []
  }
}

/// A route: an association rule with its page or redirect, and its screen in the app.
package struct RouteDefinition: Sendable {
  package var component: Component
  package var apps: [Int]
  package var screen: String?
  package var title: String?
  package var description: String?
  /// An https URL or an absolute path on the site; may contain `{names}`.
  package var image: String?
  /// The redirect of browsers in place of a page; may contain `{names}`.
  package var web: String?
  /// Where the page leads on to, below everything else on it.
  package var links: [PageLink] = []
  package var universalLink: Bool

  package init(component: Component, apps: [Int], universalLink: Bool = true) {
    self.component = component
    self.apps = apps
    self.universalLink = universalLink
  }
}

/// A link on a route's page. Both texts may contain `{names}`.
package struct PageLink: Equatable, Sendable {
  package var text: String
  /// An http or https URL, or an absolute path on the site.
  package var url: String

  package init(text: String, url: String) {
    self.text = text
    self.url = url
  }
}

/// The short links of a site.
package struct ShortLinksDefinition: Sendable {
  /// Begins and ends with a slash.
  package var prefix: String
  /// The app that a tap on a short URL opens; nil when short URLs always reach the server.
  package var app: Int?
  package var longLinks = LongLinkPolicy.own
  package var spelling = SlugSpelling()
  /// How visitors take links along into a new app.
  package var deferred: [DeferredWay] = [.referrer]
  package var links: [ShortLink]

  package init(prefix: String, app: Int?, links: [ShortLink]) {
    self.prefix = prefix
    self.app = app
    self.links = links
  }
}

/// The admissible contents of a site's long links (`/?link=`), which anyone can write.
package enum LongLinkPolicy: String, CaseIterable, Sendable {
  /// Destinations within bounds, and the operator's own apps.
  case own
  /// The same, and the caller's title, text and picture for the preview.
  case social
  /// The site has no long links.
  case off
}
