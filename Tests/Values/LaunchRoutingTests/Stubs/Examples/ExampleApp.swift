import LaunchRouting
import SwiftUI

struct ExampleApp: App {
  /// Notifications and quick actions have no modifier: the delegate still receives them.
  @UIApplicationDelegateAdaptor var delegate: AppDelegate

  var body: some Scene {
    WindowGroup {
      Text("Home")
        .onOpenURL { LaunchCoordinator.shared.start(.opened(url: $0.absoluteString)) }
        .onContinueUserActivity(ActivityType.spotlightItem) {
          LaunchCoordinator.shared.start(Launch($0))
        }
        .onContinueUserActivity(ActivityType.spotlightQuery) {
          LaunchCoordinator.shared.start(Launch($0))
        }
    }
  }
}
