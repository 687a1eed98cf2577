package import Links

/// Who has changed what, and when.
///
/// Changes of links and tokens are entered in the transaction that makes them, so that none is
/// without its entry and no entry without its change.
package protocol AuditKeeping: AnyObject, Sendable {
  /// A part of the entries, newest first.
  func audit(_ query: AuditQuery) throws(LinkStoreError) -> AuditPage

  /// Enters a change of something that the store does not hold, under the name that the store acts
  /// in.
  func note(_ action: AuditAction, now: Timestamp, completion: @escaping StoreCompletion<Void>)
}

/// Bounds of the audit log, alike for every engine.
package enum AuditBounds {
  /// The most entries that are kept.
  package static let entries = 1_000_000
}

/// Which entries are asked for; what is nil does not matter.
package struct AuditQuery: Equatable, Sendable {
  package var host: String?
  /// The slug of a link of that host; nil for all.
  package var slug: String?
  /// The hosts that the asking caller may see; entries without a host lie beyond a bounded reach.
  package var reach = HostReach.everywhere
  /// The identifier or the name of a token, or a kind of actor.
  package var actor: String?
  package var since: Timestamp?
  /// The first moment that does not count.
  package var until: Timestamp?
  /// `next` of the part before; nil for the beginning.
  package var before: Int?
  /// The length of the part, bounded to 1...1000.
  package var limit = 100

  package init() {}
}

extension AuditQuery {
  /// Whether the query asks for an entry: the rule of every engine, where no database applies it.
  package func takes(_ entry: AuditEntry) -> Bool {
    if let host, entry.host != host { return false }
    if let slug, entry.slug != slug { return false }
    if reach.isBounded { guard let host = entry.host, reach.covers(host) else { return false } }
    if let since, entry.time < since { return false }
    if let until, entry.time >= until { return false }
    guard let actor else { return true }
    return [entry.actor.kind.rawValue, entry.actor.id, entry.actor.name].contains(actor)
  }
}

/// A part of the audit log.
package struct AuditPage: Equatable, Sendable {
  package struct Numbered: Equatable, Sendable {
    /// Grows with every entry; never given twice.
    package let number: Int
    package let entry: AuditEntry

    package init(number: Int, entry: AuditEntry) {
      self.number = number
      self.entry = entry
    }
  }

  package let entries: [Numbered]
  /// Where the next part begins; nil at the end.
  package let next: Int?

  /// - Parameter found: one more than the limit tells that there is another part.
  package init(found: [Numbered], limit: Int) {
    entries = Array(found.prefix(limit))
    next = found.count > limit ? entries.last?.number : nil
  }
}
