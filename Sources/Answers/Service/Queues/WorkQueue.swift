import Dispatch
package import HTTPCore
import Synchronization
package import Telemetry

/// Work that takes long, beside the loops and beside quick calls: a few jobs at a time, and a
/// bounded number that wait.
///
/// Each lane is a serial queue, for which Dispatch has a thread even while all of its other threads
/// compute. A job whose client has gone gives up its place.
package final class WorkQueue: Sendable {
  package enum Admission {
    case admitted
    /// Every place is taken.
    case full
    /// The owner has as many jobs as one may have.
    case shareTaken
  }

  private struct Job: Sendable {
    let owner: String?
    let cancellation: HTTPCancellation?
    let work: @Sendable () -> Void
    let dropped: @Sendable () -> Void

    var isWanted: Bool { cancellation?.isCancelled != true }
    var isUrgent: Bool { cancellation?.hasInputEnded != true }
  }

  private struct State {
    var idle: [Int]
    var waiting: [Job] = []
    /// The owners of the jobs at work.
    var working: [String?] = []
  }

  private let lanes: [DispatchQueue]
  private let places: Int
  private let placesEach: Int
  private let state: Mutex<State>
  /// Jobs that were turned away.
  package let refusals = SharedCounter()

  /// - Parameters:
  ///   - lanes: the number of jobs at a time.
  ///   - places: the number of jobs that may wait besides.
  ///   - placesEach: the number of jobs of one owner, at work and waiting.
  package init(label: String, lanes: Int, places: Int, placesEach: Int = .max) {
    self.lanes = (0..<lanes).map { DispatchQueue(label: "\(label).\($0)") }
    self.places = places
    self.placesEach = placesEach
    state = Mutex(State(idle: Array(0..<lanes)))
  }

  /// - Parameters:
  ///   - owner: who has a share of the places, such as a token or a network; nil for nobody.
  ///   - cancellation: of work that nobody needs once its client has gone.
  ///   - dropped: called when a job whose client has probably gone gave its place to another.
  package func submit(
    owner: String? = nil, cancellation: HTTPCancellation? = nil,
    dropped: @escaping @Sendable () -> Void = {}, _ work: @escaping @Sendable () -> Void
  ) -> Admission {
    let job = Job(owner: owner, cancellation: cancellation, work: work, dropped: dropped)
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
    if state.waiting.count >= min(places, placesEach) {
      surplus = state.waiting.filter { !$0.isUrgent }
      state.waiting.removeAll { !$0.isUrgent }
    }
    if let owner = job.owner {
      let own =
        state.working.count { $0 == owner } + state.waiting.count { $0.owner == owner }
      if own >= placesEach { return (.shareTaken, nil) }
    }
    if let lane = state.idle.popLast() {
      state.working.append(job.owner)
      return (.admitted, lane)
    }
    guard state.waiting.count < places else { return (.full, nil) }
    state.waiting.append(job)
    return (.admitted, nil)
  }

  /// Works off jobs until none waits.
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

  /// The number of jobs that wait for a lane.
  package var length: Int { state.withLock { $0.waiting.count { $0.isWanted } } }

  /// The number of jobs at work.
  package var load: Int { state.withLock { $0.working.count } }
}
