import LinkImport
import LinkStorage
import Links
import Outgoing
import System

/// `keiro links import --format url-list`: the destinations of short URLs, from the service that
/// redirects them still.
///
/// What was answered is kept in the file of `--answers` as it comes, and links that are in the store
/// already are not asked for: an import that was broken off goes on where it stood.
struct AddressListImport {
  let request: ImportRequest
  let opened: OpenedStore
  let places: ImportPlaces
  let console: Console

  /// Links go to the store in groups of so many, since asking for them takes long.
  private static let groupSize = 100

  /// Nil after an error message.
  func report(_ input: FilePieces) throws(LinkStoreError) -> ImportReport? {
    let client: OutgoingClient
    do throws(OutgoingError) {
      client = try OutgoingClient(opened.outgoing)
    } catch {
      console.complain("keiro links import: \(error.message)")
      return nil
    }
    guard let answers = KeptAnswers(request.answers, console) else { return nil }
    let inquiry = OldServiceInquiry(
      rate: request.rate, allowsPlain: opened.outgoing.allowPlainHTTP,
      means: OldServiceInquiry.Means(
        send: { request in
          do throws(OutgoingError) {
            return .success(try client.send(request))
          } catch {
            return .failure(error)
          }
        }, clock: { Double(Clock.monotonic()) / 1_000_000_000 },
        pause: { Clock.sleep(seconds: $0) }))
    return try report(input, inquiry, answers)
  }

  private func report(
    _ input: FilePieces, _ inquiry: OldServiceInquiry, _ answers: KeptAnswers
  ) throws(LinkStoreError) -> ImportReport? {
    var run = Run(
      import: LinkImport(
        .urlList, into: opened.store, places: places, passwords: .scrypt, now: opened.now,
        LinkImport.Options(
          isDryRun: !request.isApplied, overwritesEdits: request.overwritesEdits)),
      links: ListedLinks(places: places), inquiry: inquiry, answers: answers)
    var list = AddressList()
    var progress = ProgressBar(total: input.size, console)
    defer { progress.clear() }
    while true {
      let piece: [UInt8]?
      do throws(FileReadError) {
        piece = try input.next()
      } catch {
        progress.clear()
        console.complain("keiro: cannot read '\(request.file)': \(error.message)")
        return nil
      }
      var entries: [AddressList.Entry] = []
      if let piece {
        list.feed(piece) { entries.append($0) }
      } else {
        list.finish { entries.append($0) }
      }
      for (index, entry) in entries.enumerated() {
        guard try take(entry, &run) else { return nil }
        let share = entries.isEmpty ? 0 : (piece?.count ?? 0) * (index + 1) / entries.count
        progress.show(input.position - (piece?.count ?? 0) + share, rows: run.import.report.rows)
      }
      guard piece == nil else { continue }
      if run.known > 0 {
        run.import.note(
          "\(run.known) links are here already and were not asked for: --overwrite asks again")
      }
      return try run.import.finish()
    }
  }

  private struct Run {
    var `import`: LinkImport
    var links: ListedLinks
    var inquiry: OldServiceInquiry
    let answers: KeptAnswers
    /// Links that were in the store already.
    var known = 0
    var waiting = 0
  }

  /// False after an error message.
  private func take(
    _ entry: AddressList.Entry, _ run: inout Run
  ) throws(LinkStoreError) -> Bool {
    switch entry {
    case .unreadable(let line, let reason):
      try run.import.take(ImportRow(line: line, name: nil, rejectedFor: reason))
    case .rejected(let line, let name, let reason):
      try run.import.take(
        ImportRow(line: line, name: name.isEmpty ? nil : name, rejectedFor: reason))
    case .address(let line, let url):
      if let row = run.links.rejection(of: url, line: line) {
        try run.import.take(row)
        return true
      }
      if let key = run.links.key(of: url), !request.overwritesEdits,
        try opened.store.currentLink(at: key) != nil
      {
        run.known += 1
        run.import.noteUnchanged()
        return true
      }
      let answer: OldAnswer
      if let kept = run.answers[url] {
        answer = kept
      } else {
        answer = run.inquiry.answer(url)
        guard run.answers.keep(answer, console) else { return false }
      }
      try run.import.take(run.links.row(answer, line: line))
      run.waiting += 1
      if run.waiting >= Self.groupSize {
        run.waiting = 0
        try run.import.flush()
      }
    }
    return true
  }
}

/// The answers of old services, in memory and in a file of lines.
final class KeptAnswers {
  private var answers: [String: OldAnswer] = [:]
  private let file: AppendedFile?
  private let path: String

  /// Far more than a list of a million addresses comes to.
  private static let sizeLimit = 1 << 30

  /// Nil after an error message.
  ///
  /// - Parameter path: nil to keep nothing.
  init?(_ path: String?, _ console: Console) {
    self.path = path ?? ""
    guard let path else {
      file = nil
      return
    }
    do throws(SystemError) {
      file = try AppendedFile(path: path)
    } catch {
      console.complain("keiro links import: the file '\(path)' cannot be written: \(error)")
      return nil
    }
    do throws(FileReadError) {
      let bytes = try readFile(path, limit: Self.sizeLimit)
      for line in bytes.split(separator: 0x0A) {
        guard let answer = OldAnswer(line: Array(line)), !answer.isPassing else { continue }
        answers[answer.url] = answer
      }
      // A line that was broken off must not run on into the next one.
      if let last = bytes.last, last != 0x0A { try? file?.append([0x0A]) }
    } catch {
      console.complain("keiro: cannot read '\(path)': \(error.message)")
      return nil
    }
  }

  subscript(url: String) -> OldAnswer? { answers[url] }

  /// False after an error message: what is not kept would have to be asked again.
  func keep(_ answer: OldAnswer, _ console: Console) -> Bool {
    guard let file, !answer.isPassing else { return true }
    do throws(SystemError) {
      try file.append(Array(answer.line.utf8))
      return true
    } catch {
      console.complain("keiro links import: the file '\(path)' cannot be written: \(error)")
      return false
    }
  }
}
