package import Changes
import Dispatch
import HTTPCore
import JSONSyntax
import LinkImport
import LinkStorage
import Links
package import Service
import Synchronization

/// What reads a file of links piece by piece, on one thread at a time.
protocol TransferReader {
  mutating func feed(_ bytes: [UInt8])

  /// Answers the call, once the file is whole.
  mutating func finish(_ completion: @escaping HTTPCompletion) throws(Problem)

  /// Ends a file of which the rest cannot be read.
  func abandon()
}

extension TransferReader {
  func abandon() {}
}

/// Keeps a file of links until it is whole, and then has it processed. Only then does it take a slot
/// among the transfers, so that a slow client keeps nobody from theirs.
final class TransferSink: HTTPBodySink {
  private struct State {
    var body = KeptBody()
    var problem: Problem?
  }

  private let call: APICall
  private let lease: BodyBudget.Lease
  private let reader: Mutex<any TransferReader>
  private let queue = DispatchQueue(label: "keiro.bodies")
  private let state = Mutex(State())

  /// - Throws: when so many files are being processed that this one would have to wait.
  init(_ call: APICall, _ reader: sending any TransferReader) throws(Problem) {
    try call.directory.requireTransferRoom(for: call.transferOwner)
    self.call = call
    self.reader = Mutex(reader)
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
        queue.async { [self] in process(slot, completion) }
      }
    }
  }

  private func process(_ slot: TransferSlots.Slot, _ completion: @escaping HTTPCompletion) {
    do throws(Problem) {
      var pieces = try state.withLock { $0.body }.pieces()
      while let piece = try pieces.next() {
        call.directory.waitForTransfer { [self] in reader.withLock { $0.feed(piece) } }
      }
      call.directory.transfer { [self] in
        let completion: HTTPCompletion = { response in
          withExtendedLifetime(slot) { completion(response) }
        }
        do throws(Problem) {
          try reader.withLock { reader throws(Problem) in try reader.finish(completion) }
        } catch {
          completion(call.response(to: error))
        }
      }
    } catch {
      reader.withLock { $0.abandon() }
      completion(call.response(to: error))
    }
  }

  func cancel() {
    queue.async { [self] in state.withLock { $0 = State() } }
  }
}

extension LinkDirectory {
  /// Does a part of an import on the threads of transfers, and waits for it.
  package func waitForTransfer<Answer: Sendable>(
    _ work: @escaping @Sendable () -> Answer
  ) -> Answer {
    let slot = AnswerSlot<Answer>()
    transfer { slot.fill(work()) }
    return slot.wait()
  }
}

/// `POST /v1/links:apply`: a file with the desired state of an owner's links, applied after its last
/// line.
struct LinkApplication: TransferReader {
  private let call: APICall
  private let links: LinkEditor
  private let terms: ApplyingTerms
  private var file: LinkFile

  init(_ call: APICall) throws(Problem) {
    let format = try call.given(CallParameters.fileFormat)
    let owner = try call.given(CallParameters.fileOwner) ?? LinkFile.defaultOwner
    if let fault = LinkFile.fault(ofOwner: owner) { throw .parameter("owner", fault) }
    terms = ApplyingTerms(
      prunes: try call.isOn(CallParameters.prune), isDryRun: try call.isOn(CallParameters.dryRun))
    links = try call.changed(call.editor)
    file = links.file(of: owner, format)
    self.call = call
  }

  mutating func feed(_ bytes: [UInt8]) { file.feed(bytes) }

  mutating func finish(_ completion: @escaping HTTPCompletion) throws(Problem) {
    call.complete(try answer(), completion)
  }

  fileprivate mutating func answer() throws(Problem) -> APIAnswer {
    file.finish()
    let plan = try call.changed(links.apply(file, terms, passwords: call.directory.passwords))
    return call.json(plan.document(in: call.snapshot))
  }
}

extension APICall {
  /// Applies the body, which is not streamed: that of a command, or none.
  func applyLinks() throws(Problem) -> APIAnswer {
    guard !body.isEmpty else { return try refuseEmptyFile() }
    var application = try LinkApplication(self)
    application.feed(body)
    return try application.answer()
  }
}

extension APIRequest {
  package init(applying file: [UInt8], of owner: String, _ terms: ApplyingTerms) {
    self.init(
      .applyLinks,
      query: [
        CallParameters.fileOwner(owner), CallParameters.dryRun(terms.isDryRun),
        CallParameters.prune(terms.prunes ? true : nil),
      ], file: file)
    // A file may contain many passwords, and comparing each takes time.
    timeout = 300
  }
}
