package import Links

/// The audit log: who changed what, and when.
///
/// A change of a link or token and its entry are written in one transaction, so neither exists without
/// the other.
package protocol AuditKeeping: AnyObject, Sendable {
  /// One page of entries, newest first.
  func audit(_ query: AuditQuery) throws(LinkStoreError) -> AuditPage

  /// Records a change to something that the store does not hold, or not by itself.
  ///
  /// - Parameter name: what was changed; nil where the action says so.
  func note(
    _ action: AuditAction, about name: String?, by actor: AuditActor, now: Timestamp,
    completion: @escaping StoreCompletion<Void>)
}

/// Limits of the audit log, the same for every engine.
package enum AuditBounds {
  package static let entries = 1_000_000
}

package struct AuditQuery: Equatable, Sendable {
  /// The host of the entries; nil for all entries, including those without a host.
  package var host: String?
  /// The slug of a link of that host; nil for all links.
  package var slug: String?
  /// The hosts that the caller may see. A bounded reach excludes entries without a host.
  package var reach = HostReach.everywhere
  /// The identifier or name of an author, or a kind of author.
  package var actor: String?
  /// The identifier of an author who had other names before.
  package var actorID: String?
  /// The kind of the author; nil for any.
  package var actorKind: AuditActor.Kind?
  package var action: AuditAction?
  /// The number of a change of links.
  package var change: Int?
  /// The earliest time, inclusive.
  package var since: Timestamp?
  /// The latest time, exclusive.
  package var until: Timestamp?
  /// The `next` of the preceding page; nil for the first page.
  package var before: Int?
  /// The page size, clamped to 1...1000.
  package var limit = 100

  package init() {}
}

package struct AuditPage: Equatable, Sendable {
  package struct Numbered: Equatable, Sendable {
    /// The entry's number, which increases with every entry and is never reused.
    package let number: Int
    package let entry: AuditEntry

    package init(number: Int, entry: AuditEntry) {
      self.number = number
      self.entry = entry
    }
  }

  /// The entries, newest first.
  package let entries: [Numbered]
  /// The cursor of the next page; nil on the last one.
  package let next: Int?

  /// - Parameter found: the entries; one more than `limit` means that another page follows.
  package init(found: [Numbered], limit: Int) {
    entries = Array(found.prefix(limit))
    next = found.count > limit ? entries.last?.number : nil
  }
}
