import Links
import JSONSyntax
import LinkImport
import LinkStorage
import System

/// `keiro links import`: reports the effect of a file of links, and with `--apply` imports it.
struct ImportCommand {
  let file: String
  let request: ImportRequest
  let now: Timestamp

  func run(_ console: Console) -> ExitCode {
    let input: FilePieces
    do throws(FileReadError) {
      input = try FilePieces(path: request.file)
    } catch {
      console.complain("keiro: cannot read '\(request.file)': \(error.message)")
      return .environmentFailed
    }
    let purpose: StorePurpose = request.isApplied ? .writing : .reading
    return OpenedStore.with(configuration: file, at: now, for: purpose, console) {
      opened throws(LinkStoreError) in
      if let host = request.otherHost, opened.sites.site(of: host) == nil {
        console.complain("keiro links import: --as: \(opened.sites.unserved(host))")
        return .negative
      }
      guard let report = try report(input, opened, console) else { return .environmentFailed }
      if request.json { console.print(report.json) } else { print(report, console) }
      return report.rejected == 0 ? .done : .negative
    }
  }

  /// Nil after an error message about the file.
  private func report(
    _ input: FilePieces, _ opened: OpenedStore, _ console: Console
  ) throws(LinkStoreError) -> ImportReport? {
    let places = ImportPlaces(sites: opened.sites, otherHost: request.otherHost)
    var running = LinkImport(
      request.format, into: opened.store, places: places, passwords: .scrypt, now: opened.now,
      isDryRun: !request.isApplied)
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
      guard let piece else { return try running.finish() }
      try running.feed(piece)
      let counts = running.report
      progress.show(
        input.position,
        rows: counts.created + counts.updated + counts.unchanged + counts.rejected)
    }
  }

  private func print(_ report: ImportReport, _ console: Console) {
    let verb = request.isApplied ? "" : "would be "
    console.print(
      "\(verb)created \(report.created), \(verb)updated \(report.updated), "
        + "unchanged \(report.unchanged), rejected \(report.rejected)")
    for problem in report.problems {
      let name = problem.link.map { " \($0.onOneLine):" } ?? ""
      console.print("line \(problem.line):\(name) \(problem.reason.onOneLine)")
    }
    if report.untoldProblems > 0 {
      console.print("and \(report.untoldProblems) problems more")
    }
    if !request.isApplied {
      console.complain("nothing was written: --apply does it")
    }
  }
}
