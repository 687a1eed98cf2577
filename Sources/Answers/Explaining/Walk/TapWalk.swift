import JSONSyntax
import LaunchRouting
package import Links
import Platforms
package import SiteModel
import WebSyntax

/// Follows one tap from address to address, as redirects lead, until it ends in an app, a browser
/// or a store.
struct TapWalk {
  private let premises: TapPremises
  /// The addresses so far, to detect circles.
  private var visited: [String] = []

  /// Browsers give up later, but a longer chain is a mistake anyway.
  private static let redirectLimit = 8

  init(_ premises: TapPremises) {
    self.premises = premises
  }

  private var record: TapRecord { premises.record }

  mutating func explain(_ url: String) -> LinkExplanation {
    var (address, source) = (url, premises.context.source)
    while true {
      switch course(at: address, by: source) {
      case .leads(let next, let way): (address, source) = (next, way)
      case .ends(let outcome, let receiver, let event):
        return LinkExplanation(
          url: url, context: context, steps: record.steps, warnings: record.warnings,
          notes: record.notes, link: record.link, server: record.server, outcome: outcome,
          receiver: receiver, event: event)
      }
    }
  }

  /// The tap, completed with the configuration of the launched app.
  private var context: TapContext {
    var context = premises.context
    context.lifecycle = record.launch?.lifecycle ?? context.lifecycle
    context.sdk = record.launch?.sdk ?? context.sdk
    return context
  }

  private mutating func course(at text: String, by source: TapSource) -> TapCourse {
    guard !visited.contains(text), visited.count < Self.redirectLimit else {
      record.step(.circle, "the redirects return to '\(text)'", [], .warning)
      return .stays(.loop, "the redirects form a loop", .browserError)
    }
    visited.append(text)
    guard let url = premises.sent(text) else { return premises.follow(scheme: text) }
    guard let own = OwnURL(url, in: premises.snapshot) else {
      return visited.count > 1 ? premises.lead(toForeign: url) : premises.refuse(foreign: url)
    }
    var facts = premises.facts(about: url, own, by: source)
    record.pass(facts)
    if record.isFull {
      facts.askForWarnings()
      facts.tellHost()
      facts.tellShortLink()
      facts.tellDeferred()
    }
    return source == .banner ? tapBanner(facts) : tapLink(facts)
  }

  /// Follows a tap on a link, or a redirect that a browser follows.
  private func tapLink(_ facts: TapFacts) -> TapCourse {
    // A redirect stays on the system that has already been described.
    if facts.source != .redirect { premises.tellSystem() }
    if case .harmony(let version) = facts.context.system { return tapOnHarmony(facts, version) }
    if record.isFull {
      facts.tellTracking()
      facts.tellAssociation()
      facts.tellSuccession()
    }
    var facts = facts
    facts.findPage()
    record.warn(facts.warnings)
    if let app = facts.widgetApp { return facts.openWidget(of: app) }
    switch facts.passSource() {
    case .opens(let answer): return premises.open(facts, answer)
    case .stays(let reason): return BrowserSteps(facts: facts, reason: reason).browse()
    }
  }

  private func tapOnHarmony(_ facts: TapFacts, _ version: SystemVersion) -> TapCourse {
    switch facts.passHarmony(version) {
    case .opens(let app):
      return premises.arrive(
        .opened(url: facts.url.description), app: app, by: .universalLink, path: facts.route?.path,
        asking: facts)
    case .stays(let reason):
      var facts = facts
      facts.findPage()
      return BrowserSteps(facts: facts, reason: reason).browse()
    }
  }

  /// Follows a tap on the Smart App Banner of the page at a URL.
  private func tapBanner(_ facts: TapFacts) -> TapCourse {
    record.warn(facts.warnings)
    var facts = facts
    facts.findPage()
    switch facts.findBanner() {
    case .none(let reason): return BrowserSteps(facts: facts, reason: reason).browse()
    case .elsewhere(let location): return .leads(to: location, by: .banner)
    case .argument(let argument):
      record.warn(facts.warnings)
      if facts.shortLink == nil {
        premises.tellSystem()
        facts.tellAssociation()
      }
      return facts.tapBanner(argument)
    }
  }
}

/// The inputs of an explanation: the configuration, the time, the tap, the links of a store and the
/// association files; and the record of what it says.
struct TapPremises {
  let snapshot: ServiceSnapshot
  let now: Timestamp
  let context: TapContext
  let links: LinkNotebook
  /// The association files read so far.
  let shelf: AssociationShelf
  let record: TapRecord
}

/// Explains taps by asking the functions that decide on the server, on the device and in the app.
/// Uses no clock, no store and no network.
package struct LinkExplainer {
  private let snapshot: ServiceSnapshot
  private let now: Timestamp
  private let shelf: AssociationShelf

  package init(_ snapshot: ServiceSnapshot, now: Timestamp, shelf: AssociationShelf? = nil) {
    self.snapshot = snapshot
    self.now = now
    self.shelf = shelf ?? AssociationShelf(snapshot, remembersAnswers: true)
  }

  /// Explains a tap. Every text has an answer.
  ///
  /// - Parameters:
  ///   - links: finds the links of a store; nil without a store.
  ///   - isFull: false for an explanation without steps, warnings and notes, which takes a fraction of
  ///     the time.
  package func explain(
    _ url: String, context: TapContext = TapContext(), links: LinkNotebook? = nil,
    isFull: Bool = true
  ) -> LinkExplanation {
    let premises = TapPremises(
      snapshot: snapshot, now: now, context: context, links: links ?? LinkNotebook(snapshot),
      shelf: shelf, record: TapRecord(isFull: isFull))
    var walk = TapWalk(premises)
    return walk.explain(url)
  }
}

/// The address that a visitor asks about by appending `?d=1` or `+`.
package enum ExplainedAddress {
  /// Returns the address without `d=1` in its query and `+` at the end of its path.
  package static func withoutQuestion(_ url: String) -> String {
    let hash = url.firstIndex(of: "#") ?? url.endIndex
    let mark = url[..<hash].firstIndex(of: "?") ?? hash
    var path = url[..<mark]
    if path.hasSuffix("+") { path.removeLast() }
    let query = url[mark..<hash].dropFirst()
    let items = query.split(separator: "&", omittingEmptySubsequences: false)
    let kept = items.filter { $0 != Visit.question }.joined(separator: "&")
    return path + (kept.isEmpty ? "" : "?" + kept) + url[hash...]
  }
}
