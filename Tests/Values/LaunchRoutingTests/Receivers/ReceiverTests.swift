import LaunchRouting
import Platforms
import Testing

/// The receivers of the documentation's table, written out by hand and independent of the tested
/// function.
struct ReceiverTests {
  struct Row: CustomTestStringConvertible {
    let paths: [LaunchPath]
    let states: [AppState]
    let application: String
    let scene: String

    init(_ paths: [LaunchPath], _ states: [AppState], _ application: String, _ scene: String) {
      self.paths = paths
      self.states = states
      self.application = application
      self.scene = scene
    }

    var testDescription: String { "\(paths) \(states)" }
  }

  static let connect = "scene(_:willConnectTo:options:)"
  static let finish = "application(_:didFinishLaunchingWithOptions:)"
  static let response = "userNotificationCenter(_:didReceive:withCompletionHandler:)"
  static let perform = "application(_:performActionFor:completionHandler:)"
  static let goOn = "application(_:continue:restorationHandler:)"
  static let present = "userNotificationCenter(_:willPresent:withCompletionHandler:)"

  static let rows = [
    Row([.normal], [.notRunning], finish, connect),
    Row(
      [.normal], [.background], "applicationWillEnterForeground(_:)",
      "sceneWillEnterForeground(_:)"),
    Row([.normal], [.foreground], "applicationDidBecomeActive(_:)", "sceneDidBecomeActive(_:)"),
    Row(
      [.localNotification, .remoteNotification], [.notRunning], finish + ", remoteNotification",
      connect + ", connectionOptions.notificationResponse"),
    Row(
      [.localNotification, .remoteNotification], [.background, .foreground], response, response),
    Row([.presentedNotification], AppState.allCases, present, present),
    Row(
      [.url], [.notRunning], "application(_:open:options:)",
      connect + ", connectionOptions.urlContexts"),
    Row(
      [.url], [.background, .foreground], "application(_:open:options:)",
      "scene(_:openURLContexts:)"),
    Row([.quickAction], [.notRunning], perform, connect + ", connectionOptions.shortcutItem"),
    Row(
      [.quickAction], [.background, .foreground], perform,
      "windowScene(_:performActionFor:completionHandler:)"),
    Row(
      [.universalLink, .userActivity], [.notRunning], goOn,
      connect + ", connectionOptions.userActivities"),
    Row([.universalLink, .userActivity], [.background, .foreground], goOn, "scene(_:continue:)"),
    Row([.universalLinkBeforeInstallation], AppState.allCases, finish, connect),
  ]

  static let systems = ["9.0", "9.3.5", "10.0", "12.5.7", "13.0", "14.0", "17.0.1", "26.0"]

  @Test(arguments: rows)
  func `knows the receiver of every path, state, system and lifecycle`(row: Row) throws {
    for path in row.paths {
      for state in row.states {
        for text in Self.systems {
          let system = try #require(SystemVersion(text))
          for lifecycle in [Lifecycle.appDelegate, .scene] {
            let hasScenes = system.major >= 13 && lifecycle == .scene
            let old = system.major < 10 ? Self.beforeTen(path, state) : nil
            let expected = old ?? (hasScenes ? row.scene : row.application)
            let receiver = path.receiver(system: system, state: state, lifecycle: lifecycle)
            #expect(receiver.description == expected, "\(path) \(state) \(text) \(lifecycle)")
          }
        }
      }
    }
  }

  /// The differences before UserNotifications.
  private static func beforeTen(_ path: LaunchPath, _ state: AppState) -> String? {
    let remote = "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)"
    switch (path, state) {
    case (.presentedNotification, _): return remote
    case (.remoteNotification, .background), (.remoteNotification, .foreground): return remote
    case (.localNotification, .background), (.localNotification, .foreground):
      return "application(_:didReceive:)"
    default: return nil
    }
  }

  @Test func `covers every path and state`() {
    let covered = Set(
      Self.rows.flatMap { row in
        row.paths.flatMap { path in row.states.map { "\(path) \($0)" } }
      })
    #expect(covered.count == LaunchPath.allCases.count * AppState.allCases.count)
  }

  @Test(arguments: [
    (LaunchPath.url, "onOpenURL(perform:)"), (.universalLink, "onOpenURL(perform:)"),
    (.userActivity, "onContinueUserActivity(_:perform:)"), (.remoteNotification, response),
    (.localNotification, response), (.presentedNotification, present),
    (.quickAction, connect + ", connectionOptions.shortcutItem"),
    (.normal, "onChange(of:initial:_:), scenePhase"),
  ])
  func `knows what SwiftUI receives`(path: LaunchPath, receiver: String) {
    let modern = path.receiver(system: .newestIOS, state: .notRunning, lifecycle: .swiftUI)
    #expect(modern.description == receiver)
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
