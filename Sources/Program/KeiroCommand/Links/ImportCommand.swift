import Links
import JSONSyntax
import LinkImport
import LinkStorage
import SiteModel
import System

/// `keiro links import`: reports the effect of a file of links, and with `--apply` imports it.
struct ImportCommand {
  let file: String
  let request: ImportRequest
  let now: Timestamp

  func run(_ console: Console) -> ExitCode {
    let purpose: StorePurpose = request.isApplied ? .writing : .reading
    do throws(FileReadError) {
      let input = try FilePieces(path: request.file)
      if let refusal = try refusal(input) { return tell(refusal, console) }
      return OpenedStore.with(configuration: file, at: now, for: purpose, console) {
        opened throws(LinkStoreError) in
        if let host = request.otherHost, opened.sites.site(of: host) == nil {
          console.complain("keiro links import: --as: \(opened.sites.unserved(host))")
          return .negative
        }
        guard let report = try report(input, opened, console) else { return .environmentFailed }
        return tell(report, console)
      }
    } catch {
      return unreadable(error, console)
    }
  }

  /// The report about a file that has another encoding somewhere; nil for a pipe, which can be read
  /// only once.
  private func refusal(_ input: FilePieces) throws(FileReadError) -> ImportReport? {
    guard request.format != .urlList, request.file != "-", input.size != nil else { return nil }
    let pieces = try FilePieces(path: request.file)
    return try LinkImport.refusal(isDryRun: !request.isApplied) { () throws(FileReadError) in
      try pieces.next()
    }
  }

  /// Nil after an error message about the file.
  private func report(
    _ input: FilePieces, _ opened: OpenedStore, _ console: Console
  ) throws(LinkStoreError) -> ImportReport? {
    let places = ImportPlaces(sites: opened.sites, otherHost: request.otherHost) {
      [snapshot = opened.snapshot] link, lookUp throws(LinkStoreError) in
      try snapshot.circles(of: link, lookUp)
    }
    guard request.format != .urlList else {
      return try AddressListImport(
        request: request, opened: opened, places: places, console: console
      ).report(input)
    }
    var running = LinkImport(
      request.format, into: opened.store, places: places, passwords: .scrypt, now: opened.now,
      LinkImport.Options(
        isDryRun: !request.isApplied, overwritesEdits: request.overwritesEdits,
        reading: request.reading))
    var progress = ProgressBar(total: input.size, console)
    defer { progress.clear() }
    while true {
      let piece: [UInt8]?
      do throws(FileReadError) {
        piece = try input.next()
      } catch {
        progress.clear()
        _ = unreadable(error, console)
        return nil
      }
      guard let piece else { return try running.finish() }
      try running.feed(piece)
      progress.show(input.position, rows: running.report.rows)
    }
  }

  private func unreadable(_ error: FileReadError, _ console: Console) -> ExitCode {
    console.complain("keiro: cannot read '\(request.file)': \(error.message)")
    return .environmentFailed
  }

  private func tell(_ report: ImportReport, _ console: Console) -> ExitCode {
    if request.json {
      console.print(report.json)
    } else {
      report.lines.forEach(console.print)
      if report.isDryRun { console.complain("nothing was written: --apply does it") }
    }
    return report.rejected == 0 ? .done : .negative
  }
}
