import Foundation
import KeiroClient
import LaunchRouting
import UIKit

/// Handles all launches of an app whose links a Keiro resolves; the delegates only pass them on.
@MainActor final class LinkCoordinator {
  static let shared = LinkCoordinator()

  private let rules = LaunchRules(home: "home")
  private let client = KeiroClient(host: "links.example.com", hosts: ["open.example.com"])
  private lazy var sequence = client.map { LaunchSequence(rules, client: $0) }
  private lazy var reporter = client.map { LaunchReporter($0, file: Self.file) }
  var session = LaunchSession(isLoggedIn: false)
  var show: (Destination) -> Void = { _ in }

  /// Launches are shown in the order in which they came, each once its link is resolved.
  func start(_ launch: Launch) {
    Task {
      guard let decision = await sequence?.start(launch, session: session) else { return }
      if let destination = decision.destination { show(destination) }
      let event = rules.track(launch).event
      await reporter?.report(LaunchReport(launch, event: event, app: "shop", at: Date()))
    }
  }

  /// The first start of the app: what the user has pasted or typed; nothing is read unasked.
  func startFirst(_ start: FirstStart) {
    Task {
      guard let client, case .screen(let screen)? = try? await client.link(of: start)?.answer
      else { return show(rules.home(session: session)) }
      show(.screen(screen))
    }
  }

  /// Reports that happened without a network wait here.
  private static let file = FileManager.default.urls(
    for: .applicationSupportDirectory, in: .userDomainMask
  ).first?.appendingPathComponent("launches.json")
}
