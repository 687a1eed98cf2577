import Changes
import Cryptography
import JSONSyntax
import LinkImport
import LinkStorage
import Management
import Outgoing
import System

/// `keiro links import --format url-list`: asks the service that still redirects short URLs for
/// their destinations.
///
/// Answers are kept in the file of `--answers` as they arrive, and links already in the store are
/// not asked for, so an interrupted import continues where it stopped.
struct AddressListImport {
  private let request: ImportCommand
  private let opened: OpenedStore
  private var running: LinkImport
  private var inquiry: OldServiceInquiry
  private let answers: KeptAnswers

  /// The number of links written together: few, since asking for them takes long.
  private static let groupSize = 100

  init(
    _ request: ImportCommand, _ opened: OpenedStore, _ running: LinkImport
  ) throws(CommandFailure) {
    self.request = request
    self.opened = opened
    self.running = running
    inquiry = OldServiceInquiry(
      rate: request.rate, allowsPlain: opened.outgoing.allowPlainHTTP,
      transport: try OldServiceInquiry.Transport(opened.outgoing))
    answers = try KeptAnswers(request.answers)
  }

  mutating func report(
    _ input: FilePieces, _ progress: ProgressBar
  ) throws(CommandFailure) -> ImportReport {
    var list = AddressList()
    while true {
      let piece = try CommandFailure.reading(request.file, input.next())
      let entries = piece.map { list.feed($0) } ?? list.finish()
      let size = piece?.count ?? 0
      for (index, entry) in entries.enumerated() {
        try take(entry)
        progress.show(
          input.position - size + size * (index + 1) / entries.count, rows: running.report.rows)
      }
      if piece == nil { return try opened.changed(running.finish()) }
    }
  }

  private mutating func take(_ entry: AddressList.Entry) throws(CommandFailure) {
    switch entry {
    case .rejected(let row): try opened.changed(running.take(row))
    case .address(let line, let url):
      guard try opened.changed(running.mustAsk(for: url, line: line)) else { return }
      let kept = answers[url]
      let answer = kept ?? inquiry.answer(url)
      if kept == nil { try answers.keep(answer) }
      try opened.changed(running.take(answer, line: line))
      if running.waiting >= Self.groupSize { try opened.changed(running.flush()) }
    }
  }
}

/// The answers of old services, in memory and in a file, one per line.
final class KeptAnswers {
  private var answers: [String: OldAnswer] = [:]
  private let file: AppendedFile?
  private let path: String

  /// The size limit in bytes, far above the answers to a million addresses.
  private static let sizeLimit = 1 << 30

  /// - Parameter path: the path of the file; nil to keep answers in memory only.
  init(_ path: String?) throws(CommandFailure) {
    self.path = path ?? ""
    guard let path else {
      file = nil
      return
    }
    file = try rethrown(AppendedFile(path: path)) { CommandFailure.unwritable(path, $0) }
    let bytes = try CommandFailure.reading(path, readFile(path, limit: Self.sizeLimit))
    for line in bytes.split(separator: 0x0A) {
      guard let answer = OldAnswer(line: Array(line)), !answer.isPassing else { continue }
      answers[answer.url] = answer
    }
  }

  subscript(url: String) -> OldAnswer? { answers[url] }

  /// Fails if the answer cannot be written, since it would have to be asked for again.
  func keep(_ answer: OldAnswer) throws(CommandFailure) {
    guard let file, !answer.isPassing else { return }
    try rethrown(file.append(Array(answer.line.utf8))) { CommandFailure.unwritable(path, $0) }
  }
}

/// `keiro links import` into a running server. The file is sent in pieces, each of which may arrive
/// twice, so a broken connection costs one piece.
struct RemoteImport {
  let request: ImportCommand
  let remote: RemoteKeiro
  let console: Console

  private static let pieceSize = 1 << 20
  /// The time limit in seconds: a piece may wait for the disk of a busy server.
  private static let timeout = 300
  /// How often a file is sent from the start to a server that lost its beginning.
  private static let beginnings = 3

  func report(_ input: FilePieces) throws(CommandFailure) -> ImportReport {
    var input = input
    for _ in 1..<Self.beginnings {
      do throws(CommandFailure) {
        return try send(input)
      } catch {
        // Input from a pipe cannot be read again.
        guard error.code == "upload-lost", request.file != "-", input.size != nil else {
          throw error
        }
        input = try CommandFailure.reading(request.file, FilePieces(path: request.file))
      }
    }
    return try send(input)
  }

  private func send(_ input: FilePieces) throws(CommandFailure) -> ImportReport {
    guard let key = RandomBytes.base62(24) else {
      throw .environment("no-randomness", "the random generator failed")
    }
    let progress = ProgressBar(total: input.size, noun: "bytes", console)
    defer { progress.clear() }
    var offset = 0
    var piece = try next(of: input)
    while true {
      let following = try next(of: input)
      // An empty array would mean a request without a body.
      let bytes = offset == 0 && piece.isEmpty ? [UInt8(ascii: "\n")] : piece
      let answer = try send(bytes, at: offset, hasMore: !following.isEmpty, key)
      offset += piece.count
      progress.show(offset, rows: offset)
      guard following.isEmpty else {
        piece = following
        continue
      }
      return ImportReport(answer)
    }
  }

  private func send(
    _ bytes: [UInt8], at offset: Int, hasMore: Bool, _ key: String
  ) throws(CommandFailure) -> JSONNode {
    var call = APIRequest(
      importing: request.terms, in: request.zone, bytes, at: offset, hasMore: hasMore, key: key)
    call.timeout = Self.timeout
    let answer = try remote.persistently(call)
    if !hasMore { try remote.verify(answer) }
    return (try? JSONDocument(parsing: answer.body).root) ?? JSONNode(.null)
  }

  /// The next piece of the file; empty at its end.
  private func next(of input: FilePieces) throws(CommandFailure) -> [UInt8] {
    var part: [UInt8] = []
    while part.count < Self.pieceSize,
      let piece = try CommandFailure.reading(request.file, input.next())
    {
      part += piece
    }
    return part
  }
}
