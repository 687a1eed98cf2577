import AppAssociation
package import Links
package import SiteModel

/// Explains taps: asks the functions that decide on the server, on the device and in the app what they
/// would do. No clock, no store, no network.
package struct LinkExplainer {
  private let snapshot: ServiceSnapshot
  private let now: Timestamp
  private var shelf = AssociationShelf()

  /// - Parameters:
  ///   - snapshot: the configuration that is served.
  ///   - now: for links that begin or end.
  package init(_ snapshot: ServiceSnapshot, now: Timestamp) {
    self.snapshot = snapshot
    self.now = now
  }

  /// Explains a tap. Total: every text has an answer.
  ///
  /// - Parameters:
  ///   - url: a web URL, or one with an app's own scheme.
  ///   - context: the circumstances of the tap.
  ///   - links: finds the links of a store; nil without a store.
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

  /// A single explanation. A value of this type reads each association file once for many.
  package static func explain(
    _ url: String, context: TapContext = TapContext(), links: LinkNotebook? = nil,
    snapshot: ServiceSnapshot, now: Timestamp
  ) -> LinkExplanation {
    var explainer = LinkExplainer(snapshot, now: now)
    return explainer.explain(url, context: context, links: links)
  }
}
