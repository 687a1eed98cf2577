import JSONSyntax
import LaunchRouting

/// The outcome of one address in the course of a tap.
enum TapCourse {
  /// The tap ends here.
  case ends(LinkExplanation.Outcome, receiver: Receiver? = nil, event: LaunchEvent? = nil)
  /// The tap continues at another address.
  case leads(to: String, by: TapSource)

  /// Returns the end of a tap for an app that the system starts but that fails to launch.
  static func fails(_ obstacle: LaunchObstacle, _ reason: Sentence) -> TapCourse {
    .ends(
      .stays(
        .init(
          kind: .noLaunch, reason: reason,
          shown: Sentence("the app quits on launch", "アプリは起動時に終了します"), obstacle: obstacle)))
  }

  /// Returns the end of a tap in a browser or a store.
  static func stays(
    _ kind: LinkExplanation.Staying.Kind, _ reason: Sentence, _ shown: Sentence,
    receiver: Receiver? = nil
  ) -> TapCourse {
    .ends(.stays(.init(kind: kind, reason: reason, shown: shown)), receiver: receiver)
  }
}
