import LinkStorage
import Synchronization

/// Puts a group of writes into one transaction, each whole or not at all.
final class WriteTransactions: Sendable {
  private let database: Database
  let ownChanges = Atomic<Int>(0)

  init(_ database: Database) {
    self.database = database
  }

  /// - Returns: one result for each write, once the disk has them.
  func perform(_ writes: [LinkWrite]) -> [Result<LinkWriteAnswer, LinkStoreError>] {
    do throws(LinkStoreError) {
      return try transaction(writes)
    } catch {
      if !database.isOutsideTransaction { try? database.execute("ROLLBACK") }
      return writes.map { _ in .failure(error) }
    }
  }

  private func transaction(
    _ writes: [LinkWrite]
  ) throws(LinkStoreError) -> [Result<LinkWriteAnswer, LinkStoreError>] {
    try database.run("BEGIN IMMEDIATE")
    var results: [Result<LinkWriteAnswer, LinkStoreError>] = []
    var hasChanged = false
    if let write = writes.first, writes.count == 1, !write.isDryRun {
      // The transaction is as good as a savepoint, which would keep a copy of every page that a
      // batch of links touches and walk through all of them at each statement.
      let answer = try perform(write)
      hasChanged = write.touchesLinksOrTokens(answer)
      results.append(.success(answer))
      return try commit(results, hasChanged)
    }
    for write in writes {
      do throws(LinkStoreError) {
        let answer = try savepoint(write)
        hasChanged = hasChanged || write.touchesLinksOrTokens(answer)
        results.append(.success(answer))
      } catch {
        // A full or failing disk ends the whole transaction; anything else only this write.
        if database.isOutsideTransaction { throw error }
        results.append(.failure(error))
      }
    }
    return try commit(results, hasChanged)
  }

  private func commit(
    _ results: [Result<LinkWriteAnswer, LinkStoreError>], _ hasChanged: Bool
  ) throws(LinkStoreError) -> [Result<LinkWriteAnswer, LinkStoreError>] {
    if hasChanged { try database.run("UPDATE changes SET counter = counter + 1") }
    try database.run("COMMIT")
    if hasChanged { ownChanges.add(1, ordering: .relaxed) }
    return results
  }

  private func savepoint(_ write: LinkWrite) throws(LinkStoreError) -> LinkWriteAnswer {
    try database.run("SAVEPOINT one")
    do throws(LinkStoreError) {
      let answer = try perform(write)
      if write.isDryRun { try database.run("ROLLBACK TO one") }
      try database.run("RELEASE one")
      return answer
    } catch {
      if !database.isOutsideTransaction {
        try database.run("ROLLBACK TO one")
        try database.run("RELEASE one")
      }
      throw error
    }
  }

  private func perform(_ write: LinkWrite) throws(LinkStoreError) -> LinkWriteAnswer {
    switch write {
    case .create(let link, let terms, let now):
      return try LinkTable(database).create(link, terms, now)
    case .update(let link, let revision, let now):
      return try LinkTable(database).update(link, revision, now)
    case .delete(let key, let revision): return try LinkTable(database).delete(key, revision)
    case .apply(let links, let now, _): return try LinkTable(database).apply(links, now)
    case .count(let clicks, let launches):
      try CounterTables(database).add(clicks, launches)
      return .done
    case .report(let reports, let now):
      return .reported(try CounterTables(database).add(reports, now))
    case .createToken(let token): return try TokenTable(database).create(token)
    case .revokeToken(let id, let now): return try TokenTable(database).revoke(id, now)
    case .forgetIdempotencyKeys(let before):
      try database.run(
        "DELETE FROM idempotency_keys WHERE created_at < ?", [.time(before)])
      return .done
    case .probe:
      try database.run("UPDATE changes SET counter = counter")
      return .done
    case .forgetLaunches(let before):
      try database.run("DELETE FROM launch_ids WHERE seen_at < ?", [.time(before)])
      return .done
    }
  }
}

extension LinkWrite {
  /// Whether it is so much that it has a transaction to itself.
  var isBulk: Bool {
    if case .apply(let links, _, _) = self { links.count > 100 } else { false }
  }

  fileprivate var isDryRun: Bool {
    if case .apply(_, _, true) = self { true } else { false }
  }

  /// Whether caches of links and tokens have to notice.
  fileprivate func touchesLinksOrTokens(_ answer: LinkWriteAnswer) -> Bool {
    switch answer {
    case .created, .updated, .deleted: return true
    case .applied(let changes): return !isDryRun && changes.contains { $0 != .unchanged }
    case .done:
      switch self {
      case .createToken, .revokeToken: return true
      default: return false
      }
    case .taken, .found, .remembered, .keyReused, .missing, .overtaken, .reported: return false
    }
  }
}
