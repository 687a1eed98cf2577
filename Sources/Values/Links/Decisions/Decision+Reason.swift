package import JSONSyntax

extension Decision {
  /// An observation on the way to an outcome.
  package enum Reason: Equatable, Sendable {
    case slugIsUnknown
    case notYetValid(Timestamp)
    case archived
    case expired(Timestamp)
    case clicksUsedUp(Int)
    case leadsToExpiredURL
    case destinationNotAllowed(String)
    case valueMissing(String)
    case pathNotTaken
    case asksPassword
    case passwordGiven
    case explanationAsked
    case previewBot(UserAgent.PreviewBot)
    case previewWithoutTags(UserAgent.PreviewBot)
    case platform(UserAgent.Platform)
    case mayBeIPad
    case inAppBrowser(UserAgent.InAppBrowser)
    case skipsPage
    case linkNamesStoreOrFallback
    case showsPage
    case leadsToAppleFallback
    case leadsToIPadFallback
    case leadsToAppStore
    case botWithoutApps
    case noPackageKnown
    case browserWithoutIntents
    case leadsToIntent
    case leadsToAndroidFallback
    case leadsToPlayStore
    case leadsToDesktopFallback
    case leadsToURL
    case ruleDecides(Int, share: Int?)
    case noRuleHolds
  }
}

extension Decision.Reason: TableSentence {
  package var times: [String] {
    switch self {
    case .notYetValid(let time), .expired(let time): [time.description]
    default: []
    }
  }

  package var told: Sentence {
    switch self {
    case .slugIsUnknown: "no link has this slug"
    case .notYetValid(let time): "the link begins at \(time)"
    case .archived: "the link is archived"
    case .expired(let time): "the link expired at \(time)"
    case .clicksUsedUp(let count): "the link's \(count) clicks are used up"
    case .leadsToExpiredURL: "'expiredURL' says where to go after the end"
    case .destinationNotAllowed(let fault): "the link may not lead to this address: \(fault)"
    case .valueMissing(let name): "the visit has no value for '{\(name)}' in the destination"
    case .pathNotTaken: "a value would put '.' or '..' into the destination's path"
    case .asksPassword: "the link asks for a password"
    case .passwordGiven: "the password was given"
    case .explanationAsked: "the way of the link is asked for with 'd=1' or '+'"
    case .previewBot(let bot): "\(bot.name) fetches a preview, and the link has social tags"
    case .previewWithoutTags(let bot):
      "\(bot.name) fetches a preview, but the link has no social tags: it is redirected like everybody"
    case .platform(.unknown): "the visitor's system is unknown"
    case .platform(let platform): "the visitor uses \(platform.name)"
    case .mayBeIPad:
      "an iPad that asks for desktop pages, as it does by default, sends the same user agent as "
        + "a Mac: the server cannot tell them apart"
    case .inAppBrowser(.unnamed):
      "the browser is built into an app (unnamed), where universal links rarely open apps"
    case .inAppBrowser(let app):
      "the browser is built into an app (\(app.rawValue)), where universal links rarely open apps"
    case .skipsPage: "'skipPage' leaves the page out"
    case .linkNamesStoreOrFallback: "the link names an App Store number or an Apple fallback"
    case .showsPage: "a page shows the ways to go on"
    case .leadsToAppleFallback: "'apple.fallback' says where to go without the app"
    case .leadsToIPadFallback: "'apple.ipadFallback' says where to go without the app on iPad"
    case .leadsToAppStore: "the link names an App Store number and no fallback"
    case .botWithoutApps: "a crawler opens no app and visits no store"
    case .noPackageKnown: "no Android package is known"
    case .browserWithoutIntents:
      "the browser opens apps by an 'intent:' URL from a tap alone, not from a redirect"
    case .leadsToIntent: "the browser opens the package's app, or goes on to the fallback"
    case .leadsToAndroidFallback: "'android.fallback' says where to go without the app"
    case .leadsToPlayStore: "the link names a package and no fallback"
    case .leadsToDesktopFallback: "'desktop.fallback' says where to go from a desktop"
    case .leadsToURL: "'url' says where the link leads"
    case .ruleDecides(let position, let share):
      "the condition of \(Sentence(LinkRule.name(at: position), "\(position + 1)")) holds, and its URL takes the place of "
        + "the link's own" + (share.map { ", for \($0) of a hundred visits" } ?? "")
    case .noRuleHolds: "the condition of no rule holds"
    }
  }
}
