import LinkStorage
import Links
import PostgresServer
import Testing

@testable import PostgresStore

/// The feed of a server that was restarted or replaced by another one.
@Suite(.enabled(if: PostgresServer.isWanted), .tidies) struct FeedRestartTests {
  @Test func `a cursor is followed over a restart of the server that has all that was seen`()
    throws
  {
    let database = try PostgresDatabase.temporary()
    let store = try opened(PostgresStore(database))
    let reader = try opened(PostgresStore(database))
    try store.make(sample("x"))
    let seen = try #require(FeedPosition(try reader.changes(since: nil).cursor))
    try store.make(sample("y"))
    func changes(_ snapshot: String, _ last: String?) throws -> ChangedLinks {
      let last = last.flatMap { FeedPosition.Entry($0) } ?? seen.last
      let position = FeedPosition(epoch: seen.epoch + "1", snapshot: snapshot, last: last)
      #expect(FeedPosition(FeedCursor(position.description)) == position)
      return try reader.changes(since: FeedCursor(position.description)).links
    }
    #expect(try changes(seen.snapshot, nil) == .keys([sample("y").key]))
    // The number belonged to a transaction that left no trace, and was assigned again.
    #expect(try changes("90000000:90000000:", nil) == .keys([sample("y").key]))
    // Another history has a different entry under the number, or none.
    let last = try #require(seen.last)
    for other in ["\(last.number):\(last.transaction + 1)", "\(last.number + 900):1"] {
      #expect(try changes(seen.snapshot, other) == .everything)
    }
    for text in ["1:5: ", "1:5: 1", "1:5: 1:-1", "1:5: 1:1 "] {
      #expect(FeedPosition(FeedCursor("\(seen.epoch) \(text)")) == nil)
    }
    #expect(FeedPosition(FeedCursor(seen.announcement))?.last == nil)
  }
}
