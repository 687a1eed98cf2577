import JSONSyntax
import LaunchRouting
import Links

/// The record of a tap, written while the tap is followed. Entries are added, never changed.
///
/// The texts of entries take most of the time of an explanation. They are only made when they are
/// recorded.
final class TapRecord {
  /// Whether steps, warnings and notes are recorded.
  let isFull: Bool
  private(set) var steps: [LinkExplanation.Step] = []
  private(set) var warnings: [LinkExplanation.Warning] = []
  private(set) var notes: [String] = []
  /// The server's answer at the first URL of a site.
  private(set) var server: ServerAnswer?
  /// The circumstances of the app's launch; nil when no iOS app is launched.
  var launch: LaunchContext?
  private(set) var link: ShortLink?

  init(isFull: Bool) {
    self.isFull = isFull
  }

  func step(
    _ title: LinkExplanation.Step.Title, _ sentence: @autoclosure () -> Sentence,
    _ basis: @autoclosure () -> [String] = [], details: @autoclosure () -> [Sentence] = [],
    _ severity: LinkExplanation.Severity = .fact
  ) {
    guard isFull else { return }
    steps.append(
      .init(
        title: title, sentence: sentence(), details: details(), basis: basis(), severity: severity))
  }

  func note(_ text: @autoclosure () -> String) {
    guard isFull else { return }
    let text = text()
    if !notes.contains(text) { notes.append(text) }
  }

  func warn(_ found: @autoclosure () -> [LinkExplanation.Warning]) {
    guard isFull else { return }
    for warning in found() where !warnings.contains(warning) { warnings.append(warning) }
  }

  func pass(_ facts: TapFacts) {
    if server == nil { server = facts.server }
    if link == nil { link = facts.shortLink?.link }
  }
}

enum TapCourse {
  case ends(LinkExplanation.Outcome, receiver: Receiver? = nil, event: LaunchEvent? = nil)
  case leads(to: String, by: TapSource)

  /// Returns the end of a tap for an app that the system starts but that fails to launch.
  static func fails(_ obstacle: LaunchObstacle, _ reason: Sentence) -> TapCourse {
    .ends(
      .stays(
        .init(
          kind: .noLaunch, reason: reason, shown: "the app quits on launch", obstacle: obstacle)))
  }

  static func stays(
    _ kind: LinkExplanation.Staying.Kind, _ reason: Sentence, _ shown: Sentence,
    receiver: Receiver? = nil
  ) -> TapCourse {
    .ends(.stays(.init(kind: kind, reason: reason, shown: shown)), receiver: receiver)
  }
}
