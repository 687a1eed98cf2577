import Dispatch
package import HTTPCore
import Synchronization
import System
package import Telemetry

/// Those who wait for a job.
package protocol WorkInterest: Sendable {
  /// Whether nobody waits any more.
  var isCancelled: Bool { get }
  /// Whether everybody has stopped sending, and has probably gone.
  var hasInputEnded: Bool { get }
}

extension HTTPCancellation: WorkInterest {}

/// Runs long work apart from the event loops and quick calls: a few jobs at a time, with a bounded
/// number waiting.
///
/// Each lane is a serial queue, for which Dispatch has a thread even while all of its other threads
/// compute. A job whose client has disconnected gives up its slot.
package final class WorkQueue: Sendable {
  package enum Admission {
    case admitted
    case full
    /// The owner already has the maximum number of jobs.
    case shareTaken
  }

  private struct Job: Sendable {
    let owner: String?
    let interest: (any WorkInterest)?
    let work: @Sendable () -> Void
    let dropped: @Sendable () -> Void

    var isWanted: Bool { interest?.isCancelled != true }
    var isUrgent: Bool { interest?.hasInputEnded != true }
  }

  private struct State {
    var idle: [Int]
    var waiting: [Job] = []
    /// The owners of the running jobs.
    var working: [String?] = []
  }

  private let lanes: [DispatchQueue]
  private let slots: Int
  private let slotsEach: Int
  private let state: Mutex<State>
  package let refusals = SharedCounter()

  /// - Parameters:
  ///   - lanes: the number of concurrent jobs.
  ///   - slots: the number of jobs that may wait in addition.
  ///   - slotsEach: the maximum number of one owner's jobs, running and waiting.
  package init(label: String, lanes: Int, slots: Int, slotsEach: Int = .max) {
    self.lanes = (0..<lanes).map { DispatchQueue(label: "\(label).\($0)") }
    self.slots = slots
    self.slotsEach = slotsEach
    state = Mutex(State(idle: Array(0..<lanes)))
  }

  /// - Parameters:
  ///   - owner: the owner whose share of the slots the job uses, such as a token or a network; nil
  ///     for no owner.
  ///   - interest: signals that the client has disconnected and the work is no longer needed.
  ///   - dropped: called when the job lost its slot to another because its client has probably
  ///     disconnected.
  package func submit(
    owner: String? = nil, cancellation interest: (any WorkInterest)? = nil,
    dropped: @escaping @Sendable () -> Void = {}, _ work: @escaping @Sendable () -> Void
  ) -> Admission {
    let job = Job(owner: owner, interest: interest, work: work, dropped: dropped)
    var surplus: [Job] = []
    let (admission, lane) = state.withLock { state in enter(job, &state, &surplus) }
    for job in surplus where job.isWanted { job.dropped() }
    if let lane { lanes[lane].async { [self] in drain(lane, job) } }
    if admission != .admitted { refusals.add() }
    return admission
  }

  private func enter(
    _ job: Job, _ state: inout State, _ surplus: inout [Job]
  ) -> (Admission, lane: Int?) {
    if state.waiting.count >= min(slots, slotsEach) {
      surplus = state.waiting.filter { !$0.isUrgent }
      state.waiting.removeAll { !$0.isUrgent }
    }
    if let owner = job.owner {
      let own =
        state.working.count { $0 == owner } + state.waiting.count { $0.owner == owner }
      if own >= slotsEach { return (.shareTaken, nil) }
    }
    if let lane = state.idle.popLast() {
      state.working.append(job.owner)
      return (.admitted, lane)
    }
    guard state.waiting.count < slots else { return (.full, nil) }
    state.waiting.append(job)
    return (.admitted, nil)
  }

  /// Runs jobs until none is waiting.
  private func drain(_ lane: Int, _ first: Job) {
    var job = first
    while true {
      if job.isWanted { job.work() }
      let next = state.withLock { state -> Job? in
        if let index = state.working.firstIndex(of: job.owner) { state.working.remove(at: index) }
        while !state.waiting.isEmpty {
          let next = state.waiting.remove(at: state.waiting.firstIndex(where: \.isUrgent) ?? 0)
          guard next.isWanted else { continue }
          state.working.append(next.owner)
          return next
        }
        state.idle.append(lane)
        return nil
      }
      guard let next else { return }
      job = next
    }
  }

  package var length: Int { state.withLock { $0.waiting.count { $0.isWanted } } }

  package var load: Int { state.withLock { $0.working.count } }
}

/// The queues besides the event loops, each with its own threads, so that none blocks another.
package struct WorkQueues: Sendable {
  /// Quick calls of the management API, each of which waits for the store. Concurrent changes share
  /// its flush, or its network round trip.
  package let calls = WorkQueue(label: "keiro.calls", lanes: 64, slots: .max)
  /// Probes and scrapes, which ask the store how it is and must not wait for calls.
  package let probes = WorkQueue(label: "keiro.probes", lanes: 2, slots: .max)
  /// Calls of the management API with long computations, such as `/v1/match`.
  package let heavyCalls = WorkQueue(
    label: "keiro.heavy", lanes: halfOfCores, slots: 32, slotsEach: 4)
  /// Pieces of files, processed one after another for each transfer.
  package let pieces = WorkQueue(label: "keiro.transfers", lanes: halfOfCores, slots: .max)
  /// The slots for imports and exports at work.
  package let transfers = TransferSlots(limit: 8, limitEach: 4, reserve: 2)
  /// Password checks, which take 40 ms and 16 MB each by design. The wait in a full queue is about
  /// a second.
  package let passwords = WorkQueue(
    label: "keiro.passwords", lanes: halfOfCores, slots: 32, slotsEach: 4)

  /// Examinations of hosts from outside, which wait for responses of other servers.
  package let examinations = WorkQueue(
    label: "keiro.examinations", lanes: 2, slots: 16, slotsEach: 4)

  /// Reads of what visits need and memory lacks: links and tokens. Few, since each has a connection to
  /// the file, and more of them would not make a disk faster.
  package let reads = WorkQueue(label: "keiro.reads", lanes: 4, slots: 1020)
  /// Links that apps make, each of which waits for the store. The calls of the management API do not
  /// wait for them.
  package let appLinks = WorkQueue(label: "keiro.app-links", lanes: 8, slots: 504)
  /// Explanations for visitors, which take milliseconds and query the store.
  package let explanations = WorkQueue(label: "keiro.explanations", lanes: 1, slots: 31)
  /// Drawings of QR codes, which take milliseconds.
  package let pictures = WorkQueue(label: "keiro.pictures", lanes: 1, slots: 63)

  private static let halfOfCores = max(1, min(4, Process.processors / 2))
}

extension HTTPReadable {
  /// Continues on the loop with a value that is made on a queue, where work may wait for the store.
  ///
  /// - Parameters:
  ///   - make: makes the value, on the queue.
  ///   - next: receives it on the loop; nil when the queue had no room.
  package static func reading<Value: Sendable>(
    on queue: WorkQueue, _ make: @escaping @Sendable () -> Value,
    next: @escaping (Value?) -> Self
  ) -> Self {
    let made = MadeValue<Value>()
    let cancellation = HTTPCancellation(isPatient: true)
    return .unread(
      HTTPReading(cancellation: cancellation) { completion in
        let admission = queue.submit(cancellation: cancellation, dropped: completion) {
          made.value.withLock { $0 = make() }
          completion()
        }
        if admission != .admitted { completion() }
      } next: {
        next(made.value.withLock(\.self))
      })
  }
}

/// A value on its way from a queue to a loop.
private final class MadeValue<Value: Sendable>: Sendable {
  let value = Mutex<Value?>(nil)
}
