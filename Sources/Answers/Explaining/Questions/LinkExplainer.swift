package import Links
package import SiteModel

/// Explains taps by asking the functions that decide on the server, on the device and in the app.
/// Uses no clock, no store and no network.
package struct LinkExplainer {
  private let snapshot: ServiceSnapshot
  private let now: Timestamp
  private let shelf: AssociationShelf

  package init(
    _ snapshot: ServiceSnapshot, now: Timestamp,
    shelf: AssociationShelf = AssociationShelf(remembersAnswers: true)
  ) {
    self.snapshot = snapshot
    self.now = now
    self.shelf = shelf
  }

  /// Explains a tap. Every text has an answer.
  ///
  /// - Parameters:
  ///   - links: finds the links of a store; nil without a store.
  ///   - isFull: false for an explanation without steps, warnings and notes, which takes a fraction of
  ///     the time.
  package func explain(
    _ url: String, context: TapContext = TapContext(), links: LinkNotebook? = nil,
    isFull: Bool = true
  ) -> LinkExplanation {
    let premises = TapPremises(
      snapshot: snapshot, now: now, context: context, links: links ?? LinkNotebook(snapshot),
      record: TapRecord(isFull: isFull))
    var walk = TapWalk(FactGathering(premises: premises, shelf: shelf))
    return walk.explain(url)
  }

  /// Explains a single tap. For many taps use an instance, which reads each association file once.
  package static func explain(
    _ url: String, context: TapContext = TapContext(), links: LinkNotebook? = nil,
    snapshot: ServiceSnapshot, now: Timestamp
  ) -> LinkExplanation {
    LinkExplainer(snapshot, now: now).explain(url, context: context, links: links)
  }
}

/// The address that a visitor asks about by appending `?d=1` or `+`.
package enum ExplainedAddress {
  /// Returns the address without `d=1` in its query and `+` at the end of its path.
  package static func withoutQuestion(_ url: String) -> String {
    let hash = url.firstIndex(of: "#") ?? url.endIndex
    let mark = url[..<hash].firstIndex(of: "?") ?? hash
    var path = url[..<mark]
    if path.hasSuffix("+") { path.removeLast() }
    let query = url[mark..<hash].dropFirst()
    let items = query.split(separator: "&", omittingEmptySubsequences: false)
    let kept = items.filter { $0 != Visit.question }.joined(separator: "&")
    return path + (kept.isEmpty ? "" : "?" + kept) + url[hash...]
  }
}
