import Links
import SiteModel

/// Explains whether a short link survives the installation of an app.
struct DeferredSteps {
  let facts: TapFacts
  let snapshot: ServiceSnapshot

  func add(to record: inout TapRecord) {
    guard !facts.context.isInstalled, let decision = facts.decision else { return }
    let ways = facts.site.definition.shortLinks?.deferred ?? []
    switch (facts.context.system, decision.outcome) {
    case (.android, .landing), (.android, .redirect):
      if ways.contains(.referrer), Self.carriesReferrer(decision.outcome) {
        record.note(
          "the link is passed on to a newly installed app: Google Play hands it over as the install referrer"
        )
      } else if !tellOfPage(decision.outcome, [.referrer, .code], &record), ways.contains(.referrer)
      {
        record.note(
          "the link is not passed on to a newly installed app, since the visit continues on the web: expected "
            + "'android.packageName' in the link, which leads to Google Play, or a page of the app's "
            + "as its destination")
      }
    case (.iOS, .landing(let page)):
      let offers = [
        page.carriedURL == nil ? nil : "copies it", page.offersCode ? "shows a code" : nil,
        page.appClipID == nil ? nil : "offers the App Clip",
      ].compactMap(\.self)
      guard !offers.isEmpty else { return }
      record.note(
        "the link is passed on to a newly installed app: the page \(offers.joined(separator: ", "))"
      )
    case (.iOS, .redirect):
      let page: Set<ClaimWay> = [.paste, .code, .clip]
      guard !tellOfPage(decision.outcome, page, &record), !page.isDisjoint(with: ways) else {
        return
      }
      record.note(
        "the link is not passed on to a newly installed app, since the visit gets no page: expected "
          + "'apple.appStoreID' or 'apple.fallback' in the link, without 'skipPage', or a page of the "
          + "app's as its destination")
    default: return
    }
  }

  /// Explains how the destination page of the visit is passed on to a new app.
  ///
  /// - Parameter possible: the ways that the system of the visit supports.
  /// - Returns: whether the page can be passed on.
  private func tellOfPage(
    _ outcome: Decision.Outcome, _ possible: Set<ClaimWay>, _ record: inout TapRecord
  ) -> Bool {
    guard case .redirect(let location, _) = outcome else { return false }
    let address =
      location.hasPrefix("intent:") ? IntentAddress(location).fallback : location
    let offers = snapshot.deferredWays(ofPageAt: address).filter(possible.contains).map { way in
      switch way {
      case .referrer: "hands it to Google Play as the install referrer"
      case .paste: "copies it"
      case .code: "shows a code"
      case .clip: "offers the App Clip"
      }
    }
    guard !offers.isEmpty else { return false }
    record.note(
      "the destination is passed on to a newly installed app: its page \(offers.joined(separator: ", "))"
    )
    return true
  }

  /// Returns whether the Google Play address that the visit leads or falls back to carries the
  /// link.
  private static func carriesReferrer(_ outcome: Decision.Outcome) -> Bool {
    switch outcome {
    case .landing(let page): page.storeURL?.contains(StoreURLs.carriedName) == true
    case .redirect(let location, _): location.contains(StoreURLs.carriedName)
    default: false
    }
  }
}
