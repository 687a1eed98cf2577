package import Links

/// The histories of links, and changes that are known as a whole.
///
/// A version is written in the transaction of its change, so that none is without the other.
package protocol HistoryKeeping: AnyObject, Sendable {
  /// The versions of a place, the newest first, those of deleted links among them; empty for a place
  /// that never had a link.
  func versions(of key: LinkKey) throws(LinkStoreError) -> [LinkVersion]

  /// Nil for a change that never was, or is forgotten.
  func change(_ number: Int) throws(LinkStoreError) -> LinksChange?

  /// A part of the links that a change touched, those first that came last into the store.
  ///
  /// - Parameters:
  ///   - link: `link` of the last one of the part before; `Int.max` for the beginning.
  ///   - limit: about how many.
  func links(
    of change: Int, before link: Int, limit: Int
  ) throws(LinkStoreError) -> [ChangedPlace]

  /// Begins a change that comes in several writes: the answer goes into `AuditActor.change` of each.
  ///
  /// - Parameter change: the number of the change that this one takes back; nil for others.
  func beginChange(
    undoing change: Int?, by actor: AuditActor, now: Timestamp,
    completion: @escaping StoreCompletion<Int>)

  /// Brings links back to earlier states, all in one transaction. Unlike `update` it leaves the mark
  /// of an edit as the earlier state had it.
  ///
  /// The answer says of each, in the order given, whether it was done: false where the place was not
  /// as expected.
  func revert(
    _ reversals: [LinkReversal], by actor: AuditActor, now: Timestamp,
    completion: @escaping StoreCompletion<[Bool]>)

  /// Keeps so many versions of a link from now on.
  func keep(_ history: HistoryRetention)
}

/// Bounds of what is read of a history at once.
package enum HistoryBounds {
  /// The most versions of a place that are told.
  package static let versions = 1000
}

/// A place that a change touched: how it was before, and whether it still is as the change left it.
package struct ChangedPlace: Equatable, Sendable {
  /// The identifier of the link that was changed.
  package let link: Int
  /// Where it is, or was.
  package let key: LinkKey
  /// The link at the place now; nil for none.
  package let current: StoredLink?
  /// What to do to take the change back; nil when the place has changed since.
  package let reversal: LinkReversal?
  /// The change that made the newest version of the place.
  package let newest: LinksChange?

  package init(
    link: Int, key: LinkKey, current: StoredLink?, reversal: LinkReversal?, newest: LinksChange?
  ) {
    self.link = link
    self.key = key
    self.current = current
    self.reversal = reversal
    self.newest = newest
  }
}

/// The way of one link back to an earlier state.
package struct LinkReversal: Equatable, Sendable {
  package let key: LinkKey
  /// The link that must be there, unchanged; nil where none must be.
  package let expected: StoredLink?
  /// The state to go back to; nil where no link was.
  package let state: ShortLink?
  /// Clicks against `maxClicks` that a deleted link had used.
  package let reservedClicks: Int

  package init(
    key: LinkKey, expected: StoredLink?, state: ShortLink?, reservedClicks: Int = 0
  ) {
    self.key = key
    self.expected = expected
    self.state = state
    self.reservedClicks = reservedClicks
  }
}

extension LinkReversal {
  /// Whether a place is as expected.
  package func isExpected(_ there: StoredLink?) -> Bool {
    there?.id == expected?.id && there?.revision == expected?.revision
  }

  /// The state to go back to, as a change of now.
  package func link(at now: Timestamp) -> ShortLink? {
    var link = state
    link?.updatedAt = now
    return link
  }
}

extension ShortLink {
  /// The link with the clicks that are counted of it as clicks that came along: what a deleted link
  /// has in its history, since deletion forgets them.
  package func carrying(clicks: Int) -> ShortLink {
    guard clicks > 0 else { return self }
    var link = self
    link.rare.importedClicks = (self.importedClicks ?? 0).addingClamped(clicks)
    return link
  }
}

extension Int {
  /// The sum, or the limit that it would pass.
  package func addingClamped(_ other: Int) -> Int {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? (other < 0 ? .min : .max) : sum
  }
}
