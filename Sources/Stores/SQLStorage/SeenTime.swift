package import LinkStorage
package import Links

extension SQLStore where Self: StoreMaintenance {
  package func seenTime() throws(LinkStoreError) -> SeenTime {
    try reading { sql throws(Failure) in
      var seen = SeenTime()
      seen.kept = try sql.kept(name).flatMap { Int($0) }.map { Timestamp(secondsSinceEpoch: $0) }
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

  package func keepTime(_ time: Timestamp, completion: @escaping StoreCompletion<Void>) {
    writing(completion) { sql throws(Failure) in
      if let kept = try sql.kept(name).flatMap({ Int($0) }), kept >= time.secondsSinceEpoch {
        return
      }
      try sql.keep(String(time.secondsSinceEpoch), as: name)
    }
  }
}

extension Timestamp {
  /// The latest end of any lease, where a new one ends at this time: a lease that ends later is from a
  /// clock that was ahead and has been set right, and would last until then.
  package func longestLease(since now: Timestamp) -> Timestamp {
    let length = max(secondsSinceEpoch - now.secondsSinceEpoch, 0)
    return Timestamp(secondsSinceEpoch: secondsSinceEpoch + length)
  }
}

/// The name of the time in the table `meta`.
private let name = "reached_time"
