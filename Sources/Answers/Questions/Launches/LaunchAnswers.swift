import Explaining
package import JSONSyntax
package import LaunchRouting
package import LinkStorage
package import Links
package import SiteModel

extension ReportedLaunch {
  /// How an app handles the launch. Deep links resolve by the routes and the links of configuration
  /// and store.
  ///
  /// - Parameter app: its position in the snapshot.
  package func evaluated(
    byApp app: Int, in snapshot: ServiceSnapshot, links: StoredLinks, now: Timestamp
  ) throws(LinkStoreError) -> LaunchEvaluation {
    try links.asked(snapshot) { notebook in
      let routes = DeepLinkRoutes(snapshot, app: app, now: now, links: notebook)
      return snapshot.apps[app].launch.evaluate(self, resolve: routes.answer)
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
