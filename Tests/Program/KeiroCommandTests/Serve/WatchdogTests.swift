import Synchronization
import Testing

@testable import KeiroCommand

@Suite struct WatchdogTests {
  /// A queue that answers when the test says so.
  private final class Busy: Sendable {
    private let open = Mutex<[@Sendable () -> Void]>([])

    @Sendable func ask(_ answer: @escaping @Sendable () -> Void) {
      open.withLock { $0.append(answer) }
    }

    /// Answers everything that was asked, and returns how often that was.
    @discardableResult func answer() -> Int {
      let asked = open.withLock { open in
        defer { open = [] }
        return open
      }
      for answer in asked { answer() }
      return asked.count
    }
  }

  private let worker = Busy()
  private let control = Busy()
  private let manager = Manager()

  /// Counts what it is told, and has a clock.
  private final class Manager: Sendable {
    private let state = Mutex((seconds: 0, told: 0))

    @Sendable func tell() { state.withLock { $0.told += 1 } }
    @Sendable func now() -> Int { state.withLock { $0.seconds * 1_000_000_000 } }
    func set(_ seconds: Int) { state.withLock { $0.seconds = seconds } }
    var told: Int { state.withLock(\.told) }
  }

  private func isTold(_ watchdog: Watchdog, at time: Int) -> Bool {
    manager.set(time)
    let before = manager.told
    watchdog.pass()
    return manager.told > before
  }

  private func makeWatchdog() -> Watchdog {
    Watchdog(
      [
        Watchdog.Member(ask: worker.ask, patience: 60),
        Watchdog.Member(ask: control.ask, patience: 600),
      ],
      notify: manager.tell, now: manager.now)
  }

  @Test func `speaks while everybody answers, and asks nobody twice at a time`() {
    let watchdog = makeWatchdog()
    for time in stride(from: 100, to: 1000, by: 15) {
      #expect(isTold(watchdog, at: time))
      #expect(worker.answer() == 1 && control.answer() == 1)
    }
    #expect(isTold(watchdog, at: 1000) && isTold(watchdog, at: 1015))
    #expect(worker.answer() == 1)
  }

  @Test func `is silent once a worker has hung for a minute, and speaks when it answers`() {
    let watchdog = makeWatchdog()
    #expect(isTold(watchdog, at: 100))
    control.answer()
    #expect(isTold(watchdog, at: 159))
    #expect(!isTold(watchdog, at: 160) && !isTold(watchdog, at: 175))
    worker.answer()
    #expect(isTold(watchdog, at: 190))
  }

  @Test func `waits longer for the control queue, which reads configurations of any size`() {
    let watchdog = makeWatchdog()
    for time in stride(from: 100, to: 700, by: 15) {
      #expect(isTold(watchdog, at: time))
      worker.answer()
    }
    #expect(!isTold(watchdog, at: 700))
  }
}
