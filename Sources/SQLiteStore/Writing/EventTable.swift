import Links
import LinkStorage

/// The outbox, inside a transaction.
struct EventTable {
  private let database: Database

  init(_ database: Database) {
    self.database = database
  }

  static func isRecording(_ database: Database) throws(LinkStoreError) -> Bool {
    try database.first("SELECT 1 FROM meta WHERE name = 'records_events'") { $0.bool(0) } ?? false
  }

  func switchRecording(_ isOn: Bool) throws(LinkStoreError) {
    try database.run(
      isOn
        ? "INSERT INTO meta (name, value) VALUES ('records_events', 'yes') ON CONFLICT DO NOTHING"
        : "DELETE FROM meta WHERE name = 'records_events'")
  }

  func record(_ events: [LinkEvent]) throws(LinkStoreError) {
    guard try Self.isRecording(database) else { return }
    for event in events {
      try database.run(
        "INSERT INTO events (kind, host, slug, revision, changed_at) VALUES (?,?,?,?,?)",
        [
          .text(event.kind.rawValue), .text(event.key.host), .text(event.key.slug),
          .int(event.revision), .time(event.time),
        ])
    }
  }

  func lease(
    _ limit: Int, owner: String, until time: Timestamp, now: Timestamp
  ) throws(LinkStoreError) -> [RecordedEvent] {
    let free = try database.rows(
      "SELECT number, kind, host, slug, revision, changed_at FROM events "
        + "WHERE leased_until IS NULL OR leased_until <= ? ORDER BY number LIMIT ?",
      [.time(now), .int(max(limit, 0))], Self.event)
    for event in free {
      try database.run(
        "UPDATE events SET owner = ?, leased_until = ? WHERE number = ?",
        [.text(owner), .time(time), .int(event.number)])
    }
    return free
  }

  private static func event(_ row: SQLRow) throws(LinkStoreError) -> RecordedEvent {
    guard let kind = LinkEvent.Kind(rawValue: row.text(1)) else {
      throw LinkStoreError(
        kind: .corrupt, code: 0, message: "an event has an unknown kind",
        operation: "read events.kind")
    }
    return RecordedEvent(
      number: row.int(0),
      event: LinkEvent(
        kind, LinkKey(host: row.text(2), slug: row.text(3)), revision: row.int(4),
        time: Timestamp(secondsSinceEpoch: row.int(5))))
  }

  /// - Returns: how many there were.
  func settle(_ numbers: [Int], owner: String) throws(LinkStoreError) -> Int {
    var count = 0
    for number in numbers {
      count += try database.run(
        "DELETE FROM events WHERE number = ? AND owner = ?", [.int(number), .text(owner)])
    }
    return count
  }
}
