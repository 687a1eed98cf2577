import Compression
import Countries
import KeiroConfiguration
import LinkImport
import LinkStorage
import Links
import Outgoing
import System
import WebSyntax

/// `keiro links replay`: repeats the requests in an access log against the old service and the new
/// one, and reports where visitors would notice a difference.
struct ReplayCommand: Command {
  let request: ReplayRequest
  let now: Timestamp

  func run(_ console: Console) -> ExitCode {
    if let new = request.new {
      return reporting(console) { () throws(CommandFailure) in
        let tally = try tally(nil, console)
        var service = try inquiry(new, rules: OutgoingRules(userNamed: new))
        return try compare(tally, rules: OutgoingRules(userNamed: request.old), console) { visit in
          [answer(of: &service, at: new, visit, host: request.otherHost)]
        }
      }
    }
    return CompiledConfiguration.with(path: request.configuration, console) { configuration in
      OpenedStore.with(
        configuration, of: request.configuration, at: now, for: .reading, console
      ) { opened in
        reporting(console) { () throws(CommandFailure) in
          try run(configuration, opened, console)
        }
      }
    }
  }

  private func run(
    _ configuration: CompiledConfiguration, _ opened: OpenedStore, _ console: Console
  ) throws(CommandFailure) -> ExitCode {
    let countries: CountryDatabase?
    do throws(CountryDatabaseError) {
      countries = try configuration.server.geoDatabase.map {
        path throws(CountryDatabaseError) in try CountryWatch.open(path)
      }
    } catch {
      throw .environment("no-countries", error.message)
    }
    let service = ReplayedService(configuration, opened.store) { [request] address in
      request.isForwarded ? countries?.country(of: address) ?? "" : request.traits.country
    }
    var rules = OutgoingRules(userNamed: request.old)
    (rules.proxy, rules.authorities) = (opened.outgoing.proxy, opened.outgoing.authorities)
    let tally = try tally(countries, console)
    return try compare(tally, rules: rules, console) { visit in
      service.answers(to: visit, fields: fields(visit))
    }
  }

  private func reporting(
    _ console: Console, _ body: () throws(CommandFailure) -> ExitCode
  ) -> ExitCode {
    do throws(CommandFailure) {
      return try body()
    } catch {
      return console.report(error)
    }
  }

  // MARK: - Reading

  private func tally(
    _ countries: CountryDatabase?, _ console: Console
  ) throws(CommandFailure) -> ReplayTally {
    var tally = ReplayTally(
      region: request.isForwarded
        ? { text in IPAddress(text).flatMap { countries?.country(of: $0) } ?? "" } : nil)
    for file in request.files {
      do throws(FileReadError) {
        guard try read(try FilePieces(path: file), console, { tally.take($0) }) else {
          throw FileReadError(message: "it is no whole file of gzip")
        }
      } catch {
        throw ImportCommand.unreadable(file, error)
      }
    }
    return tally
  }

  /// - Returns: false if a gzip file is damaged.
  private func read(
    _ input: FilePieces, _ console: Console, _ take: (VisitLog.Entry) -> Void
  ) throws(FileReadError) -> Bool {
    var log = VisitLog()
    var gunzip: Gunzip?
    var progress = ProgressBar(total: input.size, noun: "lines", console)
    var lines = 0
    defer { progress.clear() }
    func count(_ entry: VisitLog.Entry) {
      lines += 1
      take(entry)
    }
    var isFirst = true
    while let piece = try input.next() {
      if isFirst, piece.starts(with: Gunzip.mark) { gunzip = Gunzip() }
      isFirst = false
      if let gunzip {
        guard gunzip.feed(piece, { log.feed($0, count) }) else { return false }
      } else {
        log.feed(piece, count)
      }
      progress.show(input.position, rows: lines)
    }
    log.finish(count)
    return gunzip?.isWhole ?? true
  }

  // MARK: - Requests

  private func inquiry(
    _ url: String, rules: OutgoingRules
  ) throws(CommandFailure) -> OldServiceInquiry {
    // These are requests that visitors made, not a crawl, so `robots.txt` does not apply.
    OldServiceInquiry(
      rate: request.rate, allowsPlain: rules.allowPlainHTTP, obeysRobots: false,
      transport: try OldServiceInquiry.Transport(rules))
  }

  private func fields(_ visit: LoggedVisit) -> [(name: String, value: String)] {
    var fields = [
      ("User-Agent", visit.agent.isEmpty ? "keiro/\(keiroVersion) (links replay)" : visit.agent),
      ("Accept", "*/*"), ("X-Replayed-By", "keiro/\(keiroVersion)"),
    ]
    let language = visit.language.isEmpty ? request.traits.language : visit.language
    if !language.isEmpty { fields.append(("Accept-Language", language)) }
    if request.isForwarded, !visit.address.isEmpty {
      fields.append(("X-Forwarded-For", visit.address))
    }
    return fields
  }

  /// The answer of the service at an address, asked under the host name that visitors use.
  private func answer(
    of service: inout OldServiceInquiry, at address: String, _ visit: LoggedVisit, host: String?
  ) -> OldAnswer {
    let name = host ?? visit.host ?? request.host
    var fields = fields(visit)
    if WebURL(address)?.host != name { fields.append(("Host", name)) }
    return service.answer(address + visit.target, fields: fields)
      .asked(as: "https://\(name)\(visit.target)")
  }

  /// - Parameter new: returns the possible answers of the new service; a link with a random choice
  ///   has several.
  private func compare(
    _ tally: ReplayTally, rules: OutgoingRules, _ console: Console,
    _ new: (LoggedVisit) -> [OldAnswer]
  ) throws(CommandFailure) -> ExitCode {
    var service = try inquiry(request.old, rules: rules)
    var report = ReplayReport(tally)
    let likeness = AnswerLikeness(ignoring: request.ignored)
    let requests = tally.requests(limit: request.limit)
    report.crowdedOut += tally.visits - requests.reduce(0) { $0 + $1.visits }
    var progress = ProgressBar(total: requests.count, noun: "requests", console)
    for (number, asked) in requests.enumerated() {
      var visit = asked.visit
      let old = answer(of: &service, at: request.old, visit, host: nil)
      visit.host = request.otherHost ?? visit.host ?? request.host
      report.note(asked, old: old, new: new(visit), likeness)
      progress.show(number + 1, rows: number + 1)
    }
    progress.clear()
    if request.json { console.print(report.json) } else { report.lines.forEach(console.print) }
    return report.isClean ? .done : .negative
  }
}

extension OutgoingRules {
  /// The rules for a server whose address the user named: it may be private.
  init(userNamed url: String) {
    self.init()
    allowNetworks = .everywhere
    allowPlainHTTP = WebURL(url)?.scheme == "http"
  }
}
