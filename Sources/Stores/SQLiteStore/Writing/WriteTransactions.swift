import LinkStorage
import SQLStorage

/// Performs a group of writes in one transaction, each completely or not at all.
struct WriteTransactions: Sendable {
  let database: Database
  let health: WriteHealth
  /// Whether the file may be lost, as a copy of another store.
  var isOfCopy = false

  /// - Returns: closures that deliver the answers once the disk has the writes.
  func perform(_ writes: [PendingWrite]) -> [PendingWrite.Delivery] {
    do throws(LinkStoreError) {
      return try transaction(writes)
    } catch {
      if !database.isOutsideTransaction { try? database.execute("ROLLBACK") }
      health.note(error)
      return writes.map { write in { write.fail(error) } }
    }
  }

  private func transaction(
    _ writes: [PendingWrite]
  ) throws(LinkStoreError) -> [PendingWrite.Delivery] {
    // Set every time, outside of any transaction, where alone it is possible. A commit that is flushed
    // also flushes everything before it.
    let isDurable = writes.contains(where: \.isDurable)
    try database.run(isDurable ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL")
    // What a file without its place is told ends with the process.
    if !isOfCopy { try database.requireInPlace() }
    try database.run("BEGIN IMMEDIATE")
    var deliveries: [PendingWrite.Delivery] = []
    var hasWritten = false
    var failure: LinkStoreError?
    for write in writes {
      let changes = database.totalChanges
      do throws(LinkStoreError) {
        // For a single write the transaction serves as its savepoint: a real one would keep a copy of
        // every page that a batch of links touches, and search all of them at each statement.
        deliveries.append(
          writes.count == 1 ? try write.perform(database) : try savepoint(write))
        hasWritten = hasWritten || database.totalChanges != changes
      } catch {
        // A full or failing disk ends the whole transaction; any other error ends only this write.
        if writes.count == 1 || database.isOutsideTransaction { throw error }
        failure = error
        deliveries.append { write.fail(error) }
      }
    }
    try database.run("COMMIT")
    // Writes that were not flushed say nothing about the disk.
    if let failure {
      health.note(failure)
    } else if hasWritten, isDurable {
      health.noteSuccess()
    }
    return deliveries
  }

  private func savepoint(
    _ write: PendingWrite
  ) throws(LinkStoreError) -> PendingWrite.Delivery {
    try database.run("SAVEPOINT one")
    do throws(LinkStoreError) {
      let delivery = try write.perform(database)
      try database.run("RELEASE one")
      return delivery
    } catch {
      if !database.isOutsideTransaction {
        try database.run("ROLLBACK TO one")
        try database.run("RELEASE one")
      }
      throw error
    }
  }
}
