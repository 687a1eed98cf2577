package import JSONSyntax
import Platforms

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
  /// What the receiver requires of the app, and caveats, as sentences without a capital or full stop.
  public private(set) var notes: [String] = []
  /// Why the app does not launch, which leaves event, destination and receiver nil; nil if it does.
  public private(set) var obstacle: LaunchObstacle?
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
        notes: context.notes(on: nil, by: nil), obstacle: obstacle)
    }
    if report.path == .presentedNotification { return presentation(report) }
    let receiver = report.path?.receiver(
      system: context.system, state: context.state, lifecycle: context.lifecycle)
    let notes = context.notes(on: receiver, by: report.path)
    guard let launch = report.launch else {
      return LaunchEvaluation(
        event: nil, destination: home(session: context.session), receiver: receiver,
        problems: report.problems, notes: notes)
    }
    let tracking = track(launch)
    let decision = decide(
      launch, event: tracking.event, session: context.session, resolve: resolve)
    return LaunchEvaluation(
      event: tracking.event, destination: decision.destination, receiver: receiver,
      problems: report.problems + tracking.problems + decision.problems, notes: notes)
  }

  /// The step before a tap: the app only says how the notification is shown, so there is neither an
  /// event nor a destination.
  private func presentation(_ report: ReportedLaunch) -> LaunchEvaluation {
    let context = report.context
    var receiver: Receiver?
    var problem: LaunchProblem?
    if context.state != .foreground {
      problem = LaunchProblem(
        "presented",
        "an app that is \(context.state.phrase) is not asked, since the system shows the "
          + "notification itself: expected \"state\": \"foreground\"")
    } else if !context.system.has(.userNotifications) {
      problem = LaunchProblem(
        "presented",
        "iOS \(context.system) hands a notification in the foreground to the app as if it "
          + "were tapped: expected iOS \(PlatformFeature.userNotifications.introduction) or later")
    } else {
      receiver = LaunchPath.presentedNotification.receiver(
        system: context.system, state: context.state, lifecycle: context.lifecycle)
    }
    return LaunchEvaluation(
      event: nil, destination: nil, receiver: receiver,
      problems: report.problems + (problem.map { [$0] } ?? []),
      notes: context.notes(on: receiver, by: report.path))
  }
}

extension LaunchContext {
  /// Returns what the receiver of a launch requires, and whether the system is newer than what is
  /// known.
  func notes(on receiver: Receiver?, by path: LaunchPath?) -> [String] {
    let effective = lifecycle.effective(on: system)
    var notes = receiver?.method.isOfNotificationCenter == true ? [effective.centerDelegate] : []
    if path == .localNotification, state == .notRunning, effective == .appDelegate,
      system.has(.userNotifications)
    {
      notes.append(
        "the launch options no longer hold the notification: their key 'localNotification' is "
          + "deprecated since iOS \(PlatformFeature.userNotifications.introduction)")
    }
    return notes + (Platform.iOS.note(on: system).map { [$0] } ?? [])
  }
}

extension Receiver.Method {
  fileprivate var isOfNotificationCenter: Bool {
    self == .didReceiveResponse || self == .willPresent
  }
}

extension Lifecycle {
  /// Who has to be the delegate of the notification centre, and since when. Source: Apple,
  /// UNUserNotificationCenter.delegate.
  fileprivate var centerDelegate: String {
    let (owner, moment) =
      switch self {
      case .appDelegate:
        ("the app delegate", "before application(_:didFinishLaunchingWithOptions:) returns")
      case .scene: ("the scene delegate", "in scene(_:willConnectTo:options:)")
      case .swiftUI:
        (
          "the app delegate of @UIApplicationDelegateAdaptor",
          "before application(_:didFinishLaunchingWithOptions:) returns"
        )
      }
    return "\(owner) must be made the delegate of UNUserNotificationCenter \(moment): without a "
      + "delegate the notification is lost"
  }
}

extension LaunchEvaluation {
  package var output: JSONOutput {
    [
      "event": event?.output ?? .null, "destination": destination?.output ?? .null,
      "receiver": receiver?.output ?? .null, "problems": .strings(problems.map(\.description)),
      "notes": .strings(notes), "launch": obstacle?.output ?? .null,
    ]
  }
}
