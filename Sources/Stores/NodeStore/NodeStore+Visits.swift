package import LinkStorage
package import Links
import PostgresStore
import SQLStorage
import SQLiteStore

/// Everything for visitors: answered from the copy, counted by the database or the spool.
extension NodeStore {
  package func link(at key: LinkKey) throws(LinkStoreError) -> StoredLink? {
    if let stored = try copy.link(at: key) { return stored }
    guard follower.standing.isWhole else { throw Self.isFilling }
    return nil
  }

  package func links(at keys: [LinkKey]) throws(LinkStoreError) -> [StoredLink] {
    let stored = try copy.links(at: keys)
    // While a copy is being filled, a key before the first link may have a link that is still missing.
    if stored.first?.link.key != keys.first {
      guard follower.standing.isWhole else { throw Self.isFilling }
    }
    return stored
  }

  package func links(beforeID id: Int, limit: Int) throws(LinkStoreError) -> [StoredLink] {
    try copy.links(beforeID: id, limit: limit)
  }

  private static var isFilling: LinkStoreError {
    LinkStoreError(
      .unreachable, "the copy of the links is being filled", operation: "read the copy")
  }

  /// A stalled copy does not know about revocations, so it grants no access.
  package func token(digest: [UInt8]) throws(LinkStoreError) -> APIToken? {
    let standing = standing
    guard standing.vouches else {
      throw LinkStoreError(
        .unreachable, "later revocations are unknown: \(standing.staleness)",
        operation: "look up a token")
    }
    if let token = try copy.token(digest: digest) { return token }
    guard follower.standing.isWhole else { throw Self.isFilling }
    return nil
  }

  // MARK: - Counting

  package func count(
    _ batch: CountBatch, now: Timestamp, completion: @escaping StoreCompletion<BatchAnswer>
  ) {
    SpooledCounting(database, spool).count(batch, now: now, completion: completion)
  }

  /// Stores batches that may have been counted in the spool.
  ///
  /// - Returns: the path of the spool.
  package func keep(_ batches: [CountBatch]) throws(LinkStoreError) -> String {
    for batch in batches {
      try waitForAnswer { spool.append(batch, wasSent: true, completion: $0) }
    }
    return spool.path
  }

  package func report(
    _ launches: [CountedLaunch], now: Timestamp, completion: @escaping StoreCompletion<Int>
  ) {
    database.report(launches, now: now, completion: completion)
  }

  package func clicks(of key: LinkKey) throws(LinkStoreError) -> Int {
    // Otherwise an unreachable server would keep the caller waiting until its timeout.
    if let failure = follower.standing.failure { throw failure }
    return try database.clicks(of: key)
  }

  // MARK: - Limits

  package func reservedClicks(of life: LinkLife) throws(LinkStoreError) -> Int {
    // Otherwise an unreachable server would keep the caller waiting until its timeout.
    if let failure = follower.standing.failure { throw failure }
    return try database.reservedClicks(of: life)
  }

  package func reserve(
    _ wanted: Int, of life: LinkLife, limit: Int,
    completion: @escaping StoreCompletion<Reservation>
  ) {
    database.reserve(wanted, of: life, limit: limit) { [options] result in
      guard case .failure(let error) = result, options.servesLimitedLinks, error.kind.passes
      else { return completion(result) }
      completion(.success(Reservation(granted: wanted, reserved: 0, link: nil)))
    }
  }

  package func giveBack(
    _ count: Int, of life: LinkLife, by link: Int, completion: @escaping StoreCompletion<Void>
  ) {
    database.giveBack(count, of: life, by: link, completion: completion)
  }
}
