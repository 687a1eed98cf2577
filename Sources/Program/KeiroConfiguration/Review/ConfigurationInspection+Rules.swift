import AppAssociation
import AssociationValidation
import JSONSyntax
import LaunchRouting
import Links
import PublicSite
import SiteModel
import System
import WebSyntax

/// What `keiro check` looks for in a configuration that can be compiled. The comment of a rule is its
/// documentation.
extension ConfigurationInspection {
  mutating func check() {
    for (path, app) in apps {
      fingerprintsMissing(path, app)
      foreignAppClip(path, app)
      lifecycleEnding(path, app)
    }
    for (path, site) in sites {
      idleService(path, site)
      alternateHostOwn(path, site)
      internationalHost(path, site)
      languageUntranslated(path, site)
      routeUnreachable(path, site)
      routeBelowShortLinks(path, site)
      routeInCircle(path, site)
      wellKnownHidden(path, site)
      deferredWithoutClip(path, site)
      guard let links = site.shortLinks else { continue }
      for link in links.links {
        let path = jsonPath(path + ".shortLinks.links", member: link.slug)
        linkInCircle(path, link)
        linkDoubtful(path, link, links)
        deferredWithoutPage(path, link, links)
      }
    }
    appNotReached()
    checkDocuments()
  }

  /// An Android app without fingerprints is left out of `assetlinks.json`, so its links open in the
  /// browser.
  private mutating func fingerprintsMissing(_ path: String, _ app: AppDefinition) {
    guard app.android?.sha256CertFingerprints.isEmpty == true else { return }
    warn(
      path + ".android.sha256CertFingerprints",
      "without a fingerprint no assetlinks.json names the app, and Android opens no link in it")
  }

  /// An App Clip belongs to its app: it has the same Team ID, and its bundle ID begins with the app's
  /// (Apple, "Creating an App Clip with Xcode").
  private mutating func foreignAppClip(_ path: String, _ app: AppDefinition) {
    for (index, clip) in (app.apple?.appClipIDs ?? []).enumerated() {
      guard let message = Self.fault(clip, of: app.apple?.appIDs ?? []) else { continue }
      warn("\(path).apple.appClipIDs[\(index)]", message)
    }
  }

  private static func fault(_ clip: AppIdentifier, of apps: [AppIdentifier]) -> String? {
    let team = apps.filter { $0.prefix == clip.prefix }
    guard !team.isEmpty else {
      let prefixes = Set(apps.map(\.prefix)).sorted().joined(separator: ", ")
      return "the App Clip '\(clip)' has another Team ID than its app: expected \(prefixes)"
    }
    let isPart = team.contains { clip.bundleIdentifier.hasPrefix($0.bundleIdentifier + ".") }
    guard !isPart, let app = team.first else { return nil }
    return "the bundle ID of an App Clip begins with that of its app: expected '\(app).…', found "
      + "'\(clip)'"
  }

  /// A service of a site names an app that has no identifiers for it, so the service's file omits the
  /// app.
  private mutating func idleService(_ path: String, _ site: SiteDefinition) {
    let services = [
      ("webcredentials", site.webcredentials, "apple.appIDs"),
      ("activitycontinuation", site.activitycontinuation, "apple.appIDs"),
      ("appclips", site.appclips, "apple.appClipIDs"),
    ]
    for (name, apps, key) in services {
      for (index, app) in apps.map({ service.apps[$0] }).enumerated() {
        let identifiers = name == "appclips" ? app.apple?.appClipIDs : app.apple?.appIDs
        guard identifiers?.isEmpty ?? true else { continue }
        warn(
          "\(path).\(name)[\(index)]",
          "the app '\(app.key)' has no '\(key)': the file leaves it out")
      }
    }
  }

  /// `alternateHost` is the target of Open buttons, since a tap on the page's own host never opens
  /// the app. If it is a host of the same site, the buttons on its pages lead back to that host.
  private mutating func alternateHostOwn(_ path: String, _ site: SiteDefinition) {
    guard let host = site.alternateHost, site.hosts.contains(host) else { return }
    warn(
      path + ".alternateHost",
      "'\(host)' is one of the site's own hosts, on which the Open button leads to the page itself: "
        + "expected another host that the app's entitlement names")
  }

  /// A host that opens apps is an internationalised name, whose file newer systems are reported not to
  /// fetch.
  private mutating func internationalHost(_ path: String, _ site: SiteDefinition) {
    guard site.routes.contains(where: { !$0.apps.isEmpty }) else { return }
    for (index, host) in site.hosts.enumerated() where host.isInternational {
      warn("\(path).hosts[\(index)]", "'\(host)': \(Doubt.internationalHost.message)")
    }
  }

  /// A file of the well-known folder has the address of an association file, where Keiro serves its own
  /// one or none.
  private mutating func wellKnownHidden(_ path: String, _ site: SiteDefinition) {
    guard let folder = site.wellKnownFolder else { return }
    for (document, key) in [(SiteDocument.apple, "apple"), (.android, "android")]
    where fileExists(folder + "/" + document.rawValue) {
      warn(
        path + ".wellKnown",
        "'\(document.rawValue)' of the folder is never served: expected it as 'documents.\(key)'")
    }
  }

  /// The language of a site's pages is one that Keiro's own texts are not translated into.
  private mutating func languageUntranslated(_ path: String, _ site: SiteDefinition) {
    guard !PageLanguage.isTranslated(site.language) else { return }
    warn(
      path + ".language",
      "'\(site.language)' has no translation: Keiro's own words on its pages are English; "
        + "expected one of \(PageLanguage.translated.joined(separator: ", "))")
  }

  /// The first matching route decides, so a route after one that accepts the same paths is never
  /// reached. If it is an exclude, paths that should stay in the browser open the app.
  private mutating func routeUnreachable(_ path: String, _ site: SiteDefinition) {
    let shadows = RoutingRule.unreachable(
      site.routingRules, substitutionVariables: site.substitutionVariables)
    for (route, earlier) in shadows {
      let pattern = site.routes[earlier].component.path.map { " ('\($0)')" } ?? ""
      warn(
        "\(path).routes[\(route)]",
        "the route is never reached: \(path).routes[\(earlier)]\(pattern) accepts everything that "
          + "it accepts, and comes first")
    }
  }

  /// A route below the prefix of short links is never reached, since all paths there are short links,
  /// unless the prefix is `/`.
  private mutating func routeBelowShortLinks(_ path: String, _ site: SiteDefinition) {
    guard let prefix = site.shortLinks?.prefix, prefix != "/" else { return }
    for (number, route) in site.routes.enumerated() {
      let literal = (route.component.path ?? "").prefix { !"*?{$".contains($0) }
      guard literal.hasPrefix(prefix) else { continue }
      warn(
        "\(path).routes[\(number)]",
        "the route is never reached: short links begin with '\(prefix)', and nothing else is "
          + "found there")
    }
  }

  /// The `web` of a route leads to an address of the same service that redirects again, endlessly.
  private mutating func routeInCircle(_ path: String, _ site: SiteDefinition) {
    guard let host = site.primaryHost else { return }
    for (position, rule) in site.routingRules.enumerated()
    where site.routes[position].web != nil {
      let samples = rule.samples(substitutionVariables: site.substitutionVariables)
      for url in samples.map({ "https://" + host + $0 })
      where isPage(position, on: host, url) {
        guard let end = snapshot.circle(from: url) else { continue }
        add(.error, "\(path).routes[\(position)].web", "the redirect of '\(url)' \(end)")
        break
      }
    }
  }

  /// Whether the route handles the sample itself, rather than an earlier route or a short link.
  private func isPage(_ route: Int, on host: String, _ url: String) -> Bool {
    guard let own = OwnURL(url, askedHost: nil, in: snapshot),
      case .page(route, _) = LinkNotebook(snapshot).place(of: own)
    else { return false }
    return service.sites[own.site].primaryHost == host
  }

  /// An app without scenes does not launch once it is built with an SDK that requires them, and the
  /// App Store accepts no older SDK from April 2027 on. The SDK of the current build does not matter:
  /// the next update will use a newer one.
  private mutating func lifecycleEnding(_ path: String, _ app: AppDefinition) {
    guard app.lifecycle == .appDelegate else { return }
    warn(
      path + ".launch.lifecycle",
      "built with the SDK of iOS 27, which the App Store requires from April 2027 on, an app without "
        + "scenes does not launch: expected 'scene' or 'swiftui'")
  }

  /// A short link that leads back to itself, directly or through other configured links: browsers
  /// give up, and visitors arrive nowhere. The store refuses such links. The configuration accepts
  /// them, because one broken link must not keep all others from being served.
  private mutating func linkInCircle(_ path: String, _ link: ShortLink) {
    for fault in snapshot.circles(of: link, { _ in nil }) ?? [] {
      add(.error, "\(path).\(fault.path)", Sentence(fault.reason))
    }
  }

  /// A short link that has expired or never becomes active, or a rule in one that never matches.
  private mutating func linkDoubtful(
    _ path: String, _ link: ShortLink, _ links: ShortLinksDefinition
  ) {
    let doubts = snapshot.doubts(about: link, at: now) { links.links.contains(slug: $0.slug) }
    for doubt in doubts { add(.warning, "\(path).\(doubt.path)", Sentence(doubt.oddity)) }
  }

  /// A link without copying and without a code, on a site that offers deferred links: in Safari it
  /// redirects to the web, because it names no store, and visitors never see the page that offers the
  /// link for later.
  private mutating func deferredWithoutPage(
    _ path: String, _ link: ShortLink, _ links: ShortLinksDefinition
  ) {
    let isShown: (ClaimWay) -> Bool = { $0 == .paste || $0 == .code }
    guard links.deferred.contains(where: isShown),
      link.skipPage || !link.apple.namesStoreOrFallback
    else { return }
    let address = link.apple.fallback ?? (link.apple.appStoreID == nil ? link.url : nil)
    let ways = address.map(snapshot.deferredWays) ?? []
    guard !ways.contains(where: isShown) else { return }
    warn(
      path,
      "Safari on an iPhone gets no page of this link, so nothing copies it or shows a code: "
        + "expected 'apple.appStoreID' or 'apple.fallback', and no 'skipPage', or a page of "
        + "the app's as its destination")
  }

  /// A site hands links on by an App Clip, but no app of the configuration has one that a page can name: a
  /// banner names it beside the app's number in the App Store.
  private mutating func deferredWithoutClip(_ path: String, _ site: SiteDefinition) {
    let hasClip = apps.contains { _, app in
      app.apple.map { $0.appStoreID != nil && !$0.appClipIDs.isEmpty } ?? false
    }
    guard !hasClip, let place = site.shortLinks?.deferred.firstIndex(of: .clip) else { return }
    warn(
      "\(path).shortLinks.deferred[\(place)]",
      "no page offers an App Clip: expected an app with 'apple.appClipIDs' and 'apple.appStoreID'")
  }

  /// Routes of a site open an app, but taps on its short links do not, or no button on its pages
  /// does: often the key that would make them is only forgotten. Where it is not, `null` as its value
  /// says so.
  private mutating func appNotReached() {
    var review = OpeningReview(snapshot)
    for number in sites.indices {
      for gap in review.gaps(of: number) { add(.warning, gap.path, gap.message) }
    }
  }
}
