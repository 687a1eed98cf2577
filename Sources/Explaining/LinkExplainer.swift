import AppAssociation
package import Links
package import SiteModel

/// Explains taps: what the server, the system and the app would do, asked of the same functions that
/// decide there. No clock, no store, no network.
package struct LinkExplainer {
  private let snapshot: ServiceSnapshot
  private let now: Timestamp
  private var shelf = AssociationShelf()

  /// - Parameters:
  ///   - snapshot: what is being served.
  ///   - now: for links that begin or end.
  package init(_ snapshot: ServiceSnapshot, now: Timestamp) {
    self.snapshot = snapshot
    self.now = now
  }

  /// What a tap comes to. Total: every text has an answer.
  ///
  /// - Parameters:
  ///   - url: what is tapped: a web URL, or one with an app's own scheme.
  ///   - context: who taps where.
  ///   - links: finds the links of a store; nil where there is none.
  package mutating func explain(
    _ url: String, context: TapContext = TapContext(), links: LinkNotebook? = nil
  ) -> LinkExplanation {
    var walk = TapWalk(
      snapshot: snapshot, now: now, context: context, links: links ?? LinkNotebook(snapshot),
      shelf: shelf)
    let ending = walk.follow(url, by: context.source)
    shelf = walk.shelf
    return LinkExplanation(
      url: url, context: context, steps: walk.steps, warnings: walk.warnings, notes: walk.notes,
      link: walk.link, server: walk.server, outcome: ending.outcome, receiver: ending.receiver,
      event: ending.event)
  }

  /// One explanation, for those who ask no second time; a value of this type reads association files
  /// once for many.
  package static func explain(
    _ url: String, context: TapContext = TapContext(), links: LinkNotebook? = nil,
    snapshot: ServiceSnapshot, now: Timestamp
  ) -> LinkExplanation {
    var explainer = LinkExplainer(snapshot, now: now)
    return explainer.explain(url, context: context, links: links)
  }
}
