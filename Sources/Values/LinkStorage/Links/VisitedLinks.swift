package import Links

/// Links as visitors need them: by known keys alone.
///
/// An engine over a network answers from a copy of its own, which the feed keeps fresh: redirects
/// go on without the network, and a worker never waits for it.
package protocol VisitedLinks: AnyObject, Sendable {
  /// The link at a place, archived or not; nil when there is none. *Local.*
  ///
  /// A change made through this store is seen as soon as its completion runs; one made elsewhere,
  /// once the feed has told of it.
  ///
  /// - Throws: when even the copy cannot be read.
  func link(at key: LinkKey) throws(LinkStoreError) -> StoredLink?

  /// The links at those of the places that have one, in the order of the places: one question, however
  /// many places there are. *Local.*
  ///
  /// - Parameter keys: no place twice.
  /// - Throws: as `link(at:)`; also when it cannot be said of a place before the first link whether it
  ///   has one.
  func links(at keys: [LinkKey]) throws(LinkStoreError) -> [StoredLink]

  /// Links in the order opposite to that in which they came: to have them at hand before somebody
  /// visits them. *Local.*
  ///
  /// - Parameters:
  ///   - id: Of the last link of the part before; `Int.max` for the beginning.
  ///   - limit: The length of the part, at least 1.
  func links(beforeID id: Int, limit: Int) throws(LinkStoreError) -> [StoredLink]
}

extension [StoredLink] {
  /// The links in the order of their places.
  package func ordered(by keys: [LinkKey]) -> [StoredLink] {
    let places = [LinkKey: StoredLink](map { ($0.link.key, $0) }) { first, _ in first }
    return keys.compactMap { places[$0] }
  }
}
