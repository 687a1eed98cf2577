import Synchronization
import Testing

@testable import NodeStore

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
