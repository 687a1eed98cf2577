import Changes
import JSONSyntax
import LinkImport
import Links
import Management
import Service
import System

extension CommandTable {
  static let importing = CommandSpecification.onKeiro(
    "links import", "show what a file of links would change; --apply imports it",
    details: [
      "auto detects the format of FILE and says how. It reads the services' own exports:",
      "tables, the JSON of their APIs and, for YOURLS, a MySQL dump; csv and ndjson are as",
      "'links export' prints them. Tables may be separated by commas, semicolons or tabs,",
      "in UTF-8 or UTF-16. '-' reads standard input. url-list takes nothing but short URLs",
      "and asks the old service, at a gentle rate, where each leads; --answers keeps the",
      "answers, so that nothing is asked twice. FIELD is a field of a link, short_link for",
      "the whole short URL, or ignore. The report counts the links and groups by cause the",
      "rows that were rejected or lost something; --json lists each. Links that were edited",
      "here since an import are kept and named, unless --overwrite is given. Times without",
      "an offset are read by the clocks of --time-zone: of two moments with the same local",
      "time the first counts, and a time that the clocks skip is as long after the change.",
      "Without it they are read as UTC, and refused in csv and ndjson. Links answer as they",
      "did at the service (those of Bitly, Rebrandly and YOURLS with 301), unless --status",
      "says otherwise. To resume an interrupted import, run it again; with --server, a",
      "broken connection is retried. Exits with 1 if rows were rejected, with 3 if the",
      "store failed.",
    ],
    options: [
      .importFormat, .otherHost, .mapping, .clicks,
      .timeZone("the zone of times without an offset; default UTC"), .status, .answers, .rate,
      .overwrite, .apply,
    ],
    operands: .file(suchAs: "links.csv"),
    examples: [
      "links import --format firebase links.csv  # says what it would do",
      "links import --format firebase --apply links.csv",
    ]
  ) { arguments throws(UsageError) in
    let format = try arguments.required(.importFormat) { ImportFormat(rawValue: $0) }
    var reading = ImportReading()
    reading.mapping = try arguments.mapping()
    if format == .ndjson, !reading.mapping.isEmpty {
      throw arguments.error(.contradiction("--map", "--format ndjson"))
    }
    reading.takesClicks = arguments.has(.clicks)
    reading.status = try arguments.value(.status) { text in
      Int(text).flatMap(ShortLink.RedirectStatus.init)
    }
    for option in [OptionSpecification.answers, .rate]
    where arguments.value(option) != nil && format != .urlList {
      throw arguments.error(.needs(option.name, "--format url-list"))
    }
    // It is read and appended to.
    if arguments.value(.answers) == "-" {
      throw arguments.error(.invalidValue(.answers, value: "-"))
    }
    return ImportCommand(
      terms: ImportTerms(
        format, isDryRun: !arguments.has(.apply), overwritesEdits: arguments.has(.overwrite),
        reading: reading, onto: try arguments.value(.otherHost, hostName)),
      zone: try arguments.timeZone(), answers: arguments.value(.answers),
      rate: try arguments.number(.rate, in: 1...50) ?? 2,
      file: try arguments.operand(), location: try arguments.location(), now: arguments.now
    ).run
  }
}

extension ParsedArguments {
  fileprivate func mapping() throws(UsageError) -> [ColumnMapping] {
    try list(.mapping).map { text throws(UsageError) in
      try rethrown(ColumnMapping(parsing: text)) { (fault: ColumnMappingFault) in
        switch fault {
        case .notMapping: error(.invalidValue(.mapping, value: text))
        case .unknownField(let name):
          error(.invalidField(.mapping, name: name, known: ColumnMapping.fieldNames))
        }
      }
    }
  }

  /// The time zone as it was given, which whoever answers looks up; nil for none.
  func timeZone() throws(UsageError) -> String? {
    try value(.timeZone("")) { text in
      LocalZone.isName(text) || LocalZone(offset: text) != nil ? text : nil
    }
  }
}

extension OptionSpecification {
  static func timeZone(_ summary: String) -> Self {
    Self("--time-zone", .text("ZONE"), summary)
  }

  fileprivate static let importFormat = format(ImportFormat.allCases.map(\.rawValue))
  fileprivate static let otherHost = Self(
    "--as", .text("HOST"),
    "the host for links of hosts that no site serves, such as example.page.link")
  fileprivate static let overwrite = Self(
    "--overwrite", "also replace links that were made here, or edited since an import")
  fileprivate static let mapping = Self(
    "--map", .text("COLUMN=FIELD"),
    "the field that a column holds; COLUMN is its name, or its number from 1", isRepeatable: true)
  fileprivate static let clicks = Self(
    "--clicks", "also import the clicks that the old service counted")
  fileprivate static let status = Self(
    "--status", .words(ShortLink.RedirectStatus.allCases.map { String($0.rawValue) }),
    "the status of the redirects; default that of the file or the service")
  fileprivate static let answers = Self(
    "--answers", .file("ANSWERS"),
    "with url-list: the file that keeps the old service's answers")
  fileprivate static let rate = Self(
    "--rate", .text("NUMBER", form: "a whole number from 1 to 50"),
    "with url-list: requests a second to each host; default 2")
}

/// `keiro links import`: reports what importing a file of links would do, and does it with
/// `--apply`.
struct ImportCommand {
  let terms: ImportTerms
  /// The zone of times that name no offset, as it was given; nil for none.
  let zone: String?
  /// The file that keeps the answers for a list of addresses; nil for none.
  let answers: String?
  let rate: Int
  let file: String
  let location: KeiroLocation
  let now: Timestamp

  func run(_ console: Console) throws(CommandFailure) -> ExitCode {
    Memory.limitArenas(to: 1)
    let input = try CommandFailure.reading(file, FilePieces(path: file))
    if let refusal = try CommandFailure.reading(file, refusal(input)) {
      return end(refusal, console)
    }
    return try Keiro.with(
      location, at: now, for: terms.isDryRun ? .reading : .writing
    ) { keiro throws(CommandFailure) in
      let report =
        switch keiro {
        case .here(let opened, _): try report(input, opened, console)
        case .there(let remote):
          try RemoteImport(request: self, remote: remote, console: console).report(input)
        }
      return end(report, console)
    }
  }

  /// The report on a file with an encoding error; nil for a pipe, which cannot be read twice.
  private func refusal(_ input: FilePieces) throws(FileReadError) -> ImportReport? {
    guard terms.format != .urlList, file != "-", input.size != nil else { return nil }
    let pieces = try FilePieces(path: file)
    return try ImportReport.refusal(isDryRun: terms.isDryRun) { () throws(FileReadError) in
      try pieces.next()
    }
  }

  private func report(
    _ input: FilePieces, _ opened: OpenedStore, _ console: Console
  ) throws(CommandFailure) -> ImportReport {
    if let host = terms.otherHost, opened.sites.site(of: host) == nil {
      throw CommandFailure(.parameter("as", opened.sites.unserved(host)))
    }
    var terms = terms
    if let zone {
      terms.reading.zone = try rethrown(CallParameters.timeZone.value(zone)) {
        (problem: Problem) in CommandFailure(problem)
      }
    }
    var running = try opened.changed(opened.links.importing(terms, passwords: .scrypt))
    let progress = ProgressBar(total: input.size, console)
    defer { progress.clear() }
    if terms.format == .urlList {
      var addresses = try AddressListImport(self, opened, running)
      return try addresses.report(input, progress)
    }
    while let piece = try CommandFailure.reading(file, input.next()) {
      try opened.changed(running.feed(piece))
      progress.show(input.position, rows: running.report.rows + running.waiting)
    }
    return try opened.changed(running.finish())
  }

  private func end(_ report: ImportReport, _ console: Console) -> ExitCode {
    console.give(
      CommandAnswer(
        document: JSONNode(report.json), lines: report.lines,
        remarks: report.isDryRun ? ["nothing was written: --apply does it"] : [],
        isPositive: report.rejected == 0))
  }
}

/// The text form of a report: counts, problems grouped by cause, and the links that were kept.
extension ImportReport {
  var rows: Int { created + updated + unchanged + kept + rejected }

  var lines: [String] {
    let causes = Severity.allCases.flatMap(problemLines)
    let others = self.causes.others
    let recognized = recognition.map { ["taken for \($0.format.rawValue): \($0.reason)"] } ?? []
    return recognized + [counts] + notes.map { "note: " + $0.english } + causes
      + (others == 0 ? [] : ["and \(others.counted("more problem"))"]) + keptLines
  }

  private var counts: String {
    guard isDryRun else {
      return "created \(created), updated \(updated), unchanged \(unchanged)"
        + (kept == 0 ? "" : ", kept \(kept)") + ", rejected \(rejected)"
    }
    return "would create \(created), update \(updated), leave \(unchanged) unchanged"
      + (kept == 0 ? "" : ", keep \(kept)") + ", reject \(rejected)"
  }

  /// The problems of one severity, under a heading that says what it means.
  private func problemLines(_ severity: Severity) -> [String] {
    let lines = causes.sorted.filter { $0.severity == severity }.flatMap(\.lines)
    return lines.isEmpty ? [] : ["\(severity.rawValue) (\(severity.meaning)):"] + lines
  }

  private var keptLines: [String] {
    guard kept > 0 else { return [] }
    let heading =
      "kept, \(kept.counted("row")): made here, or edited since an import wrote it: --overwrite replaces it"
    let named = keptLinks.map { "  line \($0.line): \($0.link)" }
    return [heading] + named + (kept == named.count ? [] : ["  and \(kept - named.count) more"])
  }
}

extension ImportReport.Severity {
  fileprivate var meaning: String {
    switch self {
    case .rejected: "these rows are not taken"
    case .lossy: "these links are taken, but differ from the file in what is named here"
    case .warning: "these links are taken as they are"
    }
  }
}

extension ImportCauses.Cause {
  fileprivate var lines: [String] {
    guard count > 1 else { return examples.map { "  \($0.position): \($0.reason)" } }
    let named = examples.map { example in
      "    \(example.position)" + (example.reason == reason ? "" : ": \(example.reason)")
    }
    let heading = "  \(count.counted("row")): \(reason)"
    return [heading] + named + (count == named.count ? [] : ["    and \(count - named.count) more"])
  }
}

extension ImportReport.Problem {
  fileprivate var position: String {
    "line \(line)" + (row.map { ", row \($0)" } ?? "") + (link.map { " " + $0 } ?? "")
  }
}
