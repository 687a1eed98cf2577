package import JSONSyntax

/// The whole answer about a launch.
public struct LaunchEvaluation: Hashable, Sendable {
  /// What analytics is told; nil for nothing.
  public let event: LaunchEvent?
  /// What the app shows; nil when it stays where it is.
  public let destination: Destination?
  /// The method that receives the launch; nil when the launch is of no known kind.
  public let receiver: Receiver?
  /// Empty when everything is as it should be.
  public let problems: [LaunchProblem]
}

extension LaunchRules {
  /// Tracks, decides and finds the receiver of a reported launch. Total: what is missing or wrong
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
  /// As answers show it.
  package var output: JSONOutput {
    .object([
      .init("event", event?.output ?? .null),
      .init("destination", destination?.output ?? .null),
      .init("receiver", receiver?.output ?? .null),
      .init("problems", .strings(problems.map(\.description))),
    ])
  }
}
