import Dispatch
import System

/// Tells the service manager at intervals that the process works, for as long as its workers and its
/// control queue do.
///
/// It has a queue of its own, so that nothing that waits for a network, a database or a disk delays it.
final class Watchdog: @unchecked Sendable {
  // Unchecked, because the queue is its executor: mutable state is accessed only there, which the methods
  // on it check.

  struct Member {
    /// Runs the answer on the queue.
    let ask: @Sendable (_ answer: @escaping @Sendable () -> Void) -> Void
    /// How long it may be busy, in seconds.
    let patience: Int
  }

  private let members: [Member]
  private let notify: @Sendable () -> Void
  private let now: @Sendable () -> Int
  private let queue = DispatchQueue(label: "keiro.watchdog")
  private var timer: (any DispatchSourceTimer)?
  /// Since when each member owes an answer, in nanoseconds of the steady clock; nil for one that has
  /// given it.
  private var asked: [Int?]

  /// - Parameters:
  ///   - members: the queues that have to answer.
  ///   - notify: tells the manager that the process works.
  ///   - now: returns the nanoseconds of a steady clock.
  init(
    _ members: [Member], notify: @escaping @Sendable () -> Void,
    now: @escaping @Sendable () -> Int = { Clock.monotonic() }
  ) {
    self.members = members
    self.notify = notify
    self.now = now
    asked = Array(repeating: nil, count: members.count)
  }

  func start(every interval: DispatchTimeInterval) {
    queue.async { [self] in
      timer = queue.timer(at: .now() + interval, every: interval) { [weak self] in self?.look() }
    }
  }

  func stop() { queue.sync { timer?.cancel() } }

  /// Does now what happens at each interval, once the answers given until now have been noted.
  func pass() { queue.sync { look() } }

  private func look() {
    dispatchPrecondition(condition: .onQueue(queue))
    let now = now()
    let works = zip(members, asked).allSatisfy { member, since in
      since.map { now - $0 < member.patience * 1_000_000_000 } ?? true
    }
    if works { notify() }
    for index in members.indices where asked[index] == nil {
      asked[index] = now
      members[index].ask { [weak self] in
        guard let self else { return }
        queue.async { self.asked[index] = nil }
      }
    }
  }
}

extension DispatchQueue {
  /// A timer on the queue, which runs until it is cancelled.
  func timer(
    at first: DispatchTime = .now(), every interval: DispatchTimeInterval,
    _ body: @escaping @Sendable () -> Void
  ) -> any DispatchSourceTimer {
    let timer = DispatchSource.makeTimerSource(queue: self)
    timer.schedule(deadline: first, repeating: interval)
    timer.setEventHandler(handler: body)
    timer.activate()
    return timer
  }
}
