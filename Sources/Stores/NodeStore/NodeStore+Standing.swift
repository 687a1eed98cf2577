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

  /// A copy is promised to be half a second behind at most. One that is so many seconds behind stands
  /// still, whatever the reason.
  package static let patience = 5.0
  /// For so many seconds a copy that stands still is believed in what it says of tokens and sessions.
  package static let vouching = 10.0

  /// Whether the copy keeps what is promised of it.
  package var isCurrent: Bool { failure == nil && (lag ?? .infinity) < Self.patience }

  /// Whether the node knows of every token and session that was revoked.
  package var vouches: Bool { (lag ?? .infinity) < Self.vouching }

  /// How old the copy is, in words.
  package var staleness: String {
    lag.map { "the copy was as the database is \(Int($0)) s ago" }
      ?? "the copy was not compared with the database since the start"
  }

  /// What the node does without, though it may have visitors; nil when it has everything.
  package var trouble: StoreTrouble? {
    if let failure {
      return StoreTrouble(
        .unreachable, "serving from the copy, since the database does not answer: \(failure)")
    }
    return isCurrent
      ? nil : StoreTrouble(.stale, "serving from a copy that stands still: \(staleness)")
  }
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

  package func troubles() -> [StoreTrouble] {
    (standing.trouble.map { [$0] } ?? []) + core.copy.troubles()
  }

  package func examine(after place: Int, limit: Int) throws(LinkStoreError) -> Int {
    try core.copy.examine(after: place, limit: limit)
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
