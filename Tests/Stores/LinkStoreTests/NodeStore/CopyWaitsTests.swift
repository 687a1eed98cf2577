import LinkStorage
import Synchronization
import Testing

@testable import NodeStore
@testable import PostgresStore

/// A node's record of callers that wait for its copy and for those of other nodes.
@Suite(.tidies) struct CopyWaitsTests {
  private let one = FeedCursor("a.1.1 3:3:")
  private let two = FeedCursor("a.1.1 4:4:")

  private func wait(_ deadline: Int, behind: [String]) -> CopyWaits.Wait {
    CopyWaits.Wait(deadline: deadline, completion: { _ in }, behind: behind)
  }

  /// The result of finished waits: the nodes that are behind.
  private func ended(_ waits: inout CopyWaits, at time: Int) -> [[String]] {
    waits.takeEnded(at: time).map(\.behind)
  }

  private func hasNew(_ waits: inout CopyWaits, _ position: FeedCursor) -> Bool {
    waits.set(position)
  }

  private func node(_ name: String, _ cursor: FeedCursor?) -> Replication.Node {
    Replication.Node(name: name, secondsSilent: 0, cursor: cursor)
  }

  @Test func `a wait ends when every other node has come as far`() {
    var waits = CopyWaits()
    waits.add(wait(100, behind: ["b", "c"]))
    // Without a position it is unknown which nodes are behind.
    waits.note([node("a", two)], besides: "a")
    #expect(ended(&waits, at: 0).isEmpty && !waits.isBehind && !waits.isEmpty)
    #expect(hasNew(&waits, two))
    #expect(!hasNew(&waits, one))
    waits.note([node("a", one), node("b", two), node("c", one)], besides: "a")
    #expect(waits.isBehind && ended(&waits, at: 99).isEmpty)
    waits.note([node("a", one), node("b", two), node("c", two)], besides: "a")
    #expect(!waits.isBehind)
    #expect(ended(&waits, at: 99) == [[]])
    #expect(waits.isEmpty)
  }

  @Test func `a wait that is over names the nodes that are behind, or may be`() {
    var waits = CopyWaits()
    waits.add(wait(100, behind: ["b"]))
    #expect(hasNew(&waits, two))
    waits.add(wait(200, behind: ["d"]))
    waits.note([node("a", two), node("b", two), node("c", nil)], besides: "a")
    #expect(ended(&waits, at: 100) == [["c"]])
    // It came too late to get a position.
    #expect(ended(&waits, at: 199).isEmpty)
    let rest = waits.takeAll()
    #expect(rest.map(\.behind) == [["d"]] && waits.isEmpty)
  }

  @Test func `the longest wait is told in milliseconds, and is never negative`() {
    var waits = CopyWaits()
    #expect(waits.longest(at: 0) == 0)
    waits.add(wait(5_000_000, behind: []))
    waits.add(wait(9_000_000, behind: []))
    #expect(waits.longest(at: 2_000_000) == 7)
    #expect(waits.longest(at: 20_000_000) == 0)
  }

  @Test func `an ended wait is told who was behind`() {
    let told = Mutex<[String]>([])
    let wait = CopyWaits.Wait(
      deadline: 0, completion: { behind in told.withLock { $0 = behind } }, behind: ["b"])
    wait.end(besides: nil)()
    #expect(told.withLock { $0 } == ["b"])
    wait.end(besides: "a")()
    #expect(told.withLock { $0 } == ["a", "b"])
  }
}
