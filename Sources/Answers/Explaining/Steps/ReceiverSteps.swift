import AppAssociation
package import LaunchRouting

/// The method of an app that receives a launch.
struct ReceiverSteps {
  let context: TapContext

  /// Nil on Android, where an activity gets an intent.
  @discardableResult
  func tell(_ path: LaunchPath, _ record: inout TapRecord) -> Receiver? {
    guard case .iOS(let version) = context.system else {
      record.step(
        "launch", "the activity whose intent filter declares the address receives ACTION_VIEW",
        [Reference.appLinks])
      return nil
    }
    let receiver = receiver(path, version)
    let place = receiver.key.map { ", in \($0.rawValue)" } ?? ""
    let lifecycle = context.lifecycle.effective(on: version.launchVersion)
    let older =
      lifecycle == context.lifecycle ? "" : " (iOS \(version) has no \(context.lifecycle.title))"
    record.step(
      "launch",
      "\(path.title), app \(context.state.phrase): \(receiver.method.rawValue)\(place) receives it"
        + older, [Reference.launches])
    return receiver
  }

  /// The first start of an app that a store installs: the link does not come along. Nil where the
  /// app is on the device, and on Android.
  func tellFirstStart(_ record: inout TapRecord) -> Receiver? {
    guard !context.isInstalled, case .iOS(let version) = context.system else { return nil }
    let receiver = receiver(.universalLinkBeforeInstallation, version)
    record.step(
      "later",
      "after the installation the app starts as if from its icon: \(receiver) receives the launch, "
        + "and the link has to be fetched again", [Reference.launches])
    return receiver
  }

  private func receiver(_ path: LaunchPath, _ version: SystemVersion) -> Receiver {
    path.receiver(
      system: version.launchVersion, state: context.state, lifecycle: context.lifecycle)
  }
}

extension SystemVersion {
  /// The same version as launches know it.
  fileprivate var launchVersion: IOSVersion {
    IOSVersion(major: major, minor: minor, patch: patch)
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
