package import Links
package import SiteModel

/// Explains taps: asks the functions that decide on the server, on the device and in the app what they
/// would do. No clock, no store, no network.
package struct LinkExplainer {
  private let snapshot: ServiceSnapshot
  private let now: Timestamp
  private let shelf: AssociationShelf

  /// - Parameters:
  ///   - snapshot: the configuration that is served.
  ///   - now: for links that begin or end.
  ///   - shelf: the association files of the same configuration.
  package init(
    _ snapshot: ServiceSnapshot, now: Timestamp,
    shelf: AssociationShelf = AssociationShelf(remembersAnswers: true)
  ) {
    self.snapshot = snapshot
    self.now = now
    self.shelf = shelf
  }

  /// Explains a tap. Total: every text has an answer.
  ///
  /// - Parameters:
  ///   - url: a web URL, or one with an app's own scheme.
  ///   - context: the circumstances of the tap.
  ///   - links: finds the links of a store; nil without a store.
  package func explain(
    _ url: String, context: TapContext = TapContext(), links: LinkNotebook? = nil
  ) -> LinkExplanation {
    let premises = TapPremises(
      snapshot: snapshot, now: now, context: context, links: links ?? LinkNotebook(snapshot))
    var walk = TapWalk(FactGathering(premises: premises, shelf: shelf))
    return walk.explain(url)
  }

  /// A single explanation. A value of this type reads each association file once for many.
  package static func explain(
    _ url: String, context: TapContext = TapContext(), links: LinkNotebook? = nil,
    snapshot: ServiceSnapshot, now: Timestamp
  ) -> LinkExplanation {
    LinkExplainer(snapshot, now: now).explain(url, context: context, links: links)
  }
}
