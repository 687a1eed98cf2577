package import Links

/// Links as visitors need them: by known keys alone.
///
/// An engine over a network answers from its own copy, which the feed keeps fresh: redirects keep
/// working without the network, and a worker never waits for it.
package protocol VisitedLinks: AnyObject, Sendable {
  /// The link at a host and slug, archived or not; nil when there is none. *Local.*
  ///
  /// A change made through this store is visible as soon as its completion runs; one made elsewhere,
  /// once the feed has reported it.
  ///
  /// - Throws: an error when even the copy cannot be read.
  func link(at key: LinkKey) throws(LinkStoreError) -> StoredLink?

  /// The links at those of the keys that have one, in the order of the keys, with a single query.
  /// *Local.*
  ///
  /// - Parameter keys: the keys, without duplicates.
  /// - Throws: as `link(at:)`; also when it is unknown whether a key before the first link has one.
  func links(at keys: [LinkKey]) throws(LinkStoreError) -> [StoredLink]

  /// Links from the newest to the oldest, to cache them before the first visit. *Local.*
  ///
  /// - Parameters:
  ///   - id: the identifier of the last link of the preceding page; `Int.max` for the first page.
  ///   - limit: the page size, at least 1.
  func links(beforeID id: Int, limit: Int) throws(LinkStoreError) -> [StoredLink]
}

extension [StoredLink] {
  package func ordered(by keys: [LinkKey]) -> [StoredLink] {
    let stored = [LinkKey: StoredLink](map { ($0.link.key, $0) }) { first, _ in first }
    return keys.compactMap { stored[$0] }
  }
}
