import LaunchRouting
import Platforms
import Testing

/// Where the receivers change; the article of the launch matrix has the receivers themselves.
struct ReceiverTests {
  @Test(arguments: [
    (Lifecycle.appDelegate, ["9.0", "9.3.5"]),
    (.appDelegate, ["10.0", "12.5.7", "13.0", "14.0", "17.0.1", "26.0"]),
    (.scene, ["13.0", "14.0", "17.0.1", "26.0"]), (.swiftUI, ["14.0", "17.0.1", "26.0"]),
  ])
  func `has the same receivers on all systems of an era`(
    lifecycle: Lifecycle, systems: [String]
  ) throws {
    for path in LaunchPath.allCases {
      for state in AppState.allCases {
        let receivers = try systems.map { text in
          let system = try #require(SystemVersion(text))
          return path.receiver(system: system, state: state, lifecycle: lifecycle)
        }
        #expect(Set(receivers).count == 1, "\(path) \(state)")
      }
    }
  }

  @Test(arguments: [LaunchPath.presentedNotification, .universalLinkBeforeInstallation])
  func `has one receiver for a path that is possible in one state`(path: LaunchPath) {
    for lifecycle in [Lifecycle.appDelegate, .scene, .swiftUI] {
      let receivers = AppState.allCases.map {
        path.receiver(system: .newestIOS, state: $0, lifecycle: lifecycle)
      }
      #expect(Set(receivers).count == 1)
    }
  }

  @Test func `uses older delegates on systems without scenes or SwiftUI`() {
    for path in LaunchPath.allCases {
      for state in AppState.allCases {
        func receiver(_ major: Int, _ lifecycle: Lifecycle) -> Receiver {
          path.receiver(system: SystemVersion(major), state: state, lifecycle: lifecycle)
        }
        #expect(receiver(13, .swiftUI) == receiver(13, .scene))
        #expect(receiver(12, .swiftUI) == receiver(12, .appDelegate))
        #expect(receiver(12, .scene) == receiver(12, .appDelegate))
      }
    }
  }

  @Test func `finds the path of each launch`() {
    #expect(Launch.normal.path == .normal)
    #expect(Launch.openURL(.init(url: "a:b")).path == .url)
    #expect(Launch.shortcutItem(.init(type: "t")).path == .quickAction)
    #expect(
      Launch.notification(.init(identifier: "n", trigger: .push)).path == .remoteNotification)
    #expect(
      Launch.notification(.init(identifier: "n", trigger: .other)).path == .localNotification)
    let web = Launch.UserActivity(activityType: ActivityType.browsingWeb)
    #expect(Launch.userActivity(web).path == .universalLink)
    #expect(Launch.userActivity(.init(activityType: "t")).path == .userActivity)
  }
}
