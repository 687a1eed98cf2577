package import LinkStorage
package import Links
import WebSyntax

extension SQLStore where Self: StoreMaintenance {
  package func check() throws(LinkStoreError) {
    _ = try first("SELECT 1 FROM keiro.meta LIMIT 1", []) { $0.int(0) }
  }

  package func probe(completion: @escaping StoreCompletion<Void>) {
    let name = "probe"
    writing({ [self] result in
      completion(result)
      guard case .success = result else { return }
      writing({ _ in }) { sql throws(Failure) in
        _ = try sql.run("DELETE FROM keiro.meta WHERE name = $1", [.text(name)])
      }
    }) { sql throws(Failure) in
      // As much as a change of a link writes: a single page may still fit into the last block of a disk
      // that is full. PostgreSQL would compress a text that repeats itself to less than that.
      let text = (0..<4096).map { _ in Hexadecimal.text(UInt64.random(in: 0...(.max))) }.joined()
      try sql.keep(text, as: name)
    }
  }

  package func forget(
    _ entries: Forgettable, before time: Timestamp, completion: @escaping StoreCompletion<Int>
  ) {
    writing(completion) { sql throws(Failure) in
      switch entries {
      case .idempotencyKeys: return try sql.forget("idempotency_keys", "created_at", before: time)
      case .launchIdentifiers: return try sql.forgetLaunches(before: time)
      case .sessions: return try sql.forget("sessions", "expires", before: time)
      case .claims: return try sql.forget("claims", "expires", before: time)
      case .countWriters: return try sql.forget("writers", "seen_at", before: time)
      case .feedEntries: return try sql.forgetFeed(before: time)
      case .auditEntries:
        let surplus = try sql.run(
          "DELETE FROM keiro.audit WHERE number <= (SELECT max(number) FROM keiro.audit) - $1",
          [.int(AuditBounds.entries)])
        return surplus
          + (try sql.run("DELETE FROM keiro.audit WHERE \(sql.oldest("audit"))", [.time(time)]))
      case .deliveries: return try sql.forget("deliveries", "happened_at", before: time)
      case .versions:
        let old = sql.oldest("link_changes")
        let count = try sql.run(
          "DELETE FROM keiro.link_versions WHERE change IN "
            + "(SELECT number FROM keiro.link_changes WHERE \(old))", [.time(time)])
        try sql.send("DELETE FROM keiro.link_changes WHERE \(old)", [.time(time)])
        return count
      case .unknownAddresses:
        return try sql.run(
          "DELETE FROM keiro.unknown_addresses WHERE day < $1",
          [.int(time.secondsSinceEpoch / 86_400)])
      case .deletedLinks:
        let now = Timestamp(
          secondsSinceEpoch: time.secondsSinceEpoch.addingClamped(DeletedQuery.days * 86_400))
        return try sql.emptyBin(
          within: .everywhere, before: time, limit: mostRemoved, by: .service, now: now)
      case .formerLinks: return try sql.forgetFormerLinks(before: time)
      }
    }
  }

  package func seenTime() throws(LinkStoreError) -> SeenTime {
    try reading { sql throws(Failure) in
      var seen = SeenTime()
      seen.kept = try sql.reachedTime()
      for newest in [
        "SELECT changed_at FROM keiro.audit ORDER BY number DESC LIMIT 1",
        "SELECT changed_at FROM keiro.link_changes ORDER BY number DESC LIMIT 1",
        "SELECT seen_at FROM keiro.writers ORDER BY seen_at DESC LIMIT 1",
      ] {
        guard let time = try sql.first(newest, [], { $0.time(0) }) else { continue }
        seen.newest = max(seen.newest ?? time, time)
      }
      seen.own =
        try sql.first("SELECT \(SharedConnection.dialect.ownTime)", []) { $0.optionalTime(0) }
        ?? nil
      return seen
    }
  }

  package func keepTime(
    _ time: Timestamp, insteadOf found: Timestamp?, completion: @escaping StoreCompletion<Void>
  ) {
    writing(completion) { sql throws(Failure) in
      if let reached = try sql.reachedTime(), reached >= time, reached != found { return }
      try sql.keep(String(time.secondsSinceEpoch), as: name)
    }
  }
}

extension SQLConnection {
  /// The time that the store had reached when its clock was last judged; nil before the first time.
  fileprivate func reachedTime() throws(Failure) -> Timestamp? {
    try kept(name).flatMap { Int($0) }.map { Timestamp(secondsSinceEpoch: $0) }
  }

  /// The latest time that anything has which waits for so many seconds at most: what has a later one was
  /// dated by a clock that was ahead and has been set right. By a clock that is behind what the store has
  /// reached, nothing is late.
  func latestTime(at now: Timestamp, waiting seconds: Int) throws(Failure) -> Timestamp {
    let reckoned = max(now, try reachedTime() ?? now)
    return Timestamp(secondsSinceEpoch: reckoned.secondsSinceEpoch.addingClamped(seconds))
  }

  /// Deletes the rows of a table that are older than a time by one of their columns.
  package func forget(
    _ table: String, _ column: String, before time: Timestamp
  ) throws(Failure) -> Int {
    try run("DELETE FROM keiro.\(table) WHERE \(column) < $1", [.time(time)])
  }

  /// The condition that a row is among the oldest ones, up to the first one of `$1` or later: one that a
  /// clock behind the others has dated is not old.
  package func oldest(_ table: String) -> String {
    "number < coalesce((SELECT min(number) FROM keiro.\(table) WHERE changed_at >= $1), "
      + "9223372036854775807)"
  }

  /// The seconds of the longest lease of a task: one that ends later is from a clock that was ahead.
  package static var longestLease: Int { 3600 }
}

extension Timestamp {
  /// The latest end of any lease, where a new one ends at this time: a lease that ends later is from a
  /// clock that was ahead and has been set right, and would last until then.
  package func longestLease(since now: Timestamp) -> Timestamp {
    let length = max(secondsSinceEpoch - now.secondsSinceEpoch, 0)
    return Timestamp(secondsSinceEpoch: secondsSinceEpoch + length)
  }
}

/// The number of deleted links that go at once.
private let mostRemoved = 10_000

/// The name of the time in the table `meta`.
private let name = "reached_time"
