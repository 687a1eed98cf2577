package import Links

/// What keeps a store in order.
package protocol StoreMaintenance: AnyObject, Sendable {
  /// Whether the store can be read, so that visitors may come. *Local.*
  ///
  /// - Throws: why not.
  func check() throws(LinkStoreError)

  /// What the store does without meanwhile; empty when all is in order. *Local.*
  func troubles() -> [StoreTrouble]

  /// Looks whether some links are as they were written, which `troubles` tells of afterwards. *Local.*
  ///
  /// - Parameters:
  ///   - place: what the last call has returned; 0 to begin.
  ///   - limit: about how many links are looked at.
  /// - Returns: where to go on; 0 when all were looked at.
  func examine(after place: Int, limit: Int) throws(LinkStoreError) -> Int

  /// Changes nothing and yet reaches the disk: a store that refused a write shows whether it takes
  /// them again.
  func probe(completion: @escaping StoreCompletion<Void>)

  /// Forgets old entries of one kind. The answer says how many entries went.
  func forget(
    _ entries: Forgettable, before time: Timestamp, completion: @escaping StoreCompletion<Int>)

  /// One step of adding clicks that wait to the counters, hours to the sums of their days, and of
  /// dropping what is older than the retention: short, since other writes wait for it. To be called again until a step is idle.
  ///
  /// Each step is a transaction, so a process that ends in between loses nothing and counts nothing
  /// twice, and several processes may take turns. The totals of links stay as they are.
  ///
  /// - Parameter limit: about how many rows a step touches.
  func rollUp(
    _ retention: StatisticsRetention, limit: Int, now: Timestamp,
    completion: @escaping StoreCompletion<RollUpStep>)

  /// How large the store is. It takes time in proportion to the number of rows.
  func measures() throws(LinkStoreError) -> StoreMeasures

  /// Waits for the writes that are under way and lets go of the store; later calls fail as
  /// `closed`.
  func close()
}

/// Entries that a store keeps for a while only.
package enum Forgettable: CaseIterable, Sendable {
  /// By the time of the request that used the key.
  case idempotencyKeys
  /// By the time of the report.
  case launchIdentifiers
  /// By the time at which the session expired.
  case sessions
  /// By the time at which the code became void.
  case claims
  /// By the time of the last batch.
  case countWriters
  /// By the time of the change; older cursors then answer `everything`.
  case feedEntries
  /// By the time of the change.
  case auditEntries
  /// Deliveries to webhooks, by the time of their events.
  case deliveries
  /// Versions of links, by the time of their change.
  case versions
}
