import LinkStorage
import Testing

@testable import NodeStore

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
