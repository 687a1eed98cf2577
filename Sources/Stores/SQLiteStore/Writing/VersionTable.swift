import LinkStorage
import Links
import SQLStorage

/// Writes the histories of links, inside the transaction of their change.
struct VersionTable {
  private let database: Database

  init(_ database: Database) {
    self.database = database
  }

  /// - Parameter limit: the maximum number of versions kept of a link.
  func enter(
    _ changes: [ChangedLink], of change: ChangeNumber, keeping limit: Int
  ) throws(LinkStoreError) {
    guard let number = try number(change) else { return }
    // An import creates many links, where there was hardly ever one before.
    let areNew =
      changes.count > 1 && changes.allSatisfy { $0.event.kind != .deleted }
      ? try database.first("SELECT 1 FROM link_versions WHERE host IS NOT NULL LIMIT 1") { _ in
        true
      } == nil : false
    for change in changes {
      if areNew, change.event.kind == .created {
        try enterFirst(change, number)
      } else {
        try enter(change, number, keeping: limit)
      }
    }
  }

  /// The first version of the first link at a host and slug.
  private func enterFirst(_ change: ChangedLink, _ number: Int) throws(LinkStoreError) {
    try database.run(
      "INSERT INTO link_versions (link, number, change, kind, revision) VALUES (?,1,?,?,?)",
      [
        .int(change.id), .int(number), .int(change.event.kind.number), .int(change.event.revision),
      ])
  }

  private func number(_ change: ChangeNumber) throws(LinkStoreError) -> Int? {
    if case .given(let number) = change { return number }
    return try database.first("SELECT \(Database.dialect.lastChange)") { $0.int(0) }
  }

  private func enter(
    _ change: ChangedLink, _ number: Int, keeping limit: Int
  ) throws(LinkStoreError) {
    let event = change.event
    let isDeletion = event.kind == .deleted
    // A link that was just created has no versions of its own yet.
    let own =
      event.kind == .created ? "" : "(SELECT max(number) FROM link_versions WHERE link = ?1), "
    try database.run(
      "INSERT INTO link_versions (link, number, change, kind, revision, before, host, slug) "
        + "VALUES (?1, 1 + coalesce(\(own)"
        + "(SELECT max(number) FROM link_versions WHERE host = ?2 AND slug = ?3), ?4), "
        + "?5, ?6, ?7, ?8, ?9, ?10)",
      [
        .int(change.id), .text(event.key.host), .text(event.key.slug),
        .int(event.kind.versionsBefore(event.revision)), .int(number), .int(event.kind.number),
        .int(event.revision), .text(change.before),
        .text(isDeletion ? event.key.host : nil), .text(isDeletion ? event.key.slug : nil),
      ])
    // Fewer changes than the number of versions kept leave nothing to delete.
    guard event.revision > limit else { return }
    try database.run(
      "DELETE FROM link_versions WHERE link = ?1 AND number <= "
        + "(SELECT max(number) FROM link_versions WHERE link = ?1) - ?2",
      [.int(change.id), .int(limit)])
  }
}
