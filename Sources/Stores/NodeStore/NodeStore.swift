import Glibc
package import LinkStorage
import Links
package import PostgresStore
import SQLStorage
import SQLiteStore
import System
import WebSyntax

/// The store of one of many nodes that share a PostgreSQL database.
///
/// The database is authoritative. Visitors are served from a full copy in an SQLite file, which a
/// follower keeps up to date: redirects never wait for the network, and work without it. Clicks that
/// the database cannot take wait in a spool. Changes go to the database, and are answered once the copy
/// has them; if it does not get them in time, `missingCopies` says so.
package final class NodeStore: LinkStore {
  let options: NodeOptions
  let replication: Replication
  let copy: SQLiteStore
  let spool: Spool
  private let confirmed: ConfirmedFile
  let follower: Follower
  let knownSessions: SessionCache
  private let lock: Int32

  var database: PostgresStore { replication.store }

  /// Values of this node alone, which the file of its copy keeps while the database is away.
  package var ownValues: any SharedValues { copy }

  /// Opens the copy, connects, and starts following.
  ///
  /// - Parameter log: writes a line for people when the database becomes unavailable or available.
  /// - Throws: errors that people have to resolve. An unreachable database is not an error if there
  ///   is a copy to serve from.
  package init(
    _ options: NodeOptions, log: @escaping @Sendable (String) -> Void
  ) throws(LinkStoreError) {
    self.options = options
    lock = try Self.lock(options.copy + "-lock")
    do throws(LinkStoreError) {
      var file = SQLiteStore.Options()
      file.isCopy = true
      copy = try SQLiteStore(path: options.copy, options: file)
      var postgres = options.postgres
      let timeline = try copy.copyTimeline()
      postgres.timeline = timeline ?? postgres.timeline
      replication = try Replication(options.database, options: postgres)
      let confirmed = ConfirmedFile(path: options.copy + "-confirmed", log: log)
      self.confirmed = confirmed
      // A copy that is new may be that of another database.
      if timeline != nil {
        replication.store.remember(confirmed.batches(at: Int(Clock.now()) / 3600))
      }
      spool = try Spool(path: options.copy + "-spool", log: log) { [database = replication.store] in
        confirmed.keepSoon { database.confirmedBatches }
      }
      knownSessions = SessionCache()
      follower = try Follower(
        replication, copy, spool, knownSessions, process: Self.number(options.copy, lock), log: log)
    } catch {
      Glibc.close(lock)
      throw error
    }
    do throws(LinkStoreError) {
      try follower.start()
    } catch {
      close()
      throw error
    }
  }

  /// Two nodes on one copy would undo each other's work.
  private static func lock(_ path: String) throws(LinkStoreError) -> Int32 {
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0, flock(file, LOCK_EX | LOCK_NB) == 0 else {
      let code = errno
      if file >= 0 { Glibc.close(file) }
      let isTaken = code == EWOULDBLOCK
      throw LinkStoreError(
        kind: isTaken ? .locked : .failed, code: code,
        message: isTaken
          ? "another node uses the copy: expected a file of this node's own"
          : String(cString: strerror(code)),
        operation: "open \(path)")
    }
    return file
  }

  /// A number for the machine and the file: stable across restarts, different elsewhere. Machines
  /// cloned from one image share their number, so the lock file contributes as well.
  private static func number(_ path: String, _ lock: Int32) -> Int {
    let machine = (try? readFile("/etc/machine-id", limit: 256)) ?? []
    var status = stat()
    _ = fstat(lock, &status)
    let file = "\(status.st_dev) \(status.st_ino) \(path)"
    return FNV1a(machine + file.utf8).value
  }

  package func close() {
    follower.close()
    spool.close()
    confirmed.keep(database.confirmedBatches)
    database.close()
    copy.close()
    Glibc.close(lock)
  }
}

package struct NodeOptions: Sendable {
  /// The connection string of the database, in libpq's syntax.
  package var database: String
  /// The path of the copy; the spool is next to it.
  package var copy: String
  package var postgres = PostgresStore.Options()
  /// Whether links with a click limit are served while the database cannot count their clicks.
  package var servesLimitedLinks = false

  package init(database: String, copy: String) {
    self.database = database
    self.copy = copy
  }
}

/// The files that a node keeps next to its copy, for commands that inspect them.
package enum NodeFiles {
  /// The number of clicks and launches in the spool of a copy, which a running node may be using.
  package static func unsent(copy: String) throws(LinkStoreError) -> Int {
    try SpoolSums(copy + "-spool").visits
  }

  /// The newest timeline of the database that the node has seen; nil without a copy that knows one.
  package static func timeline(copy: String) -> String? {
    // Problems with the file are reported where the copy itself is needed.
    guard fileExists(copy), let store = try? SQLiteStore.reading(copy) else { return nil }
    defer { store.close() }
    return try? store.copyTimeline()
  }
}
