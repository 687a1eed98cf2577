import AppAssociation
package import JSONSyntax
package import Links
import WebSyntax

/// Something that keeps visitors of a site out of its app, usually because a key of the
/// configuration was forgotten. `null` as the value of that key says that it was not.
package struct OpeningGap: Equatable, Sendable {
  /// The visitors who do not get into the app.
  package enum Kind: String, Sendable {
    /// Those who tap a short link.
    case shortLinks = "short-links-without-app"
    /// Those who tap a button on a page.
    case buttons = "buttons-without-host"
  }

  package let kind: Kind
  /// The path of the key to set, as in `sites[0].alternateHost`.
  package let path: String
  /// An address of the site to which the gap applies.
  package let example: String
  /// One sentence without an initial capital or a full stop.
  package let message: Sentence
}

/// Finds the gaps of sites between their links and their apps.
package struct OpeningReview: Sendable {
  private let snapshot: ServiceSnapshot
  /// The app that a link of the site leads to, by site.
  private var appsOfLinks: [Int: Int] = [:]

  /// - Parameter snapshot: the configuration; apps and sites beyond its bounds are not mentioned.
  package init(_ snapshot: ServiceSnapshot) {
    self.snapshot = snapshot
  }

  /// Notes a link of a site: if it leads to a page of an app's, or names an app, its tap is meant
  /// to open that app.
  package mutating func note(_ link: ShortLink, of site: Int) {
    guard appsOfLinks[site] == nil, hasUndecidedLinks(site) else { return }
    let opened = snapshot.appsOpened(at: link.url)
    let onApple = opened.first { !snapshot.apps[$0].isForAndroidAlone }
    guard let app = onApple ?? opened.first ?? snapshot.app(namedBy: link),
      snapshot.apps[app].environment == snapshot.sites[site].definition.environment
    else { return }
    appsOfLinks[site] = app
  }

  /// Returns the gaps of a site, taking into account its links of the configuration and those that
  /// were noted.
  package mutating func gaps(of site: Int) -> [OpeningGap] {
    if hasUndecidedLinks(site) {
      for link in snapshot.shortLinks[site]?.all ?? [] { note(link, of: site) }
    }
    return [gapOfLinks(site), gapOfButtons(site)].compactMap(\.self)
  }

  /// Whether the configuration leaves open if short links of the site open an app.
  private func hasUndecidedLinks(_ site: Int) -> Bool {
    snapshot.sites[site].definition.shortLinks.map { $0.app == nil && !$0.opensNoApp } ?? false
  }

  private func gapOfLinks(_ number: Int) -> OpeningGap? {
    let site = snapshot.sites[number]
    guard hasUndecidedLinks(number), let prefix = site.definition.shortLinks?.prefix,
      // On Apple's systems no app opens at all.
      let app = openingRoute(of: site, where: { !$1.isForAndroidAlone })?.app
        ?? openingRoute(of: site)?.app ?? appsOfLinks[number]
    else { return nil }
    let (host, key) = (site.definition.shownHost, snapshot.apps[app].key)
    let example = "https://\(site.definition.sampleHost)\(prefix)"
    // A site's own association file may cover short links without naming an app here.
    let identifiers = snapshot.apps[app].appleIdentifiers
    if let url = WebURL(example + "x"),
      site.appleRules?.opens(url, identifiers: identifiers) == true
    {
      return nil
    }
    return OpeningGap(
      kind: .shortLinks, path: "sites[\(number)].shortLinks.app", example: example,
      message: snapshot.apps[app].isForAndroidAlone
        ? Sentence(
          "taps on short links of '\(host)' open '\(key)' only in browsers that follow 'intent:' URLs: "
            + "expected '\(key)', or null if that is meant",
          "「\(host)」の短縮リンクのタップで「\(key)」が開くのは、「intent:」の URL に対応するブラウザーだけです。"
            + "「\(key)」を、意図どおりなら「null」を指定してください")
        : Sentence(
          "taps on short links of '\(host)' never open an app: expected '\(key)', or null if that is meant",
          "「\(host)」の短縮リンクをタップしてもアプリは開きません。「\(key)」を、意図どおりなら「null」を指定してください"))
  }

  private func gapOfButtons(_ number: Int) -> OpeningGap? {
    let site = snapshot.sites[number]
    let definition = site.definition
    guard !definition.needsNoAlternateHost, definition.otherHost == nil,
      let found = openingRoute(
        of: site,
        where: { route, app in
          // A short link that leads to a redirecting route has a page, too; Android's has an intent.
          app.apple != nil && route.openings.apple == .none
            && (route.web == nil || definition.shortLinks != nil)
            || app.android != nil && route.openings.android == .none && route.web == nil
        })
    else { return nil }
    let (host, app) = (definition.shownHost, snapshot.apps[found.app])
    // An app with a scheme of its own has a button on Apple's systems.
    let isOpenedOnApple = app.apple != nil && found.route.openings.apple != .none
    let place = isOpenedOnApple ? Sentence(" on Android", "Android では、") : ""
    return OpeningGap(
      kind: .buttons, path: "sites[\(number)].alternateHost",
      example: "https://\(definition.sampleHost)\(found.sample ?? "/")",
      message: app.isForAndroidAlone || isOpenedOnApple
        ? Sentence(
          "no button on the pages of '\(host)' opens '\(app.key)'\(place.english), because taps on links to "
            + "the same host never do: expected another host that the app's intent filters name, or null "
            + "if that is meant",
          "\(place.japanese)同じホストへのリンクのタップではアプリが開かないため、「\(host)」のページのボタンでは"
            + "「\(app.key)」が開きません。アプリのインテントフィルタにある別のホストを、意図どおりなら「null」を指定してください")
        : Sentence(
          "no button on the pages of '\(host)' opens '\(app.key)', because taps on links to the same host "
            + "never do: expected another host that the app's entitlement names, or null if that is meant",
          "同じホストへのリンクのタップではアプリが開かないため、「\(host)」のページのボタンでは「\(app.key)」が開きません。"
            + "アプリの「Associated Domains」にある別のホストを、意図どおりなら「null」を指定してください"))
  }

  /// The first route of a site that opens an app and meets a condition, with a sample of its URLs.
  private func openingRoute(
    of site: CompiledSite, where isMeant: (CompiledRoute, AppDefinition) -> Bool = { _, _ in true }
  ) -> (app: Int, route: CompiledRoute, sample: String?)? {
    let definition = site.definition
    for (rule, route) in zip(definition.routingRules, site.routes) where rule.opensApps {
      let samples = rule.samples(substitutionVariables: definition.substitutionVariables)
      let app = rule.apps.first { number in
        let app = snapshot.apps[number]
        return isMeant(route, app)
          && definition.opens(
            samples, on: definition.sampleHost, app: app, appleRules: site.appleRules)
      }
      if let app { return (app, route, samples.first) }
    }
    return nil
  }
}

extension AppDefinition {
  fileprivate var isForAndroidAlone: Bool { apple == nil && android != nil }
}

extension SiteDefinition {
  /// The main host as written in the configuration.
  fileprivate var shownHost: String { primaryHost ?? hosts.first?.description ?? "" }

  fileprivate var sampleHost: String { primaryHost ?? hosts.first.map { "any." + $0.name } ?? "" }
}

extension ServiceSnapshot {
  /// Returns the app whose identifiers a link has.
  fileprivate func app(namedBy link: ShortLink) -> Int? {
    let bundles = [link.apple.bundleID, link.apple.ipadBundleID].compactMap(\.self)
    let package = link.android.packageName
    guard !bundles.isEmpty || package != nil else { return nil }
    return reachedApps.first { number in
      let app = apps[number]
      return app.apple?.appIDs.contains { bundles.contains($0.bundleIdentifier) } ?? false
        || package != nil && app.android?.packageName == package
    }
  }
}
