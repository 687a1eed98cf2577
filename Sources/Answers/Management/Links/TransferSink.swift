import Dispatch
import HTTPCore
import JSONSyntax
import LinkStorage
import Service
import Synchronization

/// Keeps a file of links until it is whole, and then has it processed. Only then does it take a slot
/// among the transfers, so that a slow client keeps nobody from theirs.
final class TransferSink: HTTPBodySink {
  private struct State {
    var body = KeptBody()
    var problem: Problem?
  }

  private let call: APICall
  private let lease: BodyBudget.Lease
  private let makeSink: @Sendable (TransferSlots.Slot) -> any HTTPBodySink
  private let queue = DispatchQueue(label: "keiro.bodies")
  private let state = Mutex(State())

  /// - Parameter makeSink: makes the sink that processes the whole file.
  /// - Throws: when so many files are being processed that this one would have to wait.
  init(
    _ call: APICall, _ makeSink: @escaping @Sendable (TransferSlots.Slot) -> any HTTPBodySink
  ) throws(Problem) {
    try call.directory.requireTransferRoom(for: call.transferOwner)
    self.call = call
    self.makeSink = makeSink
    lease = call.directory.keptBodies.lease(for: .token(call.transferOwner.id)) {
      call.response(to: .busy(Sentence(ServiceRefusal.noRoomForBody)))
    }
  }

  func receive(_ bytes: [UInt8], completion: @escaping @Sendable () -> Void) {
    queue.async { [self] in
      state.withLock { keep(bytes, &$0) }
      completion()
    }
  }

  private func keep(_ bytes: [UInt8], _ state: inout State) {
    guard state.problem == nil else { return }
    do throws(Problem) {
      guard lease.reach(state.body.count + bytes.count) else {
        throw .busy(Sentence(ServiceRefusal.noRoomForBody))
      }
      try state.body.append(bytes)
    } catch {
      // The rest is read all the same, so that the client gets its answer.
      state = State(problem: error)
    }
  }

  func finish(completion: @escaping HTTPCompletion) {
    queue.async { [self] in
      if let problem = state.withLock({ $0.problem }) {
        return completion(call.response(to: problem))
      }
      call.directory.queues.transfers.enter(call.transferOwner) { [self] slot in
        queue.async { [self] in process(makeSink(slot), slot, completion) }
      }
    }
  }

  private func process(
    _ sink: any HTTPBodySink, _ slot: TransferSlots.Slot, _ completion: @escaping HTTPCompletion
  ) {
    do throws(Problem) {
      var pieces = try state.withLock { $0.body }.pieces()
      while let piece = try pieces.next() {
        let isTaken = AnswerSlot<Void>()
        sink.receive(piece) { isTaken.fill(()) }
        isTaken.wait()
      }
      sink.finish { response in withExtendedLifetime(slot) { completion(response) } }
    } catch {
      sink.cancel()
      completion(call.response(to: error))
    }
  }

  func cancel() {
    queue.async { [self] in state.withLock { $0 = State() } }
  }
}
