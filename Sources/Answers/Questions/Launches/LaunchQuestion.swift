import Explaining
package import JSONSyntax
package import LaunchRouting
package import LinkStorage
package import Links
package import SiteModel

/// What an app makes of a launch.
package struct LaunchQuestion: Sendable {
  package let launch: ReportedLaunch
  private let snapshot: ServiceSnapshot
  /// The position of the app.
  private let app: Int

  /// - Parameters:
  ///   - app: its position in the snapshot.
  ///   - launch: one that could not be read has problems in its answer.
  package init(app: Int, _ launch: ReportedLaunch, in snapshot: ServiceSnapshot) {
    self.app = app
    self.snapshot = snapshot
    self.launch = launch
  }

  /// Deep links lead where the routes and the links of configuration and store say.
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
