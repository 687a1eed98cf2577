package import LinkStorage
package import Links
import SQLiteStore
import System

/// How a node stands to its database.
package struct NodeStanding: Equatable, Sendable {
  /// Whether the last question to the database was answered.
  package var isUp: Bool
  /// Since the copy was known to be as the database is; nil when it never was since the start.
  package var lag: Double?
  /// Whether the copy has every link, though perhaps not as they are now.
  package var isWhole: Bool
  /// Clicks and launches in the spool.
  package var unsent: Int
  /// The nodes that are alive, as the database last told.
  package var nodes: Int
  /// Why the database does not answer.
  package var failure: LinkStoreError?
}

extension NodeStore {
  package var standing: NodeStanding {
    let standing = core.follower.standing
    return NodeStanding(
      isUp: standing.failure == nil && standing.lastRound != nil,
      lag: standing.lastRound.map { Double(Clock.monotonic() - $0) / 1_000_000_000 },
      isWhole: standing.isWhole, unsent: core.spool.count, nodes: standing.nodes,
      failure: standing.failure)
  }

  /// The node may have visitors when it has a copy to serve them from.
  package func check() throws(LinkStoreError) {
    let standing = core.follower.standing
    guard standing.isWhole else {
      let progress = standing.progress.map { ": \($0.done) of \($0.of) links" } ?? ""
      throw standing.failure
        ?? LinkStoreError(
          kind: .unreachable, code: 0, message: "the copy is being filled" + progress,
          operation: "fill the copy")
    }
    _ = try core.copy.check()
  }

  package func probe(completion: @escaping StoreCompletion<Void>) {
    core.copy.probe(completion: completion)
  }

  package func forget(
    _ entries: Forgettable, before time: Timestamp, completion: @escaping StoreCompletion<Int>
  ) {
    truth.forget(entries, before: time, completion: completion)
  }

  package func rollUp(
    _ retention: StatisticsRetention, limit: Int, now: Timestamp,
    completion: @escaping StoreCompletion<RollUpStep>
  ) {
    truth.rollUp(retention, limit: limit, now: now, completion: completion)
  }

  package func measures() throws(LinkStoreError) -> StoreMeasures { try truth.measures() }
}
