import JSONSyntax
import LaunchRouting
import Links
import Platforms
import SiteModel
import WebSyntax

/// Follows one tap from address to address, as redirects lead, until it ends in an app, a browser
/// or a store.
struct TapWalk {
  private let gathering: FactGathering
  private var record: TapRecord
  /// The addresses so far, to detect circles.
  private var visited: [String] = []

  /// Browsers give up later, but a longer chain is a mistake anyway.
  private static let redirectLimit = 8

  /// - Parameter isFull: whether to record the steps, warnings and notes.
  init(_ gathering: FactGathering, isFull: Bool) {
    self.gathering = gathering
    record = TapRecord(isFull: isFull)
  }

  private var premises: TapPremises { gathering.premises }

  /// Follows an address to the end of the tap.
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
    guard let url = AddressSteps.sent(text, &record) else {
      return SchemeSteps(premises: premises).follow(text, &record)
    }
    guard let own = OwnURL(url, in: premises.snapshot) else {
      let foreign = ForeignHostSteps(url: url, hosts: premises.snapshot.hostNames)
      return visited.count > 1 ? foreign.lead(&record) : foreign.refuse(&record)
    }
    var facts = gathering.facts(about: url, own, by: source)
    record.pass(facts)
    if record.isFull {
      gathering.ask(forWarningsAbout: &facts)
      HostSteps(facts: facts).add(to: &record)
      ShortLinkSteps(facts: facts).add(to: &record)
      DeferredSteps(facts: facts, snapshot: premises.snapshot).add(to: &record)
    }
    return source == .banner ? tapBanner(facts) : tapLink(facts)
  }

  /// Follows a tap on a link, or a redirect that a browser follows.
  private mutating func tapLink(_ facts: TapFacts) -> TapCourse {
    // A redirect stays on the system that has already been described.
    if facts.source != .redirect { SystemSteps(system: facts.context.system).add(to: &record) }
    if case .harmony(let version) = facts.context.system {
      return tapOnHarmony(facts, version)
    }
    if record.isFull {
      TrackingSteps(facts: facts).add(to: &record)
      AssociationSteps(facts: facts).add(to: &record)
      SuccessionSteps(facts: facts).add(to: &record)
    }
    var facts = facts
    facts.page = gathering.page(of: facts)
    record.warn(facts.warnings)
    let widget = WidgetSteps(facts: facts)
    if let app = widget.app { return widget.open(app, LaunchSteps(premises: premises), &record) }
    switch SourceSteps(facts: facts).add(to: &record) {
    case .opens(let answer):
      return LaunchSteps(premises: premises).open(facts, answer, &record)
    case .stays(let reason): return browse(facts, because: reason)
    }
  }

  private mutating func tapOnHarmony(_ facts: TapFacts, _ version: SystemVersion) -> TapCourse {
    switch HarmonySteps(facts: facts, version: version).add(to: &record) {
    case .opens(let app):
      return LaunchSteps(premises: premises).arrive(
        .opened(url: facts.url.description), app: app, by: .universalLink, path: facts.route?.path,
        resolving: facts.shortLink?.link, for: facts.sitePath, &record)
    case .stays(let reason):
      var facts = facts
      facts.page = gathering.page(of: facts)
      return browse(facts, because: reason)
    }
  }

  /// Follows a tap on the Smart App Banner of the page at a URL.
  private mutating func tapBanner(_ facts: TapFacts) -> TapCourse {
    record.warn(facts.warnings)
    var facts = facts
    facts.page = gathering.page(of: facts)
    let banner = BannerSteps(facts: facts)
    switch banner.find(&record) {
    case .none(let reason): return browse(facts, because: reason)
    case .elsewhere(let location): return .leads(to: location, by: .banner)
    case .argument(let argument):
      record.warn(facts.warnings)
      if facts.shortLink == nil {
        SystemSteps(system: facts.context.system).add(to: &record)
        AssociationSteps(facts: facts).add(to: &record)
      }
      return banner.tap(argument, LaunchSteps(premises: premises), &record)
    }
  }

  private mutating func browse(_ facts: TapFacts, because reason: Sentence) -> TapCourse {
    BrowserSteps(facts: facts, reason: reason, launch: LaunchSteps(premises: premises))
      .add(to: &record)
  }
}

/// The inputs of an explanation: the configuration, the time, the tap, and the links of a store.
struct TapPremises {
  let snapshot: ServiceSnapshot
  let now: Timestamp
  let context: TapContext
  let links: LinkNotebook
}
