import Changes
import JSONSyntax
import LinkImport
import LinkStorage
import Links
import Service
import SiteModel
import System

/// `keiro links import`: reports what importing a file of links would do, and does it with
/// `--apply`.
struct ImportCommand {
  let location: KeiroLocation
  let request: ImportRequest
  let now: Timestamp

  func run(_ console: Console) -> ExitCode {
    Memory.limitArenas(to: 1)
    let purpose: StorePurpose = request.isApplied ? .writing : .reading
    do throws(FileReadError) {
      let input = try FilePieces(path: request.file)
      if let refusal = try refusal(input) { return end(refusal, console) }
      return Keiro.with(location, at: now, for: purpose, console) {
        keiro throws(CommandFailure) in
        end(try report(input, keiro, console), console)
      }
    } catch {
      return console.report(Self.unreadable(request.file, error))
    }
  }

  static func unreadable(_ file: String, _ error: FileReadError) -> CommandFailure {
    .environment("file-unreadable", "cannot read '\(file)': \(CommandInput.reason(file, error))")
  }

  private func report(
    _ input: FilePieces, _ keiro: Keiro, _ console: Console
  ) throws(CommandFailure) -> ImportReport {
    switch keiro {
    case .here(let opened):
      return try opened.granted { opened throws(KeiroError) in
        try report(input, opened, console)
      }
    case .there(let remote):
      return try RemoteImport(request: request, remote: remote, console: console).report(input)
    }
  }

  /// The report on a file with an encoding error; nil for a pipe, which cannot be read twice.
  private func refusal(_ input: FilePieces) throws(FileReadError) -> ImportReport? {
    guard request.format != .urlList, request.file != "-", input.size != nil else { return nil }
    let pieces = try FilePieces(path: request.file)
    return try ImportReport.refusal(isDryRun: !request.isApplied) { () throws(FileReadError) in
      try pieces.next()
    }
  }

  private func report(
    _ input: FilePieces, _ opened: OpenedStore, _ console: Console
  ) throws(KeiroError) -> ImportReport {
    if let host = request.otherHost, opened.sites.site(of: host) == nil {
      throw .failure(CommandFailure(.parameter("as", opened.sites.unserved(host))))
    }
    var running = try opened.edited { links throws(ChangeError) in
      try links.importing(
        request.format, onto: request.otherHost, passwords: .scrypt,
        LinkImport.Options(
          isDryRun: !request.isApplied, overwritesEdits: request.overwritesEdits,
          reading: request.reading))
    }
    guard request.format != .urlList else {
      return try AddressListImport(
        request: request, opened: opened, console: console
      ).report(input, running)
    }
    var progress = ProgressBar(total: input.size, console)
    defer { progress.clear() }
    while true {
      let piece = try Self.next(of: input, request.file)
      do throws(ChangeError) {
        guard let piece else { return try running.finish() }
        try running.feed(piece)
      } catch {
        throw .change(error)
      }
      progress.show(input.position, rows: running.report.rows)
    }
  }

  private static func next(of input: FilePieces, _ file: String) throws(KeiroError) -> [UInt8]? {
    do throws(FileReadError) {
      return try input.next()
    } catch {
      throw .failure(unreadable(file, error))
    }
  }

  private func end(_ report: ImportReport, _ console: Console) -> ExitCode {
    if request.json {
      console.print(report.json)
    } else {
      report.lines.forEach(console.print)
      if report.isDryRun { console.note("nothing was written: --apply does it") }
    }
    return report.rejected == 0 ? .done : .negative
  }
}
