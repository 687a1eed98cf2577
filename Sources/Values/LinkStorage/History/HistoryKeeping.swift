import JSONSyntax
package import Links

/// The histories of links, and changes as a whole.
///
/// A version is written in the transaction of its change, so neither exists without the other.
package protocol HistoryKeeping: AnyObject, Sendable {
  /// The versions at a host and slug, newest first, including those of deleted links; empty where there
  /// never was a link.
  func versions(of key: LinkKey) throws(LinkStoreError) -> [LinkVersion]

  /// The change with a number; nil for one that never existed or was forgotten.
  func change(_ number: Int) throws(LinkStoreError) -> LinksChange?

  /// One page of the links that a change touched, those added to the store first come first.
  ///
  /// - Parameters:
  ///   - link: the `id` of the last entry of the preceding page; 0 for the first page.
  ///   - limit: the approximate page size.
  func links(
    of change: Int, after link: Int, limit: Int
  ) throws(LinkStoreError) -> [TouchedLink]

  /// One page of the links that were deleted and whose keys have no link now, the newest deletion
  /// first.
  func deletedLinks(_ query: DeletedQuery) throws(LinkStoreError) -> DeletedPage

  /// Begins a change that takes several writes; the answer goes into `AuditActor.change` of each of
  /// them.
  ///
  /// - Parameter change: the number of the change that this one undoes; nil for others.
  func beginChange(
    undoing change: Int?, by actor: AuditActor, now: Timestamp,
    completion: @escaping StoreCompletion<Int>)

  /// Returns links to earlier states, all in one transaction. Unlike `update`, it restores the edit
  /// mark of the earlier state.
  ///
  /// The answer says for each link, in the order given, whether it was reverted: false where the
  /// current state was not the expected one, and where another home of a deleted link has a link.
  ///
  /// A deleted link comes back with all its clicks, unless the bin was emptied meanwhile.
  ///
  /// - Parameter homes: where no link may be for one to come back, once those to delete are gone.
  func revert(
    _ reversals: [LinkReversal], homes: @escaping OtherHomes, by actor: AuditActor, now: Timestamp,
    completion: @escaping StoreCompletion<[Bool]>)

  /// Empties the bin of the links that were deleted before a time, the oldest first: they and their
  /// versions are gone for good. Their clicks stay in the sums of their host, tags and campaign.
  ///
  /// The answer is the number of links, which the audit log has as well.
  ///
  /// - Parameter limit: the largest number of links, since other writes wait.
  func emptyBin(
    within reach: HostReach, before time: Timestamp, limit: Int, by actor: AuditActor,
    now: Timestamp, completion: @escaping StoreCompletion<Int>)

  /// Sets how many versions of a link are kept from now on.
  func keep(_ history: HistoryRetention)
}

/// Limits of what is read of a history at once.
package enum HistoryBounds {
  /// The maximum number of versions returned for one host and slug.
  package static let versions = 1000
}

/// A link that a change touched: its state before, and whether it is still as the change left it.
package struct TouchedLink: Equatable, Sendable {
  package let id: Int
  package let key: LinkKey
  package let current: StoredLink?
  /// Whether the current link is not the one of the change, not even come back after a deletion.
  package let isReplaced: Bool
  /// How to undo the change; nil when the link has changed since.
  package let reversal: LinkReversal?
  /// The change that made the newest version there.
  package let newest: LinksChange?

  /// - Parameter isLeft: whether the link is as `kept`, the rows of the change, newest first, left it.
  package init(
    _ kept: [KeptVersion], at key: LinkKey, current: StoredLink?, isLeft: Bool, isReplaced: Bool,
    newest: LinksChange?
  ) throws(LinkStoreError) {
    id = kept.first?.link ?? 0
    self.key = key
    self.current = current
    self.isReplaced = isReplaced
    reversal = isLeft ? try LinkReversal(kept, from: current, at: key) : nil
    self.newest = newest
  }
}

/// How to return one link to an earlier state.
package struct LinkReversal: Equatable, Sendable {
  package let key: LinkKey
  /// The link that must be there unchanged; nil if there must be none.
  package let expected: StoredLink?
  /// The state to return to; nil for no link.
  package private(set) var state: ShortLink?
  /// The clicks counted against `maxClicks` that a deleted link had used.
  package let reservedClicks: Int
  /// The identifier of the deleted link whose clicks come back with it; nil for none.
  package let former: Int?

  package init(
    key: LinkKey, expected: StoredLink?, state: ShortLink?, reservedClicks: Int = 0,
    former: Int? = nil
  ) {
    self.former = former
    self.key = key
    self.expected = expected
    self.state = state
    self.reservedClicks = reservedClicks
  }
}

extension LinkReversal {
  /// Whether a link comes back that was deleted.
  package var isReturn: Bool { expected == nil && state != nil }

  package func isExpected(_ there: StoredLink?) -> Bool {
    there?.id == expected?.id && there?.revision == expected?.revision
  }

  /// The reversal that leaves the clicks of the link, which are not part of its content.
  package var keepingClicks: LinkReversal {
    var reversal = self
    reversal.state = state?.keepingClicks(of: expected?.link)
    return reversal
  }

  /// The state to return to, changed at `now`; nil for no link.
  package func link(at now: Timestamp) -> ShortLink? {
    var link = state
    link?.updatedAt = now
    return link
  }
}

extension ShortLink {
  /// The link with the imported clicks of a later state: an earlier one does not take clicks back that
  /// were counted or imported since.
  package func keepingClicks(of later: ShortLink?) -> ShortLink {
    guard let later, later.importedClicks != self.importedClicks else { return self }
    var link = self
    link.rare.importedClicks = later.importedClicks
    return link
  }

  /// The tags and the campaign as JSON, shaped as in the `details` of a link: under them the clicks of a
  /// deleted link are summed. Nil without any.
  package var groups: String? {
    var members: [JSONOutput.Member] = []
    if !self.tags.isEmpty { members.append(.init("tags", .strings(self.tags))) }
    if let name = self.campaign["utm_campaign"] {
      members.append(.init("campaign", .object([.init("utm_campaign", .string(name))])))
    }
    return members.isEmpty ? nil : JSONOutput.object(members).compact
  }
}

extension Int {
  /// The sum, clamped instead of overflowing.
  package func addingClamped(_ other: Int) -> Int {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? (other < 0 ? .min : .max) : sum
  }
}
