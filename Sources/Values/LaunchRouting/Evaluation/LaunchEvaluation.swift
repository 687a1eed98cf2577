package import JSONSyntax

/// The full evaluation of a launch.
public struct LaunchEvaluation: Hashable, Sendable {
  /// The analytics event; nil when there is none.
  public let event: LaunchEvent?
  /// The destination in the app; nil when the app stays where it is.
  public let destination: Destination?
  /// The method that receives the launch; nil when the kind of launch is unknown or the app does
  /// not launch.
  public let receiver: Receiver?
  /// The problems found; empty when there are none.
  public let problems: [LaunchProblem]
  /// Why the app does not launch, which leaves event, destination and receiver nil; nil if it does.
  public let obstacle: LaunchObstacle?

  init(
    event: LaunchEvent?, destination: Destination?, receiver: Receiver?, problems: [LaunchProblem],
    obstacle: LaunchObstacle? = nil
  ) {
    self.event = event
    self.destination = destination
    self.receiver = receiver
    self.problems = problems
    self.obstacle = obstacle
  }
}

extension LaunchRules {
  /// Tracks, decides and finds the receiver of a reported launch. Never fails: if a field is
  /// missing or invalid, the event is nil and the destination is home.
  public func evaluate(
    _ report: ReportedLaunch, resolve: DeepLinkResolver
  ) -> LaunchEvaluation {
    let context = report.context
    if let obstacle = context.obstacle {
      let problem = LaunchProblem(
        "lifecycle", "the app " + obstacle.predicate(on: context.system))
      return LaunchEvaluation(
        event: nil, destination: nil, receiver: nil, problems: report.problems + [problem],
        obstacle: obstacle)
    }
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
      .init("launch", obstacle?.output ?? .null),
    ])
  }
}
