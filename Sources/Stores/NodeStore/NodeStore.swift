import Glibc
package import LinkStorage
import Links
import PostgresStore
import SQLiteStore
import Synchronization
import System

/// The store of one of many nodes beside a database of PostgreSQL.
///
/// The database is the truth. Visitors are served from a full copy in a file of SQLite, which a
/// follower keeps as the database is: redirects never wait for the network, and go on without it.
/// Clicks that the database cannot take lie in a spool until it can. Changes go to the database, and
/// are answered when the copy has them.
package final class NodeStore: LinkStore {
  let core: NodeCore
  /// The database, acting in somebody's name.
  let truth: any LinkStore

  /// Opens the copy, connects, and goes on following.
  ///
  /// - Parameters:
  ///   - options: where everything is.
  ///   - log: takes lines for people: when the database goes and comes.
  /// - Throws: what people have to set right. A database that is gone is no error while there is a
  ///   copy to serve from.
  package init(
    _ options: NodeOptions, log: @escaping @Sendable (String) -> Void
  ) throws(LinkStoreError) {
    core = try NodeCore(options, log: log)
    truth = core.replication.store
    do throws(LinkStoreError) {
      try core.follower.start()
    } catch {
      core.close()
      throw error
    }
  }

  private init(_ other: NodeStore, truth: any LinkStore) {
    core = other.core
    self.truth = truth
  }

  package func acting(as actor: AuditActor) -> any LinkStore {
    NodeStore(self, truth: core.replication.store.acting(as: actor))
  }

  package func close() { core.close() }

  /// Hands an answer on when the copy has what was changed. An error is handed on at once.
  func afterCopying<Answer: Sendable>(
    _ completion: @escaping StoreCompletion<Answer>
  ) -> StoreCompletion<Answer> {
    { [core] result in
      guard case .success = result else { return completion(result) }
      core.follower.afterNextRound { completion(result) }
    }
  }
}

/// What all the names in which a node acts have in common.
final class NodeCore: Sendable {
  let options: NodeOptions
  let replication: Replication
  let copy: SQLiteStore
  let spool: Spool
  let follower: Follower
  let sessions: SessionCache
  /// The reserved clicks of limited links as far as this node knows.
  let reserved = Mutex<[LinkLife: Int]>([:])
  private let lock: Int32

  init(
    _ options: NodeOptions, log: @escaping @Sendable (String) -> Void
  ) throws(LinkStoreError) {
    self.options = options
    lock = try Self.lock(options.copy + "-lock")
    do throws(LinkStoreError) {
      var file = SQLiteStore.Options()
      file.isCopy = true
      copy = try SQLiteStore(path: options.copy, options: file)
      var postgres = options.postgres
      postgres.timeline = try copy.copyTimeline() ?? postgres.timeline
      replication = try Replication(options.database, options: postgres)
      spool = try Spool(path: options.copy + "-spool")
      sessions = SessionCache()
      follower = try Follower(
        replication, copy, spool, sessions, process: Self.place(options.copy, lock), log: log)
    } catch {
      Glibc.close(lock)
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

  /// A number of the machine and the file: the same after a restart, another one elsewhere. Machines
  /// made from one image have one number, so the file of the lock tells by its own as well.
  private static func place(_ path: String, _ lock: Int32) -> Int {
    let machine = (try? readFile("/etc/machine-id", limit: 256)) ?? []
    var status = stat()
    _ = fstat(lock, &status)
    let file = "\(status.st_dev) \(status.st_ino) \(path)"
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in machine + Array(file.utf8) {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    return Int(Int64(bitPattern: hash))
  }

  func close() {
    follower.close()
    spool.close()
    replication.store.close()
    copy.close()
    Glibc.close(lock)
  }
}
