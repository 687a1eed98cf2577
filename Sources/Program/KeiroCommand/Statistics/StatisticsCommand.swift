import JSONSyntax
import LinkStorage
import Links
import Management
import Questions
import WebSyntax

extension CommandTable {
  static let stats = CommandSpecification.onKeiro(
    "stats", "show how often short links were followed and apps opened",
    details: [
      "TIME is a date (its beginning), an RFC 3339 time, or how long ago, such as 24h or",
      "7d; --until excludes that time itself. Dates, days and hours are those of",
      "--time-zone, as far as hours are kept (statistics.hours); earlier days, launches and",
      "what is counted by whole days are of UTC, and a note says so. Bots are counted",
      "separately. Launches are shown next to the clicks of a day, since a link that opens",
      "its app never reaches the server; --by launch counts them by event. Rules,",
      "languages, countries and the ways of deferred links are counted by whole days.",
      "WHAT: " + StatisticsQuery.Grouping.allCases.map(\.rawValue).joined(separator: ", ") + ".",
    ],
    options: [
      .host, .slug, .since, .until, .timeZone("the zone of days; default UTC"), .grouping, .csv,
    ],
    examples: [
      "stats --host www.example.com --since 7d --by day",
      "stats --host www.example.com --slug spring --json",
      "stats --time-zone Europe/Berlin --since 2026-11-21",
    ]
  ) { arguments throws(UsageError) in
    let (host, slug) = (try arguments.value(.host) { HostPattern($0) }, arguments.value(.slug))
    let grouping: StatisticsQuery.Grouping = arguments.word(.grouping) ?? .day
    let call = APIRequest(
      .statistics,
      query: [
        CallParameters.countedHost(host), CallParameters.countedSlug(slug),
        CallParameters.countedSince(try arguments.past(.since)),
        CallParameters.countedUntil(try arguments.past(.until)),
        CallParameters.countedZone(text: try arguments.timeZone()),
        CallParameters.grouping(grouping),
      ])
    try arguments.refuse((.json, .csv))
    return try arguments.using(.reading) { keiro, console throws(CommandFailure) in
      let document = try keiro.document(call)
      if let slug,
        let gap = try gap(
          .parts(host: host?.description, slug: slug), document, grouping,
          json: console.givesDocuments, keiro)
      {
        console.remark(gap)
      }
      guard !console.givesDocuments else {
        console.print(JSONOutput(document))
        return .done
      }
      let answer = StatisticsAnswer(statistics: Statistics(document), grouping: grouping)
      if arguments.has(.csv) {
        console.write(verbatim: answer.csv, to: .output)
      } else {
        let table = StatisticsTableText(
          statistics: answer.statistics, grouping: answer.grouping,
          width: console.terminalWidth(.output) ?? 80)
        table.lines.forEach(console.print)
      }
      if let note = document.text("note") { console.remark(note) }
      return .done
    }
  }

  /// What is to be said about a link that is not there, whose counts may be; nil when there is one.
  private static func gap(
    _ name: LinkName, _ counts: JSONNode, _ grouping: StatisticsQuery.Grouping, json: Bool,
    _ keiro: Keiro
  ) throws(CommandFailure) -> String? {
    do throws(CommandFailure) {
      _ = try keiro.link(name)
      return nil
    } catch {
      // Who may see counts need not see links, and a slug may have counts on several hosts.
      guard error.code == "link-not-found" else { return nil }
      // Launches are those of all apps, but for the first openings in rows of links and ways.
      let openings = grouping == .way || grouping.isOfLinks ? counts.elements("rows") : []
      let isCounted =
        openings.contains { $0.number("launches") ?? 0 > 0 }
        || ["clicks", "bots"].contains { counts.number($0) ?? 0 > 0 }
      // A document is the one of the call, which gives the sums of what there is: here, of nothing.
      guard isCounted || json else { throw error }
      guard isCounted else { return error.detail }
      return "\(error.detail) now: these are counts from before it was removed"
    }
  }
}

extension OptionSpecification {
  static let csv = Self("--csv", "print CSV, for other programs")
  fileprivate static let grouping = Self(
    "--by", .words(StatisticsQuery.Grouping.allCases.map(\.rawValue), label: "WHAT"),
    "what each row counts; default day")
}

extension Statistics {
  fileprivate init(_ document: JSONNode) {
    let rows = document.elements("rows").map { row in
      Row(
        name: row.text("name") ?? "", clicks: row.number("clicks") ?? 0,
        bots: row.number("bots") ?? 0, launches: row.number("launches") ?? 0)
    }
    self.init(
      rows: rows, clicks: document.number("clicks") ?? 0, bots: document.number("bots") ?? 0,
      launches: document.number("launches") ?? 0)
  }
}

struct StatisticsTableText {
  let statistics: Statistics
  let grouping: StatisticsQuery.Grouping
  /// The width of the terminal in columns.
  let width: Int

  private static let longestBar = 40
  private static let longestName = 40

  var lines: [String] {
    let rows = statistics.rows
    var columns = [[grouping.rawValue] + rows.map { label($0.name) } + ["all"]]
    columns.append(["clicks"] + rows.map { String($0.clicks) } + [String(statistics.clicks)])
    columns.append(["bots"] + rows.map { String($0.bots) } + [String(statistics.bots)])
    if knowsLaunches || statistics.launches > 0 {
      columns.append(["launches"] + rows.map(launches) + [String(statistics.launches)])
    }
    let widths = columns.map { $0.map(\.count).max() ?? 0 }
    let bars = [""] + self.bars(room: width - widths.reduce(0) { $0 + $1 + 2 }) + [""]
    return bars.indices.map { index in
      var line = columns[0][index].padded(to: widths[0])
      for (column, width) in zip(columns, widths).dropFirst() {
        line += "  " + column[index].indented(to: width)
      }
      return bars[index].isEmpty ? line : line + "  " + bars[index]
    }
  }

  /// Whether launches are known for the grouping. They are counted by day, not by hour, platform or
  /// host; those with a link are first openings.
  private var knowsLaunches: Bool {
    grouping == .day || grouping == .way || grouping.isOfLaunches || grouping.isOfLinks
  }

  private func launches(_ row: Statistics.Row) -> String {
    knowsLaunches ? String(row.launches) : "–"
  }

  private func label(_ name: String) -> String {
    let text = name.isEmpty ? "(none)" : name.onOneLine
    return text.count > Self.longestName ? text.prefix(Self.longestName - 1) + "…" : text
  }

  private func bars(room: Int) -> [String] {
    let countsLaunches = grouping == .way || grouping.isOfLaunches
    let values = statistics.rows.map { countsLaunches ? $0.launches : $0.clicks }
    let length = min(room, Self.longestBar)
    guard let largest = values.max(), largest > 0, length >= 5 else {
      return values.map { _ in "" }
    }
    return values.map { value in
      // A count above zero gets at least one block.
      let blocks = (value * length + largest - 1) / largest
      return String(repeating: "█", count: blocks)
    }
  }
}
