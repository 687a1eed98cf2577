import Links
import Service
import Dispatch
import HTTPCore
import JSONSyntax
import LinkImport
import LinkStorage
import Questions
import Synchronization

/// `POST /v1/links:batch`: new links, one per line; a result for each, in the same order.
///
/// The lines are processed as they arrive, and many of them share a transaction of the store.
final class LinkBatch: HTTPBodySink {
  private struct State {
    var lines = LineDecoder()
    var results: [[UInt8]?] = []
    /// Results not yet written.
    var open = 0
    /// The client has gone: what has not begun is left.
    var isCancelled = false
    /// Called when there is room for more lines.
    var resume: (@Sendable () -> Void)?
    var finish: HTTPCompletion?
  }

  private let call: APICall
  private let slot: TransferSlots.Slot
  /// The maximum number of lines; more would only delay the answer.
  private let lineLimit: Int
  private let state = Mutex(State())

  /// The maximum number of lines in progress.
  private static let openLimit = 2000

  init(_ call: APICall, _ slot: TransferSlots.Slot, lineLimit: Int = 100_000) {
    var call = call
    call.answers = call.directory.queues.answers
    self.call = call
    self.slot = slot
    self.lineLimit = lineLimit
  }

  func receive(_ bytes: [UInt8], completion: @escaping @Sendable () -> Void) {
    // Pieces come one at a time, so each finds room: the number of transfers is bounded.
    _ = call.directory.queues.pieces.submit { [self] in
      let lines = state.withLock { state -> [LineDecoder.Line] in
        var lines: [LineDecoder.Line] = []
        state.lines.feed(bytes) { lines.append($0) }
        return lines
      }
      take(lines)
      let isFull = state.withLock { state in
        guard state.open > Self.openLimit else { return false }
        state.resume = completion
        return true
      }
      if !isFull { completion() }
    }
  }

  func finish(completion: @escaping HTTPCompletion) {
    // Pieces come one at a time, so each finds room: the number of transfers is bounded.
    _ = call.directory.queues.pieces.submit { [self] in
      let lines = state.withLock { state -> [LineDecoder.Line] in
        var lines: [LineDecoder.Line] = []
        state.lines.finish { lines.append($0) }
        return lines
      }
      take(lines)
      let isDone = state.withLock { state in
        state.finish = call.awaitingNodes(completion)
        return state.open == 0
      }
      if isDone { answer() }
    }
  }

  func cancel() {
    state.withLock { $0.isCancelled = true }
  }

  private func take(_ lines: [LineDecoder.Line]) {
    for line in lines where !(line.bytes?.allSatisfy { $0 == 0x20 || $0 == 0x0D } ?? false) {
      let number = state.withLock { state -> Int? in
        // One line reports the excess; results for all further lines would only fill the memory.
        guard state.results.count <= lineLimit, !state.isCancelled else { return nil }
        state.results.append(nil)
        state.open += 1
        return state.results.count
      }
      if let number { create(line, number) }
    }
  }

  private func create(_ line: LineDecoder.Line, _ number: Int) {
    do throws(Problem) {
      guard number <= lineLimit else {
        throw Problem(
          .contentTooLarge, "batch-too-long", "a batch has at most \(lineLimit) lines")
      }
      let draft = try draft(line)
      let link = draft.link.key
      call.create(draft, nil) { [self] result in
        switch result {
        case .success(.created(let stored)): put(stored, .created, line, number)
        case .success(.found(let stored)): put(stored, .ok, line, number)
        case .success(let other): put(APICall.problem(other, link), line, number)
        case .failure(let problem): put(problem, line, number)
        }
      }
    } catch {
      put(error, line, number)
    }
  }

  private func draft(_ line: LineDecoder.Line) throws(Problem) -> LinkDraft {
    guard let bytes = line.bytes else {
      throw Problem(.contentTooLarge, "line-too-long", "the line is longer than a megabyte")
    }
    let draft = try LinkDraft(
      JSONDocument(line: bytes), directory: call.directory, snapshot: call.snapshot)
    try call.require(draft.link.host)
    return draft
  }

  private func put(
    _ stored: StoredLink, _ status: HTTPStatus, _ line: LineDecoder.Line, _ number: Int
  ) {
    put(
      [
        .init("line", .int(line.number)), .init("status", .int(status.code)),
        .init(
          "link",
          LinkReport(written: stored, at: call.timestamp, in: call.snapshot).document),
      ], number)
  }

  private func put(_ problem: Problem, _ line: LineDecoder.Line, _ number: Int) {
    put(
      [
        .init("line", .int(line.number)), .init("status", .int(problem.status.code)),
        .init("problem", problem.json),
      ], number)
  }

  private func put(_ members: [JSONOutput.Member], _ number: Int) {
    let text = Array((JSONOutput.object(members).compact + "\n").utf8)
    let (resume, isDone) = state.withLock { state -> ((@Sendable () -> Void)?, Bool) in
      state.results[number - 1] = text
      state.open -= 1
      let resume = state.open <= Self.openLimit ? state.resume : nil
      if resume != nil { state.resume = nil }
      return (resume, state.open == 0 && state.finish != nil)
    }
    resume?()
    if isDone { answer() }
  }

  private func answer() {
    let (completion, results) = state.withLock { state in
      defer { state.finish = nil }
      return (state.finish, state.results)
    }
    let fields = HTTPFields([
      "Content-Type": "application/x-ndjson", "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
    ])
    completion?(
      HTTPResponse(
        .ok, fields: fields, body: Array(results.compactMap(\.self).joined()),
        route: .api, outcome: .api))
  }
}
