import JSONSyntax
import LaunchRouting

/// The outcome of one address on the way of a tap.
enum TapCourse {
  /// The way ends here.
  case ends(LinkExplanation.Outcome, receiver: Receiver? = nil, event: LaunchEvent? = nil)
  /// It goes on at another address.
  case leads(to: String, by: TapSource)

  /// An app that the system starts in vain.
  static func fails(_ obstacle: LaunchObstacle, _ reason: Sentence) -> TapCourse {
    .ends(
      .stays(
        .init(
          kind: .noLaunch, reason: reason,
          shown: Sentence("the app ends at its start", "アプリは起動時に終了します"), obstacle: obstacle)))
  }

  /// An end in a browser or a store.
  static func stays(
    _ kind: LinkExplanation.Staying.Kind, _ reason: Sentence, _ shown: Sentence,
    receiver: Receiver? = nil
  ) -> TapCourse {
    .ends(.stays(.init(kind: kind, reason: reason, shown: shown)), receiver: receiver)
  }
}
