import Changes
import Dispatch
import HTTPCore
import JSONSyntax
import LinkImport
import LinkStorage
import Links
import Questions
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
          slot.free()
          completion(response)
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

/// `POST /v1/links:batch`: new links, one per line; a result for each, in the same order.
///
/// The lines are processed in groups that share transactions of the store.
struct LinkBatch: TransferReader {
  private let call: APICall
  /// The maximum number of lines; more would only delay the answer.
  private let lineLimit: Int
  private var decoder = LineDecoder()
  /// Lines not yet processed.
  private var lines: [LineDecoder.Line] = []
  /// The number of processed lines, without blank ones.
  private var count = 0
  private var results: [UInt8] = []

  init(_ call: APICall, lineLimit: Int = 100_000) {
    self.call = call
    self.lineLimit = lineLimit
  }

  mutating func feed(_ bytes: [UInt8]) {
    lines += decoder.feed(bytes)
    // Enough for a transaction, or as much as should be held in memory.
    if lines.count >= 500 || lines.reduce(0, { $0 + ($1.bytes?.count ?? 0) }) >= 1 << 20 {
      create()
    }
  }

  mutating func finish(_ completion: @escaping HTTPCompletion) {
    lines += decoder.finish()
    create()
    let response = call.response(.ok, type: "application/x-ndjson", body: results)
    call.complete(APIAnswer(response), completion)
  }

  private mutating func create() {
    // One line reports the excess; results for all further lines would only fill the memory.
    let group = Array(lines.prefix(lineLimit + 1 - count))
    lines = []
    guard !group.isEmpty else { return }
    let drafts = group.enumerated().map { index, line in
      Result { () throws(Problem) in try draft(line, number: count + index + 1) }
    }
    count += group.count
    do throws(Problem) {
      var made = try call.changed(call.editor).create(drafts.compactMap { try? $0.get() })
        .makeIterator()
      for (line, draft) in zip(group, drafts) {
        switch draft {
        case .failure(let problem): put(problem, line)
        case .success:
          switch made.next() {
          case .success(let link): put(link, line)
          case .failure(let error): put(Problem(error), line)
          case nil: break
          }
        }
      }
    } catch {
      for line in group { put(error, line) }
    }
  }

  private func draft(_ line: LineDecoder.Line, number: Int) throws(Problem) -> LinkDraft {
    guard number <= lineLimit else {
      throw Problem(
        .contentTooLarge, "batch-too-long", "a batch has at most \(lineLimit) lines")
    }
    guard let bytes = line.bytes else {
      throw Problem(.contentTooLarge, "line-too-long", "the line is longer than a megabyte")
    }
    return LinkDraft(try JSONDocument(line: bytes).root, passwords: call.directory.passwords)
  }

  private mutating func put(_ link: MadeLink, _ line: LineDecoder.Line) {
    let report = LinkReport(
      written: link.stored, at: call.timestamp, in: call.snapshot, beside: call.directory.managed)
    put(link.isNew ? .created : .ok, ["link": report.document], line)
  }

  private mutating func put(_ problem: Problem, _ line: LineDecoder.Line) {
    put(problem.status, ["problem": problem.json], line)
  }

  private mutating func put(_ status: HTTPStatus, _ result: JSONOutput, _ line: LineDecoder.Line) {
    let head: JSONOutput = ["line": .int(line.number), "status": .int(status.code)]
    results += ((head + result).compact + "\n").utf8
  }
}
