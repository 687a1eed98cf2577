import Explaining
package import JSONSyntax
package import LaunchRouting
package import LinkStorage
package import Links
package import SiteModel

/// Asks how an app handles a launch.
package struct LaunchQuestion: Sendable {
  package let launch: ReportedLaunch
  private let snapshot: ServiceSnapshot
  /// The position of the app in the snapshot.
  private let app: Int

  /// - Parameters:
  ///   - app: its position in the snapshot.
  ///   - launch: the reported launch; if it could not be read, the answer has problems.
  package init(app: Int, _ launch: ReportedLaunch, in snapshot: ServiceSnapshot) {
    self.app = app
    self.snapshot = snapshot
    self.launch = launch
  }

  /// Evaluates the launch. Deep links resolve by the routes and the links of configuration and
  /// store.
  package func answer(
    links: StoredLinks, now: Timestamp
  ) throws(LinkStoreError) -> LaunchEvaluation {
    try links.asked(snapshot) { notebook in
      let routes = DeepLinkRoutes(snapshot, app: app, now: now, links: notebook)
      return snapshot.apps[app].launch.evaluate(launch, resolve: routes.answer)
    }
  }
}

extension LaunchEvaluation: QuestionAnswer {
  package var document: JSONOutput { output }
  package var isPositive: Bool { problems.isEmpty }
}

extension ReportedNotification: QuestionAnswer {
  package var document: JSONOutput { output }
  package var isPositive: Bool { !hasErrors }
}
