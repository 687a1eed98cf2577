package import Links

/// Who has changed what, and when.
///
/// Changes of links and tokens are entered in the transaction that makes them, so that none is
/// without its entry and no entry without its change.
package protocol AuditKeeping: AnyObject, Sendable {
  /// A part of the entries, newest first.
  func audit(_ query: AuditQuery) throws(LinkStoreError) -> AuditPage

  /// Enters a change of something that the store does not hold.
  func note(
    _ action: AuditAction, by actor: AuditActor, now: Timestamp,
    completion: @escaping StoreCompletion<Void>)
}

/// Bounds of the audit log, alike for every engine.
package enum AuditBounds {
  /// The most entries that are kept.
  package static let entries = 1_000_000
}

/// Which entries are asked for; what is nil does not matter.
package struct AuditQuery: Equatable, Sendable {
  /// The host of the entries; nil for those of all hosts and of none.
  package var host: String?
  /// The slug of a link of that host; nil for all.
  package var slug: String?
  /// The hosts that the asking caller may see; entries without a host lie beyond a bounded reach.
  package var reach = HostReach.everywhere
  /// The identifier or the name of a token, or a kind of actor.
  package var actor: String?
  /// The first moment that counts.
  package var since: Timestamp?
  /// The first moment that does not count.
  package var until: Timestamp?
  /// `next` of the part before; nil for the beginning.
  package var before: Int?
  /// The length of the part, bounded to 1...1000.
  package var limit = 100

  package init() {}
}

/// A part of the audit log.
package struct AuditPage: Equatable, Sendable {
  /// An entry and its number.
  package struct Numbered: Equatable, Sendable {
    /// Grows with every entry; never given twice.
    package let number: Int
    /// What was entered.
    package let entry: AuditEntry

    package init(number: Int, entry: AuditEntry) {
      self.number = number
      self.entry = entry
    }
  }

  /// The entries, newest first.
  package let entries: [Numbered]
  /// Where the next part begins; nil at the end.
  package let next: Int?

  /// - Parameter found: one more than the limit tells that there is another part.
  package init(found: [Numbered], limit: Int) {
    entries = Array(found.prefix(limit))
    next = found.count > limit ? entries.last?.number : nil
  }
}
