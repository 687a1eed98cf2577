import AppAssociation
import HTTPCore
import LaunchRouting
import Links
import SiteModel
import WebSyntax

/// The way of one tap, written down while it is walked.
struct TapWalk {
  let snapshot: ServiceSnapshot
  let now: Timestamp
  let context: TapContext
  let links: LinkNotebook
  var shelf: AssociationShelf
  var steps: [LinkExplanation.Step] = []
  var warnings: [LinkExplanation.Warning] = []
  var notes: [String] = []
  /// The short link that the first URL names.
  var link: ShortLink?
  /// The addresses on the way, to see circles.
  private var visited: [String] = []

  /// Browsers give up later; a way that is longer is a mistake anyway.
  private static let redirectLimit = 8

  init(
    snapshot: ServiceSnapshot, now: Timestamp, context: TapContext, links: LinkNotebook,
    shelf: AssociationShelf
  ) {
    self.snapshot = snapshot
    self.now = now
    self.context = context
    self.links = links
    self.shelf = shelf
  }

  /// Where a way ends.
  struct Ending {
    let outcome: LinkExplanation.Outcome
    var receiver: Receiver?
    var event: LaunchEvent?

    static func stays(
      _ kind: LinkExplanation.Staying.Kind, _ reason: String, _ shown: String,
      receiver: Receiver? = nil
    ) -> Ending {
      let staying = LinkExplanation.Staying(kind: kind, reason: reason, shown: shown)
      return Ending(outcome: .stays(staying), receiver: receiver)
    }
  }

  // MARK: - Writing down

  mutating func step(
    _ title: String, _ sentence: String, _ basis: [String] = [], details: [String] = [],
    _ severity: LinkExplanation.Severity = .fact
  ) {
    steps.append(
      .init(
        title: title, sentence: sentence, details: details, basis: basis, severity: severity))
  }

  mutating func note(_ text: String?) {
    if let text, !notes.contains(text) { notes.append(text) }
  }

  private mutating func warn(_ facts: TapFacts) {
    for warning in TapWarnings.found(facts) where !warnings.contains(warning) {
      warnings.append(warning)
    }
  }

  // MARK: - Walking

  /// Follows an address that was tapped or redirected to.
  mutating func follow(_ text: String, by source: TapSource) -> Ending {
    guard !visited.contains(text), visited.count < Self.redirectLimit else {
      step("circle", "the redirects come back to '\(text)'", [], .warning)
      return .stays(.loop, "the redirects go in a circle", "the browser shows an error")
    }
    visited.append(text)
    guard let url = webURL(text) else { return followScheme(text) }
    guard let own = OwnURL(url, in: snapshot) else { return foreign(url) }
    var facts = gather(url, own, source)
    announce(facts)
    if source == .banner {
      warn(facts)
      return tapBanner(facts)
    }
    describeSystem(facts)
    describeAssociation(facts)
    facts.page = pageFacts(facts)
    warn(facts)
    return decide(facts)
  }

  /// A web address as browsers send it: with those characters escaped that no URL may hold.
  private mutating func webURL(_ text: String) -> WebURL? {
    guard let url = WebURL(text), URLScheme.isWeb(url.scheme) else { return nil }
    let encoded = PercentCoding.encodeUnsafe(Array(text.utf8)[...])
    guard encoded != text, let sent = WebURL(encoded) else { return url }
    step(
      "address", "it is sent as '\(encoded)': rules compare the URL as it is encoded",
      ["R24"])
    return sent
  }

  private mutating func foreign(_ url: WebURL) -> Ending {
    guard visited.count > 1 else {
      let hosts = snapshot.hostNames.joined(separator: ", ")
      let what = url.userInfo == nil ? "'\(url.host)' is no host of any site" : "it names a user"
      step("host", "\(what): expected one of \(hosts)", ["sites[].hosts"], .warning)
      return .stays(.site, "no site of the configuration serves '\(url.host)'", "it is shown there")
    }
    if let store = Self.storeName(url) {
      step("store", "\(store) takes over", [])
      return .stays(.store, "the short link leads to \(store)", "\(store) shows the app")
    }
    step("host", "'\(url.host)' is somebody else's: what follows there is not known here", [])
    return .stays(.site, "the way leads to another site", "'\(url)' is shown")
  }

  static func storeName(_ url: WebURL) -> String? {
    switch url.host.lowercased() {
    case "apps.apple.com", "itunes.apple.com": "the App Store"
    case "play.google.com": "the Play Store"
    default: nil
    }
  }

  /// Whether the place of the tap lets the app open, and what follows where it does not.
  private mutating func decide(_ facts: TapFacts) -> Ending {
    guard let answer = facts.answer, answer.opens else {
      return browse(facts, because: refusal(facts))
    }
    guard context.isInstalled else {
      step("app", "\(answer.name) is not installed, so the link goes to the browser", ["R33"])
      return browse(facts, because: "\(answer.name) is not installed")
    }
    let passage = facts.source.passage(on: context.system)
    step("source", passage.sentence, passage.basis, passage.isCertain ? .fact : .note)
    note(passage.note)
    guard passage.opens else { return browse(facts, because: passage.sentence) }
    if context.system.isApple {
      note(
        "people may have chosen 'Open in Safari' for this host once; a server cannot see that "
          + "(\(Source.debugging))")
    }
    return open(facts, answer, url: facts.url.description)
  }

  private func refusal(_ facts: TapFacts) -> String {
    let file = context.system.isApple ? "apple-app-site-association" : "assetlinks.json"
    guard let answer = facts.answer else { return "the site serves no \(file)" }
    if let obstacle = answer.explanation.obstacle { return obstacle }
    switch answer.explanation.verdict.decision {
    case .exclude:
      return "\(answer.explanation.verdict.rule ?? "a rule") keeps it in the browser"
    default: return "no rule of the association file covers it"
    }
  }
}
