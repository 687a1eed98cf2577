import Changes
import HTTPCore
import JSONSyntax
import LinkImport
import LinkStorage
import Questions
import Service

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
    put(link.isNew ? .created : .ok, .init("link", report.document), line)
  }

  private mutating func put(_ problem: Problem, _ line: LineDecoder.Line) {
    put(problem.status, .init("problem", problem.json), line)
  }

  private mutating func put(
    _ status: HTTPStatus, _ member: JSONOutput.Member, _ line: LineDecoder.Line
  ) {
    let result = JSONOutput.object([
      .init("line", .int(line.number)), .init("status", .int(status.code)), member,
    ])
    results += (result.compact + "\n").utf8
  }
}
