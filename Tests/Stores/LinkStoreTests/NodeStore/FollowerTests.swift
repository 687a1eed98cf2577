import LinkStorage
import Synchronization
import Testing

@testable import NodeStore
@testable import PostgresStore

@Suite(.tidies) struct RoundWaitsTests {
  private final class Log: Sendable {
    let names = Mutex<[String]>([])

    func body(_ name: String) -> RoundWaits.Body {
      { self.names.withLock { $0.append(name) } }
    }

    private func run(_ bodies: [RoundWaits.Body]) -> [String] {
      names.withLock { $0 = [] }
      for body in bodies { body() }
      return names.withLock { $0 }
    }

    func end(_ waits: inout RoundWaits, isCopied: Bool) -> [String] {
      run(waits.endRound(isCopied: isCopied))
    }

    func end(_ waits: inout RoundWaits, at now: Int) -> [String] { run(waits.takeOverdue(at: now)) }
  }

  private let log = Log()

  @Test func `a change waits for a round that begins after it`() {
    var waits = RoundWaits()
    #expect(waits.isIdle)
    waits.beginRound()
    waits.add(until: 10, log.body("a"))
    #expect(log.end(&waits, isCopied: true) == [] && !waits.isIdle)
    waits.beginRound()
    waits.add(until: 20, log.body("b"))
    #expect(log.end(&waits, isCopied: true) == ["a"])
    #expect(!waits.isMissing && waits.deadline == 20)
    waits.beginRound()
    #expect(waits.isIdle && log.end(&waits, isCopied: true) == ["b"])
    #expect(!waits.isMissing && waits.deadline == nil)
  }

  @Test func `a change whose round has failed is missing until a later round brings it`() {
    var waits = RoundWaits()
    waits.add(until: 10, log.body("a"))
    waits.beginRound()
    #expect(log.end(&waits, isCopied: false) == ["a"] && waits.isMissing)
    waits.beginRound()
    #expect(log.end(&waits, isCopied: false) == [] && waits.isMissing)
    waits.beginRound()
    #expect(log.end(&waits, isCopied: true) == [] && !waits.isMissing)
  }

  @Test func `a change does not wait for a round that hangs, and is not brought by it either`() {
    var waits = RoundWaits()
    waits.add(until: 10, log.body("a"))
    waits.beginRound()
    waits.add(until: 20, log.body("b"))
    #expect(log.end(&waits, at: 9) == [] && !waits.isMissing)
    #expect(log.end(&waits, at: 20) == ["a", "b"] && waits.isMissing)
    // Begun before the second change was made, it may lack that.
    #expect(log.end(&waits, isCopied: true) == [] && waits.isMissing)
    waits.beginRound()
    #expect(log.end(&waits, isCopied: true) == [] && !waits.isMissing)
  }
}

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

@Suite(.tidies) struct FollowerFailuresTests {
  private func error(_ kind: LinkStoreError.Kind, _ message: String = "m") -> LinkStoreError {
    LinkStoreError(kind: kind, code: 1, message: message, operation: "test")
  }

  private func isTold(
    _ failures: inout FollowerFailures, _ error: LinkStoreError, at time: Int
  ) -> Bool {
    failures.isWorthALine(error, at: time)
  }

  private func ends(_ failures: inout FollowerFailures) -> Bool { failures.end() }

  @Test func `what fails and works again and again is told once`() {
    var failures = FollowerFailures()
    #expect(isTold(&failures, error(.full), at: 0) && ends(&failures))
    for time in 1...58 {
      let kind = [LinkStoreError.Kind.full, .unreachable][time % 2]
      #expect(isTold(&failures, error(kind), at: time) == (time == 1))
      #expect(ends(&failures) == (time == 1))
    }
    #expect(isTold(&failures, error(.full), at: FollowerFailures.silence) && ends(&failures))
  }

  @Test func `what goes on failing is told again when it fails in another way, after a minute`() {
    var failures = FollowerFailures()
    #expect(isTold(&failures, error(.unreachable), at: 0))
    #expect(!isTold(&failures, error(.unreachable, "other"), at: 1))
    #expect(isTold(&failures, error(.full), at: 2))
    let later = FollowerFailures.silence
    #expect(!isTold(&failures, error(.unreachable), at: later))
    #expect(isTold(&failures, error(.unreachable, "other"), at: later))
    #expect(ends(&failures) && !ends(&failures))
  }

  @Test func `attempts become rarer, down to one in two seconds`() {
    var failures = FollowerFailures()
    let pauses = (0..<12).map { _ in
      _ = failures.isWorthALine(error(.unreachable), at: 0)
      return failures.pause(percent: 100)
    }
    #expect(pauses.prefix(5) == [250, 500, 1000, 2000, 2000] && pauses.allSatisfy { $0 <= 2000 })
    _ = failures.end()
    _ = failures.isWorthALine(error(.unreachable), at: 0)
    #expect(failures.pause(percent: 70) == 175)
  }
}
