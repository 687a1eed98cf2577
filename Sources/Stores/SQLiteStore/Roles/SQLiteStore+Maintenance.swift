import Links
package import LinkStorage
import SQLStorage
import Synchronization
import System

/// Finds damage before a visitor meets it.
extension SQLiteStore {
  package func troubles() -> [StoreTrouble] {
    var troubles: [StoreTrouble] = []
    if let failure = health.failure {
      troubles.append(StoreTrouble(.writes, "the store takes no changes: \(failure)"))
    }
    let damages = damage.all
    if let first = damages.first {
      let others = damages.count > 1 ? ", and \(damages.count - 1) more" : ""
      troubles.append(
        StoreTrouble(.damage, "the file '\(path)' is damaged: \(first)\(others)"))
    }
    return troubles
  }

  package var damages: [String] { damage.all }

  /// Reads rows as visitors do: each must be as it was written, and be found by its host and slug.
  package func examine(after id: Int, limit: Int) throws(LinkStoreError) -> Int {
    do throws(LinkStoreError) {
      let rows = try readers.read { database throws(LinkStoreError) in
        try LinkExamination(database: database, damage: damage).rows(after: id, limit: limit)
      }
      seal(rows.compactMap(\.found).filter { !$0.isSealed })
      return rows.count < limit ? 0 : rows.last?.id ?? 0
    } catch {
      guard error.kind == .corrupt else { throw error }
      // The rows after an unreadable page may be intact. A separate table has the last identifier.
      let end = try? first("SELECT seq FROM sqlite_sequence WHERE name = 'links'", []) { $0.int(0) }
      return id + limit < (end ?? 0) ? id + limit : 0
    }
  }

  /// Adds checksums to rows of earlier releases, so that damage is noticed from now on.
  private func seal(_ rows: [LinkRow.Checked]) {
    guard !rows.isEmpty, !isReadOnly else { return }
    write(isBulk: true, isDurable: false, { _ in }) { database throws(LinkStoreError) in
      for row in rows {
        try database.run(
          "UPDATE links SET checksum = ? WHERE id = ? AND revision = ? AND checksum IS NULL",
          [.int(row.checksum), .int(row.stored.id), .int(row.stored.revision)])
      }
    }
  }

  package func linkCount() throws(LinkStoreError) -> Int {
    try count("links")
  }

  private func count(_ table: String) throws(LinkStoreError) -> Int {
    try first("SELECT count(*) FROM \(table)", []) { $0.int(0) } ?? 0
  }

  /// The descriptions of everything that SQLite itself finds wrong with the file. Reads all of it.
  package func integrityFailures() throws(LinkStoreError) -> [String] {
    do throws(LinkStoreError) {
      return try rows("PRAGMA integrity_check(20)", []) { $0.text(0) }.filter { $0 != "ok" }
    } catch {
      // Too badly damaged to be examined: noted together with the damages found before.
      guard error.kind == .corrupt else { throw error }
      return []
    }
  }
}

/// An examination of some rows on one connection.
struct LinkExamination {
  let database: Database
  let damage: DamageLog

  typealias Row = (id: Int, found: LinkRow.Checked?)

  /// The rows after an identifier. Damaged rows are noted, and so are those that cannot be found by
  /// their host and slug.
  func rows(after id: Int, limit: Int) throws(LinkStoreError) -> [Row] {
    try database.snapshot { () throws(LinkStoreError) in
      let rows = try database.rows(
        "\(database.linkSelection) WHERE id > ? ORDER BY id LIMIT ?",
        [.int(id), .int(max(limit, 1))]
      ) { row in (id: row.int(0), found: checked(row)) }
      for case (let id, let found?) in rows { try find(id, at: found.stored.link.key) }
      return rows
    }
  }

  private func checked(_ row: SQLiteRow) -> LinkRow.Checked? {
    do throws(LinkStoreError) {
      return try LinkRow.checked(row)
    } catch {
      damage.note(error)
      return nil
    }
  }

  private func find(_ id: Int, at key: LinkKey) throws(LinkStoreError) {
    // Only the index is read.
    let found = try database.first(
      "SELECT id FROM links WHERE host = ? AND slug = ?", [.text(key.host), .text(key.slug)]
    ) { $0.int(0) }
    guard found != id else { return }
    damage.note(
      LinkStoreError(
        .corrupt, "link \(id) is not found at its place", operation: "read the index of links"))
  }
}

/// The damages found in a file, each listed once however often it is encountered.
final class DamageLog: Sendable {
  private let found = Mutex<Set<String>>([])

  /// The maximum number of distinct damages; a file with more has lost enough.
  private static let capacity = 10_000

  /// Notes an error if it indicates damage.
  func note(_ error: LinkStoreError) {
    guard error.kind == .corrupt else { return }
    found.withLock { found in
      if found.count < Self.capacity { found.insert("\(error)") }
    }
  }

  var all: [String] { found.withLock { $0.sorted() } }
}

extension SQLiteStore {
  package func measures() throws(LinkStoreError) -> StoreMeasures {
    var measures = StoreMeasures()
    measures.hourRows = try count("clicks") + count("click_hours")
    measures.dayRows = try count("click_days")
    measures.launchRows = try count("launch_days")
    measures.waitingRows = try count("click_log")
    measures.fileBytes = fileSize(path) ?? 0
    measures.logBytes = fileSize(path + "-wal") ?? 0
    activity.add(to: &measures)
    return measures
  }
}
