import JSONSyntax
import LaunchRouting
import Links

/// The record of a tap's way, written while it is walked. Entries are added, never changed.
struct TapRecord {
  private(set) var steps: [LinkExplanation.Step] = []
  /// Each once.
  private(set) var warnings: [LinkExplanation.Warning] = []
  /// Each once.
  private(set) var notes: [String] = []
  /// The server's answer at the first URL of a site.
  private(set) var server: ServerAnswer?
  /// The circumstances of the app's launch; nil where no app of iOS is launched.
  var launch: LaunchContext?
  /// The first short link on the way.
  private(set) var link: ShortLink?

  mutating func step(
    _ title: LinkExplanation.Step.Title, _ sentence: Sentence, _ basis: [String] = [],
    details: [Sentence] = [], _ severity: LinkExplanation.Severity = .fact
  ) {
    steps.append(
      .init(
        title: title, sentence: sentence, details: details, basis: basis, severity: severity))
  }

  mutating func note(_ text: String) {
    if !notes.contains(text) { notes.append(text) }
  }

  mutating func warn(_ found: [LinkExplanation.Warning]) {
    for warning in found where !warnings.contains(warning) { warnings.append(warning) }
  }

  /// A URL of a site that the way passes.
  mutating func pass(_ facts: TapFacts) {
    if server == nil { server = facts.server }
    if link == nil { link = facts.shortLink?.link }
  }
}
