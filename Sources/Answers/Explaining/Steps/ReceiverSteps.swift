import LaunchRouting
import Platforms
import SiteModel

/// The method of an app that receives a launch.
struct ReceiverSteps {
  let context: TapContext
  /// Nil for an app that the configuration does not name.
  let app: AppDefinition?

  /// What becomes of a launch.
  enum Reception {
    /// Nil on Android, where an activity gets an intent.
    case receives(Receiver?)
    case fails(LaunchObstacle, reason: String)
  }

  func tell(_ path: LaunchPath, _ record: inout TapRecord) -> Reception {
    guard let launch else {
      if case .harmony = context.system {
        record.step(
          "launch",
          "the UIAbility whose 'skills' declare the address gets it as the uri of its want",
          [Reference.harmony])
      } else {
        record.step(
          "launch", "the activity whose intent filter declares the address receives ACTION_VIEW",
          [Reference.appLinks])
      }
      return .receives(nil)
    }
    record.launch = launch
    if let obstacle = launch.obstacle {
      let reason = "\(app?.key ?? "the app") \(obstacle.predicate(on: launch.system))"
      record.step("launch", reason, [Reference.scenes], .warning)
      return .fails(obstacle, reason: reason)
    }
    let receiver = receiver(path, launch)
    let place = receiver.key.map { ", in \($0.rawValue)" } ?? ""
    let lifecycle = launch.lifecycle.effective(on: launch.system)
    let older =
      lifecycle == launch.lifecycle
      ? "" : " (iOS \(launch.system) has no \(launch.lifecycle.title))"
    record.step(
      "launch",
      "\(path.title), app \(context.state.phrase): \(receiver.method.rawValue)\(place) receives it"
        + older, [Reference.launches])
    return .receives(receiver)
  }

  /// The first start of an app that a store installs: the link does not come along. Nil where the
  /// app is on the device or does not launch, and on Android.
  func tellFirstStart(_ record: inout TapRecord) -> Receiver? {
    guard !context.installed.holds(app), let launch else { return nil }
    record.launch = launch
    if let obstacle = launch.obstacle {
      record.step(
        "later",
        "after the installation \(app?.key ?? "the app") \(obstacle.predicate(on: launch.system))",
        [Reference.scenes], .warning)
      return nil
    }
    let receiver = receiver(.universalLinkBeforeInstallation, launch)
    record.step(
      "later",
      "after the installation the app starts as if from its icon: \(receiver) receives the launch, "
        + "and the link has to be fetched again", [Reference.launches])
    return receiver
  }

  /// What the tap says of the launch, and what the configuration says where the tap does not; nil on
  /// Android.
  private var launch: LaunchContext? {
    guard case .iOS(let version) = context.system else { return nil }
    var launch = app?.launchContext ?? LaunchContext()
    launch.system = version
    launch.state = context.state
    launch.lifecycle = context.lifecycle ?? launch.lifecycle
    launch.sdk = context.sdk ?? launch.sdk
    return launch
  }

  private func receiver(_ path: LaunchPath, _ launch: LaunchContext) -> Receiver {
    path.receiver(system: launch.system, state: launch.state, lifecycle: launch.lifecycle)
  }
}

extension AppState {
  /// What the app was doing, as it stands in a sentence.
  package var phrase: String {
    self == .notRunning ? "not running" : "in the \(rawValue)"
  }
}

extension Lifecycle {
  fileprivate var title: String {
    switch self {
    case .appDelegate: "app delegates"
    case .scene: "scenes"
    case .swiftUI: "SwiftUI"
    }
  }
}
