import LinkStorage
import Links
import SQLStorage

/// The reserved clicks of limited links, inside a transaction.
struct LimitTable {
  private let database: Database

  init(_ database: Database) {
    self.database = database
  }

  static func reserved(
    of life: LinkLife, in database: Database
  ) throws(LinkStoreError) -> Int {
    let reserved = try database.first(
      "SELECT reserved FROM limits WHERE host = ? AND slug = ? AND created_at = ?", values(life)
    ) { $0.int(0) }
    if let reserved { return reserved }
    return try ClickScopes.clicks(of: life.key, in: database)
  }

  func reserve(
    _ wanted: Int, _ life: LinkLife, limit: Int
  ) throws(LinkStoreError) -> Reservation {
    let reservation = Reservation(
      wanted: wanted, reserved: try Self.reserved(of: life, in: database), limit: limit)
    guard reservation.granted > 0 else { return reservation }
    try database.run(
      "INSERT INTO limits (host, slug, created_at, reserved, used_up) VALUES (?,?,?,?,?) "
        + "ON CONFLICT DO UPDATE SET reserved = excluded.reserved, "
        + "used_up = coalesce(excluded.used_up, used_up)",
      Self.values(life) + [
        .int(reservation.reserved), .int(reservation.reserved >= limit ? limit : nil),
      ])
    return reservation
  }

  func giveBack(_ count: Int, _ life: LinkLife) throws(LinkStoreError) {
    try database.run(
      "UPDATE limits SET reserved = max(0, reserved - ?) "
        + "WHERE host = ? AND slug = ? AND created_at = ?",
      [.int(count)] + Self.values(life))
  }

  /// Restores the clicks that a deleted link had used, for the same life.
  func restore(_ reserved: Int, _ life: LinkLife) throws(LinkStoreError) {
    guard reserved > 0 else { return }
    try database.run(
      "INSERT OR REPLACE INTO limits (host, slug, created_at, reserved) VALUES (?,?,?,?)",
      Self.values(life) + [.int(reserved)])
  }

  func delete(_ key: LinkKey) throws(LinkStoreError) {
    try database.run(
      "DELETE FROM limits WHERE host = ? AND slug = ?", [.text(key.host), .text(key.slug)])
  }

  private static func values(_ life: LinkLife) -> [SQLValue] {
    [
      .text(life.key.host), .text(life.key.slug),
      .int(life.createdAt?.secondsSinceEpoch ?? 0),
    ]
  }
}
