import LaunchRouting
import UIKit

/// Handles all launches of the app; the delegates only pass them on.
@MainActor final class LaunchCoordinator {
  static let shared = LaunchCoordinator()

  var rules = LaunchRules(home: "home")
  var session = LaunchSession(isLoggedIn: false)
  /// The app's routes, from Keiro's `/_keiro/resolve` or from a table in the app.
  var resolve: DeepLinkResolver = { .nowhere(because: "no route matches '\($0)'") }
  var send: (LaunchEvent) -> Void = { _ in }
  var show: (Destination) -> Void = { _ in }

  func start(_ launch: Launch) {
    let event = rules.track(launch).event
    if let event { send(event) }
    let decision = rules.decide(launch, event: event, session: session, resolve: resolve)
    if let destination = decision.destination { show(destination) }
  }

  /// A start without options is a normal one; other launches are delivered to other methods.
  func finishLaunching(_ options: [UIApplication.LaunchOptionsKey: Any]?) {
    if options?.isEmpty ?? true { start(.normal) }
  }
}
