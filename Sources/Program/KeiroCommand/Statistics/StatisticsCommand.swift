import Links
import LinkStorage
import Questions

/// The arguments of `keiro stats`.
package struct StatisticsRequest: Equatable, Sendable {
  var question: StatisticsQuestion
  var form: Form

  enum Form: Equatable, Sendable {
    case text, csv, json
  }
}

/// `keiro stats`: the number of clicks on links, next to the number of app launches.
struct StatisticsCommand {
  let file: String
  let request: StatisticsRequest
  let now: Timestamp

  func run(_ console: Console) -> ExitCode {
    OpenedStore.with(configuration: file, at: now, for: .reading, console) {
      opened throws(LinkStoreError) in
      let answer = try request.question.answer(
        opened.snapshot, store: opened.store, now: opened.now)
      return console.give(answer, json: request.form == .json) { answer in
        if request.form == .csv { return console.write(answer.csv, to: .output) }
        let table = StatisticsTableText(
          statistics: answer.statistics, grouping: answer.grouping,
          width: console.terminalWidth(.output) ?? 80)
        table.lines.forEach(console.print)
        if let note = answer.statistics.note { console.complain("keiro: \(note)") }
      }
    }
  }
}

/// The table of `keiro stats`: names, numbers, and a bar for each row.
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
    if showsLaunches {
      columns.append(["launches"] + rows.map(launches) + [String(statistics.launches)])
    }
    let widths = columns.map { $0.map(\.count).max() ?? 0 }
    let bars = [""] + self.bars(room: width - widths.reduce(0) { $0 + $1 + 2 }) + [""]
    return bars.indices.map { index in
      var line = padded(columns[0][index], widths[0])
      for (column, width) in zip(columns, widths).dropFirst() {
        line += "  " + String(repeating: " ", count: width - column[index].count) + column[index]
      }
      return bars[index].isEmpty ? line : line + "  " + bars[index]
    }
  }

  /// Opens stand beside clicks wherever there are any.
  private var showsLaunches: Bool { knowsLaunches || statistics.launches > 0 }

  /// Launches are counted by day, and have no hour, platform or host; those with a link are first
  /// openings.
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

  private func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(width - text.count, 0))
  }

  private func bars(room: Int) -> [String] {
    let countsLaunches = grouping == .way || grouping.isOfLaunches
    let values = statistics.rows.map { countsLaunches ? $0.launches : $0.clicks }
    let length = min(room, Self.longestBar)
    guard let largest = values.max(), largest > 0, length >= 5 else {
      return values.map { _ in "" }
    }
    return values.map { value in
      // A count above zero is always visible.
      let blocks = (value * length + largest - 1) / largest
      return String(repeating: "█", count: blocks)
    }
  }
}
