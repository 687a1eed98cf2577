import Dispatch
import Synchronization
import Telemetry
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

@Suite struct MemoryWatchTests {
  /// The number of configurations and of seconds, the megabytes that are idle in each second, and the
  /// seconds in which memory is returned after each configuration.
  static let cases: [(Int, Int, @Sendable (Int) -> Int?, [Int])] = [
    // Once, when the earlier configuration is released.
    (2, 100, { _ in 30 }, [SitePart.retirement + 1]),
    // At most every fifteen seconds while what is idle grows.
    (1, 60, { $0 }, [3, 18, 33, 48]),
    // Not for four megabytes or less.
    (1, 100, { $0 < 50 ? 30 : 34 }, [3]),
    // Only after a configuration where the size is not known.
    (1, 100, { _ in nil }, [3]),
    // Never before the first configuration.
    (0, 100, { $0 }, []),
  ]

  @Test(arguments: cases)
  func `returns memory after a configuration, and as what is idle grows`(
    _ configurations: Int, _ last: Int, _ megabytes: @Sendable (Int) -> Int?, _ expected: [Int]
  ) {
    var watch = MemoryWatch()
    for _ in 0..<max(configurations, 1) {
      if configurations > 0 { watch.noteConfiguration() }
      let returns = (1...last).filter { second in
        let idle = megabytes(second).map { $0 << 20 }
        let isDue = watch.isDue { idle }
        if isDue { watch.noteReturn(idle: idle) }
        return isDue
      }
      #expect(returns == expected)
    }
  }
}

@Suite struct LimitWatchTests {
  private let metrics = [WorkerMetrics(routeNames: []), WorkerMetrics(routeNames: [])]

  @Test func `says once a minute how often each limit was reached, over all workers`() {
    var watch = LimitWatch(metrics)
    var lines = watch.lines(at: 100)
    #expect(lines == [])
    metrics[0].connectionsLimited.add(2)
    metrics[1].connectionsLimited.add(3)
    metrics[1].connectionsEvicted.add(1)
    lines = watch.lines(at: 101)
    #expect(
      lines == [
        "server.limits.connections is reached: 1 closed while idle, to make room",
        "server.limits.connectionsPerAddress is reached: 5 refused",
      ])
    metrics[0].connectionsLimited.add(7)
    metrics[0].connectionsRefused.add(1)
    lines = watch.lines(at: 160.9)
    #expect(
      lines == [
        "server.limits.connections is reached, or that of open files (ulimit -n): 1 refused"
      ])
    lines = watch.lines(at: 161)
    #expect(lines == ["server.limits.connectionsPerAddress is reached: 7 refused"])
    lines = watch.lines(at: 1000)
    #expect(lines == [])
    metrics[0].forwardingsIgnored.add(4)
    metrics[1].introductionsRefused.add(2)
    lines = watch.lines(at: 1001)
    #expect(
      lines == [
        "connections from networks of server.proxyProtocol without a valid PROXY header: 2 closed: "
          + "expected a proxy that sends one, such as HAProxy with send-proxy-v2",
        "requests with an X-Forwarded-For that is not believed: 4: all visitors behind a proxy "
          + "count as one, unless server.trustedProxies names its address",
      ])
  }

  @Test func `names the limits of the management listener apart`() {
    let management = WorkerMetrics(routeNames: [])
    var watch = LimitWatch(metrics, management: management)
    management.connectionsRefused.add(3)
    management.connectionsCutShort.add(2)
    management.connectionsLimited.add(1)
    management.connectionsForeign.add(9)
    metrics[0].connectionsUnread.add(4)
    let lines = watch.lines(at: 1)
    #expect(
      lines == [
        "too much waits for clients that do not read: 4 connections closed",
        "the management listener's limit of 256 connections is reached, or that of open files "
          + "(ulimit -n): 3 refused",
        "the management listener's limit of 256 connections is reached: 2 closed before their "
          + "request had arrived, to make room",
        "the management listener's limit of 64 connections per address is reached: 1 refused",
        "connections to the management listener from networks that are not in "
          + "server.managementNetworks: 9 closed",
      ])
    management.connectionsForeign.add(1)
    let more = watch.lines(at: 2)
    #expect(more == [])
  }
}

@Suite struct LinkWarmerTests {
  @Test func `a warming gives way to the next one, and all of them to the end`() {
    let warmer = LinkWarmer()
    let begun = DispatchSemaphore(value: 0)
    let steps = Mutex<[String]>([])
    func add(_ step: String) { steps.withLock { $0.append(step) } }
    for name in ["first", "second"] {
      warmer.begin { isWanted in
        steps.withLock { $0.append(name + " begins") }
        begun.signal()
        while isWanted() {}
        steps.withLock { $0.append(name + " ends") }
      }
      begun.wait()
    }
    add("end")
    warmer.end()
    // The end waits for the last batch.
    add("ended")
    #expect(
      steps.withLock(\.self) == [
        "first begins", "first ends", "second begins", "end", "second ends", "ended",
      ])
  }
}
