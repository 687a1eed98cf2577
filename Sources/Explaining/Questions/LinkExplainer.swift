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
    let premises = TapPremises(
      snapshot: snapshot, now: now, context: context, links: links ?? LinkNotebook(snapshot))
    var walk = TapWalk(FactGathering(premises: premises))
    // Lent, not copied: a shelf with two owners would be copied at each file that is put on it.
    swap(&shelf, &walk.gathering.shelf)
    defer { swap(&shelf, &walk.gathering.shelf) }
    return walk.explain(url)
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
