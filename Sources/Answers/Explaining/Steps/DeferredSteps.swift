import Links
import SiteModel

/// Whether the visitor of a short link takes it along into an app that is installed afterwards.
struct DeferredSteps {
  let facts: TapFacts

  func tell(_ record: inout TapRecord) {
    guard !facts.context.isInstalled, let decision = facts.decision else { return }
    let ways = facts.site.definition.shortLinks?.deferred ?? []
    switch (facts.context.system, decision.outcome) {
    case (.android, .landing), (.android, .redirect):
      guard ways.contains(.referrer) else { return }
      record.note(
        Self.carriesReferrer(decision.outcome)
          ? "the link goes along to a new app: Google Play hands it over as the install referrer"
          : "the link does not go along to a new app, since the visit goes on to the web: expected "
            + "'android.packageName' in the link, which leads to Google Play")
    case (.iOS, .landing(let page)):
      let offers = [
        page.carriedURL == nil ? nil : "copies it", page.offersCode ? "shows a code" : nil,
        page.appClipID == nil ? nil : "offers the App Clip",
      ].compactMap(\.self)
      guard !offers.isEmpty else { return }
      record.note("the link goes along to a new app: the page \(offers.joined(separator: ", "))")
    case (.iOS, .redirect):
      guard !Set(ways).isDisjoint(with: [.paste, .code, .clip]) else { return }
      record.note(
        "the link does not go along to a new app, since the visit gets no page: expected "
          + "'apple.appStoreID' or 'apple.fallback' in the link, without 'skipPage'")
    default: return
    }
  }

  /// Whether the address of Google Play that the visit leads to, or falls back on, has the link.
  private static func carriesReferrer(_ outcome: Decision.Outcome) -> Bool {
    switch outcome {
    case .landing(let page): page.storeURL?.contains(StoreURLs.carriedName) == true
    case .redirect(let location, _): location.contains(StoreURLs.carriedName)
    default: false
    }
  }
}
