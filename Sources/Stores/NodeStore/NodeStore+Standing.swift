package import LinkStorage
package import Links
import PostgresStore
import SQLStorage
import SQLiteStore
import System

/// The state of a node in relation to its database.
package struct NodeStanding: Sendable {
  /// Why the database does not answer; nil when it does.
  package var failure: LinkStoreError?
  /// Whether the copy has every link, though possibly in an older state.
  package var isWhole = false
  /// The number of clicks and launches in the spool.
  package var unsent = 0
  /// Whether the database answers, but does not take what is in the spool.
  package var isSpoolStuck = false
  /// The number of live nodes, as last read from the database.
  package var nodes = 0
  /// Seconds since the copy was last known to equal the database; nil if it never was since the start.
  package var lag: Double?
  /// The end of the last successful round, in monotonic nanoseconds; nil before the first.
  var lastRound: Int?
  /// The number of links compared so far, and in total, during a comparison of the whole copy; nil
  /// otherwise.
  var progress: (done: Int, of: Int)?

  /// Whether the last query to the database was answered.
  package var isUp: Bool { failure == nil && lag != nil }

  /// The lag in seconds from which a copy counts as stalled, for any reason. Normally it is half a
  /// second at most.
  package static let patience = 5.0
  /// The lag in seconds up to which a stalled copy is trusted about tokens and sessions.
  package static let vouching = 10.0

  package var isCurrent: Bool { failure == nil && (lag ?? .infinity) < Self.patience }

  /// Whether the node knows of all revoked tokens and sessions.
  package var vouches: Bool { (lag ?? .infinity) < Self.vouching }

  /// The error of a change that visitors of this node would not see; nil when they would soon. A round
  /// that takes long may be hanging or bringing a large import: then the change is made, and waits.
  var refusal: LinkStoreError? {
    failure.map { failure in
      LinkStoreError(
        .unreachable,
        "visitors of this node would not see the change, since the database is not "
          + "followed: \(failure)", operation: "change")
    }
  }

  package var staleness: String {
    lag.map { "the copy was as the database is \(Int($0)) s ago" }
      ?? "the copy has not been compared with the database since the start"
  }

  /// The impairment of a node that may have visitors; nil for none.
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
  /// The present state of the node. *Local.*
  package var standing: NodeStanding {
    var standing = follower.standing
    standing.unsent = spool.count
    standing.isSpoolStuck = spool.isStuck
    standing.lag = standing.lastRound.map { Double(Clock.monotonic() - $0) / 1_000_000_000 }
    return standing
  }

  /// A node may have visitors once it has a complete copy to serve them from.
  package func check() throws(LinkStoreError) {
    let standing = standing
    guard standing.isWhole else {
      let progress = standing.progress.map { ": \($0.done) of \($0.of) links" } ?? ""
      throw standing.failure
        ?? LinkStoreError(
          .unreachable, "the copy is being filled" + progress, operation: "fill the copy")
    }
    _ = try copy.check()
  }

  package func troubles() -> [StoreTrouble] {
    let standing = standing
    // The feed may have a way to the database that changes do not have.
    return (standing.trouble.map { [$0] } ?? [])
      + (standing.failure == nil ? database.troubles() : []) + copy.troubles()
  }

  package func examine(after position: Int, limit: Int) throws(LinkStoreError) -> Int {
    try copy.examine(after: position, limit: limit)
  }

  package func probe(completion: @escaping StoreCompletion<Void>) {
    // While the database is away, only the copy can be tried.
    guard standing.failure == nil, !database.troubles().isEmpty else {
      return copy.probe(completion: completion)
    }
    database.probe { [database] result in
      if case .success = result { database.noteAnswer() }
      completion(result)
    }
  }

  package func rollUp(
    _ retention: StatisticsRetention, limit: Int, now: Timestamp,
    completion: @escaping StoreCompletion<RollUpStep>
  ) {
    database.rollUp(retention, limit: limit, now: now, completion: completion)
  }

  package func measures() throws(LinkStoreError) -> StoreMeasures { try database.measures() }
}
