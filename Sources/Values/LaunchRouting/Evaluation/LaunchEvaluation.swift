package import JSONSyntax

/// The full evaluation of a launch.
public struct LaunchEvaluation: Hashable, Sendable {
  /// The event for analytics; nil for none.
  public let event: LaunchEvent?
  /// The destination in the app; nil when the app stays where it is.
  public let destination: Destination?
  /// The method that receives the launch; nil for an unknown kind of launch.
  public let receiver: Receiver?
  /// Empty when there are no problems.
  public let problems: [LaunchProblem]
}

extension LaunchRules {
  /// Tracks, decides and finds the receiver of a reported launch. Total: a missing or invalid field
  /// makes the event nil and the destination home.
  public func evaluate(
    _ report: ReportedLaunch, resolve: DeepLinkResolver
  ) -> LaunchEvaluation {
    let context = report.context
    let receiver = report.path?.receiver(
      system: context.system, state: context.state, lifecycle: context.lifecycle)
    guard let launch = report.launch else {
      return LaunchEvaluation(
        event: nil, destination: home(session: context.session), receiver: receiver,
        problems: report.problems)
    }
    let tracking = track(launch)
    let decision = decide(
      launch, event: tracking.event, session: context.session, resolve: resolve)
    return LaunchEvaluation(
      event: tracking.event, destination: decision.destination, receiver: receiver,
      problems: report.problems + tracking.problems + decision.problems)
  }
}

extension LaunchEvaluation {
  /// The JSON form.
  package var output: JSONOutput {
    .object([
      .init("event", event?.output ?? .null),
      .init("destination", destination?.output ?? .null),
      .init("receiver", receiver?.output ?? .null),
      .init("problems", .strings(problems.map(\.description))),
    ])
  }
}
