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
    if let reserved = try row(life, in: database) { return reserved }
    return try database.clicks(of: life.key)
  }

  private static func row(_ life: LinkLife, in database: Database) throws(LinkStoreError) -> Int? {
    try database.first(
      "SELECT reserved FROM limits WHERE host = ? AND slug = ? AND created_at = ?", values(life)
    ) { $0.int(0) }
  }

  /// The clicks of people that a link has had so far, with or without a limit.
  ///
  /// - Parameter clicks: the number of clicks counted.
  func used(_ life: LinkLife, clicks: Int) throws(LinkStoreError) -> Int {
    max(try Self.row(life, in: database) ?? 0, clicks)
  }

  /// The identifier of the link that has the clicks; 0 for one that is not in the store.
  private func link(_ life: LinkLife) throws(LinkStoreError) -> Int {
    try database.first(
      "SELECT id FROM links WHERE host = ? AND slug = ?",
      [.text(life.key.host), .text(life.key.slug)]
    ) { $0.int(0) } ?? 0
  }

  /// Begins the limit of a link that is made again, whatever is still counted for the earlier one.
  func begin(_ link: ShortLink) throws(LinkStoreError) {
    guard link.maxClicks != nil else { return }
    try database.run(
      "INSERT OR IGNORE INTO limits (host, slug, created_at, reserved) "
        + "SELECT ?1, ?2, ?3, 0 "
        + "WHERE EXISTS (SELECT 1 FROM link_versions WHERE host = ?1 AND slug = ?2)",
      Self.values(LinkLife(link)))
  }

  /// Adds the clicks that a link has had without a limit, when it gets one again.
  func resume(_ link: ShortLink, after old: ShortLink) throws(LinkStoreError) {
    guard old.maxClicks == nil, link.maxClicks != nil else { return }
    let life = LinkLife(link)
    try database.run(
      "UPDATE limits SET reserved = max(reserved, ?) "
        + "WHERE host = ? AND slug = ? AND created_at = ?",
      [.int(try database.clicks(of: life.key))] + Self.values(life))
  }

  func reserve(
    _ wanted: Int, _ life: LinkLife, limit: Int
  ) throws(LinkStoreError) -> Reservation {
    let reservation = Reservation(
      wanted: wanted, reserved: try Self.reserved(of: life, in: database), limit: limit,
      link: try link(life))
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

  func giveBack(_ count: Int, _ life: LinkLife, by link: Int) throws(LinkStoreError) {
    guard try self.link(life) == link else {
      return try database.giveBack(count, toHistoryOf: link, at: life.key)
    }
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
