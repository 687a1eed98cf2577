import Changes
import Dispatch
import HTTPCore
import JSONSyntax
import LinkImport
import LinkStorage
import Questions
import Service
import Synchronization

/// `POST /v1/links:batch`: new links, one per line; a result for each, in the same order.
///
/// The lines are processed in groups that share transactions of the store.
final class LinkBatch: HTTPBodySink {
  private struct State {
    var decoder = LineDecoder()
    /// Lines not yet processed.
    var lines: [LineDecoder.Line] = []
    /// The number of lines so far, without blank ones.
    var count = 0
    var results: [UInt8] = []
    /// The client has gone; groups not yet begun are dropped.
    var isCancelled = false

    /// Whether there are enough lines for a transaction, or as many as should be held in memory.
    var isGroupFull: Bool {
      lines.count >= 500 || lines.reduce(0) { $0 + ($1.bytes?.count ?? 0) } >= 1 << 20
    }
  }

  private let call: APICall
  private let slot: TransferSlots.Slot
  /// The maximum number of lines; more would only delay the answer.
  private let lineLimit: Int
  private let state = Mutex(State())

  init(_ call: APICall, _ slot: TransferSlots.Slot, lineLimit: Int = 100_000) {
    self.call = call
    self.slot = slot
    self.lineLimit = lineLimit
  }

  func receive(_ bytes: [UInt8], completion: @escaping @Sendable () -> Void) {
    call.directory.transfer { [self] in
      state.withLock { $0.lines += $0.decoder.feed(bytes) }
      if let group = group(orLess: false) { create(group) }
      completion()
    }
  }

  func finish(completion: @escaping HTTPCompletion) {
    call.directory.transfer { [self] in
      state.withLock { $0.lines += $0.decoder.finish() }
      if let group = group(orLess: true) { create(group) }
      call.complete(answer, completion)
    }
  }

  func cancel() {
    state.withLock { $0.isCancelled = true }
  }

  /// The next lines to process; nil when there are none, or too few.
  private func group(orLess: Bool) -> [LineDecoder.Line]? {
    state.withLock { state in
      guard !state.isCancelled, !state.lines.isEmpty, orLess || state.isGroupFull else {
        return nil
      }
      // One line reports the excess; results for all further lines would only fill the memory.
      let group = state.lines.prefix(lineLimit + 1 - state.count)
      state.lines = []
      state.count += group.count
      return Array(group)
    }
  }

  private func create(_ lines: [LineDecoder.Line]) {
    let first = state.withLock { $0.count } - lines.count
    let drafts = lines.enumerated().map { index, line in
      Result { () throws(Problem) in try draft(line, number: first + index + 1) }
    }
    do throws(Problem) {
      var made = try call.changed(call.editor).create(drafts.compactMap { try? $0.get() })
        .makeIterator()
      for (line, draft) in zip(lines, drafts) {
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
      for line in lines { put(error, line) }
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

  private func put(_ link: MadeLink, _ line: LineDecoder.Line) {
    let report = LinkReport(
      written: link.stored, at: call.timestamp, in: call.snapshot, beside: call.directory.managed)
    put(link.isNew ? .created : .ok, .init("link", report.document), line)
  }

  private func put(_ problem: Problem, _ line: LineDecoder.Line) {
    put(problem.status, .init("problem", problem.json), line)
  }

  private func put(_ status: HTTPStatus, _ member: JSONOutput.Member, _ line: LineDecoder.Line) {
    let result = JSONOutput.object([
      .init("line", .int(line.number)), .init("status", .int(status.code)), member,
    ])
    state.withLock { $0.results += (result.compact + "\n").utf8 }
  }

  private var answer: APIAnswer {
    let fields = HTTPFields([
      "Content-Type": "application/x-ndjson", "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
    ])
    return APIAnswer(
      HTTPResponse(
        .ok, fields: fields, body: state.withLock { $0.results }, route: .api, outcome: .api))
  }
}
