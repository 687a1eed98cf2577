extension Decider {
  /// Decides for iPhone and iPad. A universal link that opens the app never reaches the server, so this
  /// visitor has no app, or a browser that does not open it.
  mutating func apple() -> Decision.Outcome {
    if link.skipPage {
      reasons.append(.skipsPage)
      return appleWithoutPage()
    }
    if let app = visit.agent.inAppBrowser {
      reasons.append(.inAppBrowser(app))
      return landing()
    }
    if link.apple.namesStoreOrFallback {
      reasons.append(.linkNamesStoreOrFallback)
      return landing()
    }
    return redirect(to: destination, because: .leadsToURL)
  }

  /// A rule's destination replaces every fallback.
  private var appleFallback: (url: String, reason: Decision.Reason)? {
    guard rule == nil else { return nil }
    if visit.agent.platform == .iPad, let url = link.apple.ipadFallback {
      return (location(url), .leadsToIPadFallback)
    }
    return link.apple.fallback.map { (location($0), .leadsToAppleFallback) }
  }

  private mutating func appleWithoutPage() -> Decision.Outcome {
    if let fallback = appleFallback { return redirect(to: fallback.url, because: fallback.reason) }
    if let id = link.apple.appStoreID, rule == nil {
      let url = site.appStore(id, of: link, app: site.app(of: link, for: visit.agent.platform))
      return handOn(to: url, because: .leadsToAppStore)
    }
    return redirect(to: destination, because: .leadsToURL)
  }

  private mutating func landing() -> Decision.Outcome {
    let destination = destination
    let continueURL = appleFallback?.url ?? destination
    for url in [destination, continueURL] {
      if let refusal = refusal(of: url) { return refusal }
    }
    var page = LandingPage(destination: destination, continueURL: continueURL)
    let app = site.app(of: link, for: visit.agent.platform)
    page.appStoreID = link.apple.appStoreID ?? app.appStoreID
    if page.appStoreID == app.appStoreID, site.deferred.contains(.clip) {
      page.appClipID = app.clipID
    }
    page.openURL = app.openAddress(destination, visit.host)
    let scheme = link.apple.customScheme ?? app.customScheme
    offerToCarry(&page)
    if page.openURL == nil {
      page.schemeURL = scheme.map { StoreURLs.appScheme($0, destination: destination) }
    }
    let isNamed = link.apple.bundleID.map(app.bundleIDs.contains) ?? false
    if page.openURL != nil || scheme == app.customScheme || isNamed { page.appName = app.name }
    // A fallback in the store is the way there: a custom product page, say, in place of the usual one.
    page.storeURL =
      StoreURLs.store(of: continueURL) == .apple
      ? continueURL
      : page.appStoreID.map { site.appStore($0, of: link, app: app) }
    return reach(.landing(page), because: .showsPage)
  }

  /// Decides for Android. An app link that opens the app never reaches the server. Browsers that follow
  /// an `intent:` URL from a redirect get one; all others get a page whose button needs a tap.
  mutating func android() -> Decision.Outcome {
    let destination = destination
    if let refusal = refusal(of: destination) { return refusal }
    let fallback = rule == nil ? link.android.fallback.map(location) : nil
    // A search engine that identifies as a phone: it has no apps and no store, and wants the page.
    if visit.agent.isBot {
      reasons.append(.botWithoutApps)
      return androidWithoutApp(fallback, hasStore: false)
    }
    if let fallback, let refusal = refusal(of: fallback) { return refusal }
    let app = site.app(of: link, for: .android)
    guard let packageName = link.android.packageName ?? app.packageName else {
      reasons.append(.noPackageKnown)
      return androidWithoutApp(fallback)
    }
    // A link that names its package sends visitors without the app to the store; one that merely
    // belongs to the site of an app leads to its destination.
    let absent = fallback ?? (rule == nil ? playStore(link.android.packageName) : nil)
    let intent = StoreURLs.intent(
      destination: destination, packageName: packageName, fallback: absent ?? destination)
    if let browser = visit.agent.inAppBrowser {
      reasons.append(.inAppBrowser(browser))
    } else if visit.agent.browser.followsIntents, let intent {
      return handOn(to: intent, because: .leadsToIntent)
    } else {
      reasons.append(.browserWithoutIntents)
    }
    guard !link.skipPage else {
      reasons.append(.skipsPage)
      return androidWithoutApp(fallback)
    }
    var page = LandingPage(destination: destination, continueURL: fallback ?? destination)
    page.isForAndroid = true
    offerToCarry(&page)
    // Firefox uses the fallback without trying the app.
    page.schemeURL = StoreURLs.intent(
      destination: destination, packageName: packageName,
      fallback: visit.agent.browser == .firefox ? nil : absent ?? destination)
    if packageName == app.packageName { page.appName = app.name }
    let listing = StoreURLs.store(of: page.continueURL) == .google ? page.continueURL : nil
    page.storeURL = playStore(packageName, page: listing)
    if listing != nil { page.continueURL = page.storeURL ?? page.continueURL }
    return reach(.landing(page), because: .showsPage)
  }

  private func offerToCarry(_ page: inout LandingPage) {
    page.carriedURL = site.carriedURL(of: link, visit, by: .paste)
    // A code for a link with a password would bypass the password; a code carries no path.
    page.offersCode =
      link.password == nil && visit.path == nil
      && site.carriedURL(of: link, visit, by: .code) != nil
  }

  private mutating func androidWithoutApp(
    _ fallback: String?, hasStore: Bool = true
  ) -> Decision.Outcome {
    if let fallback { return redirect(to: fallback, because: .leadsToAndroidFallback) }
    if hasStore, rule == nil, let play = playStore(link.android.packageName) {
      return handOn(to: play, because: .leadsToPlayStore)
    }
    return redirect(to: destination, because: .leadsToURL)
  }

  private func playStore(_ packageName: String?, page: String? = nil) -> String? {
    packageName.map { name in
      let app = site.app(of: link, for: .android)
      return StoreURLs.playStore(
        packageName: name, page: page,
        listing: name == app.packageName ? app.listing : nil,
        shortURL: site.carriedURL(of: link, visit, by: .referrer),
        destination: destination, campaign: link.campaign)
    }
  }
}
