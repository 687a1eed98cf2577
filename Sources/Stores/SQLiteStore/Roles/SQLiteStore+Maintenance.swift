package import LinkStorage
package import Links
import SQLStorage
import System

extension SQLiteStore {
  package func check() throws(LinkStoreError) {
    _ = try readers.read { database throws(LinkStoreError) in
      try database.first("SELECT count(*) FROM meta") { $0.int(0) }
    }
  }

  package func probe(completion: @escaping StoreCompletion<Void>) {
    write(completion) { database throws(LinkStoreError) in
      // Rewriting an unchanged row reaches the disk like any other write.
      try database.run("UPDATE meta SET value = value")
    }
  }

  package func measures() throws(LinkStoreError) -> StoreMeasures {
    var measures = try readers.read { database throws(LinkStoreError) in
      func rows(_ table: String) throws(LinkStoreError) -> Int {
        try database.first("SELECT count(*) FROM \(table)") { $0.int(0) } ?? 0
      }
      var measures = StoreMeasures()
      measures.hourRows = try rows("clicks") + rows("click_hours")
      measures.dayRows = try rows("click_days")
      measures.launchRows = try rows("launch_days")
      measures.waitingRows = try rows("click_log")
      return measures
    }
    measures.fileBytes = fileSize(path) ?? 0
    measures.logBytes = fileSize(path + "-wal") ?? 0
    activity.add(to: &measures)
    return measures
  }

  package func forget(
    _ entries: Forgettable, before time: Timestamp, completion: @escaping StoreCompletion<Int>
  ) {
    write(completion) { database throws(LinkStoreError) in
      let count = try database.run(entries.deletion, [.time(time)])
      if entries == .launchIdentifiers {
        try database.run("UPDATE rollup SET launch_ids = launch_ids - ?", [.int(count)])
      }
      if entries == .versions {
        try database.run("DELETE FROM link_changes WHERE \(Forgettable.oldChanges)", [.time(time)])
      }
      return count
    }
  }
}

extension Forgettable {
  fileprivate var deletion: String {
    switch self {
    case .idempotencyKeys: "DELETE FROM idempotency_keys WHERE created_at < ?"
    case .launchIdentifiers: "DELETE FROM launch_ids WHERE seen_at < ?"
    case .sessions: "DELETE FROM sessions WHERE expires < ?"
    case .claims: "DELETE FROM claims WHERE expires < ?"
    case .countWriters: "DELETE FROM writers WHERE seen_at < ?"
    // From the oldest on, regardless of the clocks of the writers.
    case .feedEntries:
      "DELETE FROM feed WHERE number < coalesce("
        + "(SELECT min(number) FROM feed WHERE changed_at >= ?), 1 << 62)"
    case .auditEntries:
      "DELETE FROM audit WHERE number < coalesce("
        + "(SELECT min(number) FROM audit WHERE changed_at >= ?), 1 << 62)"
    case .deliveries: "DELETE FROM deliveries WHERE happened_at < ?"
    case .versions:
      "DELETE FROM link_versions WHERE change IN "
        + "(SELECT number FROM link_changes WHERE \(Self.oldChanges))"
    }
  }

  /// The condition that a change of links is among the oldest ones, up to the first one of `?` or later:
  /// one that a clock behind the others has dated is not old.
  fileprivate static let oldChanges =
    "number < coalesce((SELECT min(number) FROM link_changes WHERE changed_at >= ?), 1 << 62)"
}
