import Compression
import Countries
import JSONSyntax
import KeiroConfiguration
import LinkImport
import LinkStorage
import Links
import Outgoing
import System
import WebSyntax

/// `keiro links replay`: repeats the requests in an access log against the old service and the new
/// one, and reports where visitors would notice a difference.
struct ReplayCommand {
  /// The configuration whose store and sites answer for the new service, unless `new` is set.
  let configuration: String
  /// The address of the old service, without a trailing slash.
  let old: String
  /// The address of a running Keiro; nil to ask the configuration.
  let new: String?
  /// The host of requests whose log line names none.
  let host: String
  /// The new service's host in place of the old one; nil if it is the same.
  let otherHost: String?
  let rate: Int
  let limit: Int
  /// Query parameters to ignore in answers, since services add their own.
  let ignored: [String]
  let traits: VisitorTraits
  /// Whether both services receive the visitor's address.
  let isForwarded: Bool
  let files: [String]
  let now: Timestamp

  func run(_ console: Console) throws(CommandFailure) -> ExitCode {
    if let new { return try run(new, console) }
    let configuration = try CompiledConfiguration.used(configuration)
    let opened = try OpenedStore(configuration, of: self.configuration, at: now, for: .reading)
    defer { opened.store.close() }
    return try run(configuration, opened, console)
  }

  /// Compares with the running Keiro at an address.
  private func run(_ new: String, _ console: Console) throws(CommandFailure) -> ExitCode {
    let tally = try tally(nil, console)
    var service = try inquiry(new, rules: OutgoingRules(userNamed: new))
    return try compare(tally, rules: OutgoingRules(userNamed: old), console) { visit in
      [answer(of: &service, at: new, visit, host: otherHost)]
    }
  }

  private func run(
    _ configuration: CompiledConfiguration, _ opened: OpenedStore, _ console: Console
  ) throws(CommandFailure) -> ExitCode {
    let countries = try rethrown(CountryWatch(configuration.server.geoDatabase).database) {
      (error: CountryDatabaseError) in
      CommandFailure.environment("no-countries", error.message)
    }
    let service = ReplayedService(configuration, opened.store) { address in
      isForwarded ? countries?.country(of: address) ?? "" : traits.country
    }
    var rules = OutgoingRules(userNamed: old)
    (rules.proxy, rules.authorities) = (opened.outgoing.proxy, opened.outgoing.authorities)
    let tally = try tally(countries, console)
    return try compare(tally, rules: rules, console) { visit in
      service.answers(to: visit, fields: fields(visit))
    }
  }

  // MARK: - Reading

  private func tally(
    _ countries: CountryDatabase?, _ console: Console
  ) throws(CommandFailure) -> ReplayTally {
    var tally = ReplayTally(
      region: isForwarded
        ? { text in IPAddress(text).flatMap { countries?.country(of: $0) } ?? "" } : nil)
    for file in files {
      let isWhole = try CommandFailure.reading(
        file, read(FilePieces(path: file), console) { tally.take($0) })
      guard isWhole else {
        throw .environment(
          "file-unreadable", "cannot read '\(file)': it is no whole file of gzip")
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
    let progress = ProgressBar(total: input.size, noun: "lines", console)
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
      rate: rate, allowsPlain: rules.allowPlainHTTP, obeysRobots: false,
      transport: try OldServiceInquiry.Transport(rules))
  }

  private func fields(_ visit: LoggedVisit) -> [(name: String, value: String)] {
    var fields = [
      ("User-Agent", visit.agent.isEmpty ? "keiro/\(keiroVersion) (links replay)" : visit.agent),
      ("Accept", "*/*"), ("X-Replayed-By", "keiro/\(keiroVersion)"),
    ]
    let language = visit.language.isEmpty ? traits.language : visit.language
    if !language.isEmpty { fields.append(("Accept-Language", language)) }
    if isForwarded, !visit.address.isEmpty {
      fields.append(("X-Forwarded-For", visit.address))
    }
    return fields
  }

  /// The answer of the service at an address, asked under the host name that visitors use.
  private func answer(
    of service: inout OldServiceInquiry, at address: String, _ visit: LoggedVisit, host: String?
  ) -> OldAnswer {
    let name = host ?? visit.host ?? self.host
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
    var service = try inquiry(old, rules: rules)
    var report = ReplayReport(tally)
    let likeness = AnswerLikeness(ignoring: ignored)
    let requests = tally.requests(limit: limit)
    report.crowdedOut += tally.visits - requests.reduce(0) { $0 + $1.visits }
    let progress = ProgressBar(total: requests.count, noun: "requests", console)
    for (number, asked) in requests.enumerated() {
      var visit = asked.visit
      let old = answer(of: &service, at: old, visit, host: nil)
      visit.host = otherHost ?? visit.host ?? host
      report.note(asked, old: old, new: new(visit), likeness)
      progress.show(number + 1, rows: number + 1)
    }
    progress.clear()
    return console.give(
      CommandAnswer(
        document: JSONNode(report.json), lines: report.lines, isPositive: report.isClean))
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

extension OptionSpecification {
  fileprivate static let oldService = Self(
    "--old", .text("URL", form: "an address such as https://go.example.com"),
    "where the old service answers, such as https://go.example.com", isRequired: true)
  fileprivate static let newService = Self(
    "--new", .text("URL", form: "an address such as https://keiro.example.com"),
    "a running Keiro to ask instead of the configuration and its store")
  fileprivate static let visitedHost = Self(
    "--host", .text("HOST"),
    "the host for log lines that do not name one; default that of --old")
  fileprivate static let replacedHost = Self(
    "--as", .text("HOST"), "the host that has the links in Keiro")
  fileprivate static let rate = Self(
    "--rate", .text("NUMBER", form: "a whole number from 1 to 50"),
    "requests a second to the old service; default 2")
  fileprivate static let limit = Self(
    "--limit", .text("NUMBER", form: "a whole number from 1 to 1000000"),
    "at most this many requests, most visited first; default 10000")
  fileprivate static let ignoredParameter = Self(
    "--ignore", .text("NAME", form: "a parameter such as utm_source"),
    "a parameter that may differ in destinations", isRepeatable: true)
  fileprivate static let forwarded = Self(
    "--forwarded",
    "send both the visitors' addresses, for an old service that trusts X-Forwarded-For")
}

extension CommandTable {
  static let replay = CommandSpecification(
    "links replay", "compare where the old service and Keiro lead visitors",
    details: [
      "LOG is an access log of nginx or Apache (common or combined, also with the host in",
      "front), a standard log of CloudFront, any of these compressed by gzip, or a list of",
      "URLs; '-' reads standard input. Each request is made once for each kind of visitor,",
      "by HEAD, or by GET where HEAD is not supported, as that visitor's browser; the most",
      "visited come first. Keiro is asked in memory, from the configuration and its store,",
      "or at --new. Keiro counts nothing; the old service may. Asking stops after twenty",
      "failures in a row, and waits where 429 or 503 says so. Ask only a service that you",
      "run or pay for: robots.txt is not read. Only where a visitor ends up is compared:",
      "redirects of any status are alike, however the address is spelled. Exits with 1 if",
      "something differs or has no answer, or if nothing was compared.",
    ],
    options: [
      .config, .oldService, .newService, .visitedHost, .replacedHost, .rate, .limit,
      .ignoredParameter, .visitorLanguage, .visitorCountry, .forwarded, .json,
    ],
    operands: OperandSpecification(.file("LOG"), label: "LOG|- ...", count: 1...Int.max),
    examples: [
      "links replay --old https://go.example.com access.log  # before the domain moves",
      "links replay --old http://10.0.0.5 --host go.example.com --rate 20 access.log.gz",
    ]
  ) { arguments throws(UsageError) in
    try arguments.replay().run
  }
}

extension ParsedArguments {
  fileprivate func replay() throws(UsageError) -> ReplayCommand {
    let old = try required(.oldService) { WebURL(sentFor: $0)?.origin }
    let new = try value(.newService) { WebURL(sentFor: $0)?.origin }
    try refuse(
      (.config, .newService), (.visitorCountry, .newService), (.forwarded, .visitorCountry))
    if operands.count(where: { $0 == "-" }) > 1 { throw error(.standardInputTwice) }
    return ReplayCommand(
      configuration: configuration, old: old, new: new,
      host: try value(.visitedHost, CommandTable.hostName) ?? WebURL(old)?.host ?? "",
      otherHost: try value(.replacedHost, CommandTable.hostName),
      rate: try number(.rate, in: 1...50) ?? 2,
      limit: try number(.limit, in: 1...1_000_000) ?? 10_000,
      ignored: list(.ignoredParameter),
      traits: VisitorTraits(
        language: try value(.visitorLanguage) { VisitorTraits.language($0) } ?? "",
        country: try value(.visitorCountry) { VisitorTraits.country($0) } ?? ""),
      isForwarded: has(.forwarded), files: operands, now: now)
  }
}
