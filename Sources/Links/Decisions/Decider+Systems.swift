extension Decider {
  /// iPhone and iPad. A universal link that the app takes never reaches the server: whoever comes
  /// here has no app, or a browser that does not let it open.
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

  private var appleFallback: (url: String, reason: Decision.Reason)? {
    if visit.agent.platform == .iPad, let url = link.apple.ipadFallback {
      return (location(url), .leadsToIPadFallback)
    }
    return link.apple.fallback.map { (location($0), .leadsToAppleFallback) }
  }

  private mutating func appleWithoutPage() -> Decision.Outcome {
    if let fallback = appleFallback { return redirect(to: fallback.url, because: fallback.reason) }
    if let id = link.apple.appStoreID {
      let url = StoreURLs.appStore(id: id, campaign: link.campaign)
      return handOn(to: url, because: .leadsToAppStore)
    }
    return redirect(to: destination, because: .leadsToURL)
  }

  private mutating func landing() -> Decision.Outcome {
    let destination = destination
    let continueURL = appleFallback?.url ?? destination
    for url in [destination, continueURL] {
      if let fault = fault(of: url) { return reach(.gone, because: .destinationNotAllowed(fault)) }
    }
    var page = LandingPage(destination: destination, continueURL: continueURL)
    page.appStoreID = link.apple.appStoreID ?? site.appStoreID
    page.openURL = site.openURL(destination, from: visit.host)
    let scheme = link.apple.customScheme ?? site.customScheme
    if page.openURL == nil {
      page.schemeURL = scheme.map { StoreURLs.appScheme($0, destination: destination) }
    }
    if page.openURL != nil || scheme == site.customScheme { page.appName = site.appName }
    page.storeURL = page.appStoreID.map { StoreURLs.appStore(id: $0, campaign: link.campaign) }
    return reach(.landing(page), because: .showsPage)
  }

  mutating func android() -> Decision.Outcome {
    let destination = destination
    if let fault = fault(of: destination) {
      return reach(.gone, because: .destinationNotAllowed(fault))
    }
    if visit.agent.isBot { return androidBot() }
    let play = link.android.packageName.map {
      StoreURLs.playStore(packageName: $0, destination: destination, campaign: link.campaign)
    }
    let fallback = link.android.fallback.map(location)
    if let fallback, let fault = fault(of: fallback) {
      return reach(.gone, because: .destinationNotAllowed(fault))
    }
    if let intent = intent(destination, fallback ?? play) {
      return handOn(to: intent, because: .leadsToIntent)
    }
    if let fallback {
      return redirect(to: fallback, because: .leadsToAndroidFallback)
    }
    if let play { return handOn(to: play, because: .leadsToPlayStore) }
    return redirect(to: destination, because: .leadsToURL)
  }

  /// A search engine that calls itself a phone: it has no apps and no store, and wants the page.
  private mutating func androidBot() -> Decision.Outcome {
    reasons.append(.botWithoutApps)
    if let fallback = link.android.fallback {
      return redirect(to: fallback, because: .leadsToAndroidFallback)
    }
    return redirect(to: destination, because: .leadsToURL)
  }

  /// Only Chrome itself takes intents from a redirect; web views show an error page.
  private mutating func intent(_ destination: String, _ fallback: String?) -> String? {
    guard let packageName = link.android.packageName ?? site.packageName else {
      reasons.append(.noPackageKnown)
      return nil
    }
    if let app = visit.agent.inAppBrowser { reasons.append(.inAppBrowser(app)) }
    guard visit.agent.browser == .chrome, visit.agent.inAppBrowser == nil else {
      reasons.append(.browserWithoutIntents)
      return nil
    }
    // A link that names its package sends to the store who has no app; one that merely lives on
    // the site of an app leads to its destination.
    return StoreURLs.intent(
      destination: destination, packageName: packageName,
      fallback: fallback ?? destination)
  }
}
