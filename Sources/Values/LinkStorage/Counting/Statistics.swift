import JSONSyntax
package import Links
import WebSyntax

package struct StatisticsQuery: Equatable, Sendable {
  /// The host whose clicks are counted; nil for all. Launches belong to no host.
  package var host: String?
  /// The slug of the link whose clicks are counted; nil for all links.
  package var slug: String?
  /// The first hour, in hours since 1970; nil for no limit.
  package var sinceHour: Int?
  /// The first hour that is left out; nil for no limit.
  package var untilHour: Int?
  /// The day, in days since 1970, for whose beginning `sinceHour` stands in some time zone: where
  /// counts are kept by day only, the period begins with that day in UTC. Nil for the day of the hour.
  package var sinceDay: Int?
  /// The same for the end of the period, to which the day does not belong.
  package var untilDay: Int?
  package var grouping: Grouping
  /// The breakdown of the clicks of each day; nil for their sum alone, and for groupings other
  /// than `day`.
  package var split: Split?
  /// The only clicks to count, by day or by link and without a split; nil for all.
  package var only: ClickName?
  /// The links whose clicks are counted; nil for those that `host` and `slug` choose.
  package var links: ChosenLinks?
  /// The group names of configured links; those of stored links are read from their rows.
  package var configuredNames: [LinkKey: [String]] = [:]

  /// The links of `configuredNames` as a JSON list of strings in the form `host/slug`.
  package var configuredLinks: String {
    JSONOutput.strings(configuredNames.keys.map(Statistics.name)).compact
  }

  /// The maximum number of rows: the largest, or the latest of rows of times.
  package static let rowLimit = 10_000

  package init(
    host: String? = nil, slug: String? = nil, sinceHour: Int? = nil, untilHour: Int? = nil,
    by grouping: Grouping
  ) {
    self.host = host
    self.slug = slug
    self.sinceHour = sinceHour
    self.untilHour = untilHour
    self.grouping = grouping
  }

  package enum Grouping: String, CaseIterable, Sendable {
    case day, hour, platform, referrer, outcome
    /// Launches by event.
    case launch
    case appVersion, systemVersion
    /// Clicks by link, or by a name that the link carries.
    case link, tag, campaign
    /// Clicks by rule, language or country; by day only.
    case rule, language, country
    /// First openings of apps, by how the link reached the app; by day only.
    case way
  }

  package enum Split: String, CaseIterable, Sendable {
    case platform, outcome

    /// The dimension in which the clicks of a day are summed up.
    package var dimension: ClickDimension {
      switch self {
      case .platform: .platform
      case .outcome: .outcome
      }
    }
  }

  /// The daily sums that answer the query.
  package var clickDimension: ClickDimension { split?.dimension ?? grouping.clickDimension }

  /// The first day and the first day left out, for launches, which are counted by day; nil for no
  /// limit.
  package var days: (since: Int?, until: Int?) {
    (
      sinceDay ?? sinceHour.map(StatisticsPeriod.day(ofHour:)),
      untilDay ?? untilHour.map { StatisticsPeriod.day(ofHour: $0 + 23) }
    )
  }
}

/// The links whose clicks are summed: those of a filter, and where it asks for nothing that only a link
/// has that is there, also those that it had before they were deleted.
package struct ChosenLinks: Equatable, Sendable {
  /// Nil for those of the keys alone.
  package var filter: LinkFilter?
  /// Links that are named, as they are counted: those of the configuration, or deleted ones alone.
  package var keys: [LinkKey]

  package init(_ filter: LinkFilter?, keys: [LinkKey] = []) {
    self.filter = filter
    self.keys = keys
  }
}

/// Clicks and, separately, launches: a universal link that opens its app never reaches the server.
package struct Statistics: Equatable, Sendable {
  /// The rows: times ascending; everything else by size, largest first, then by name.
  package var rows: [Row]
  /// The clicks by people in the whole period, regardless of the grouping.
  package var clicks: Int
  /// The clicks by bots in the whole period.
  package var bots: Int
  /// The launches in the whole period.
  package var launches: Int
  /// The first hour with a row of its own, if earlier hours were requested that are only kept by day;
  /// nil otherwise.
  package var rowsSinceHour: Int?
  /// Whether the rows are of whole days, of which the period has only parts.
  package var isOfWholeDays = false
  /// The zone in which the rows have times; nil for UTC.
  package var zone: LocalZone?
  /// Why the counts are not those of the host that was asked for; nil where they are.
  package var hostNote: String?

  package init(rows: [Row], clicks: Int, bots: Int, launches: Int, rowsSinceHour: Int? = nil) {
    self.rows = rows
    self.clicks = clicks
    self.bots = bots
    self.launches = launches
    self.rowsSinceHour = rowsSinceHour
  }

  /// One group and its counts.
  package struct Row: Equatable, Sendable {
    /// `2026-11-21`, `2026-11-21T01:00:00Z`, or the name of the group.
    package var name: String
    /// The clicks by people.
    package var clicks: Int
    package var bots: Int
    package var launches: Int
    /// The clicks by people for each name of the query's split; empty without one.
    package var parts: [String: Int]

    package init(
      name: String, clicks: Int = 0, bots: Int = 0, launches: Int = 0, parts: [String: Int] = [:]
    ) {
      self.name = name
      self.clicks = clicks
      self.bots = bots
      self.launches = launches
      self.parts = parts
    }
  }

  /// The name of a link in rows: `host/slug`.
  package static func name(of link: LinkKey) -> String { "\(link.host)/\(link.slug)" }

  /// The link with such a name; nil when the text has no slash.
  package static func link(named name: String) -> LinkKey? {
    guard let slash = name.firstIndex(of: "/") else { return nil }
    return LinkKey(host: String(name[..<slash]), slug: String(name[slash...].dropFirst()))
  }

  package static func name(ofHour hour: Int) -> String {
    Timestamp(secondsSinceEpoch: hour * 3600).description
  }

  package static func name(ofDay day: Int) -> String {
    let date = CivilDate(daysSinceEpoch: day)
    var text: [UInt8] = []
    text.append(decimal: date.year, width: 4)
    for number in [date.month, date.day] {
      text.append(UInt8(ascii: "-"))
      text.append(decimal: number, width: 2)
    }
    return String(decoding: text, as: UTF8.self)
  }
}

/// The group of a row of statistics. Names are equal by their bytes, as in databases.
package enum StatisticsGroup: Hashable, Sendable {
  /// A day or an hour since 1970.
  case time(Int)
  case name(String)

  package static func == (left: StatisticsGroup, right: StatisticsGroup) -> Bool {
    switch (left, right) {
    case (.time(let left), .time(let right)): left == right
    case (.name(let left), .name(let right)): left.utf8.elementsEqual(right.utf8)
    default: false
    }
  }
}

/// Collects rows and sorts them, the same for every engine.
package struct StatisticsTable {
  private let query: StatisticsQuery
  /// The rows, whose names are printed at the end.
  private var rows: [StatisticsGroup: Statistics.Row] = [:]
  /// The sums of the whole period, since the rows may not contain everything.
  private var totals = Statistics.Row(name: "")

  /// Creates an empty table for a query, which decides the order and the names of its rows.
  package init(_ query: StatisticsQuery) {
    self.query = query
  }

  /// Adds clicks to the sums of the whole period.
  package mutating func total(clicks count: Int, isBot: Bool) {
    if isBot { totals.bots += count } else { totals.clicks += count }
  }

  package mutating func total(launches count: Int) { totals.launches += count }

  /// Adds clicks to a row.
  ///
  /// - Parameter part: the name within the query's split; nil without one.
  package mutating func add(
    clicks count: Int, isBot: Bool, to group: StatisticsGroup, part: String? = nil
  ) {
    guard !isBot else {
      rows[group, default: .init(name: "")].bots += count
      return
    }
    rows[group, default: .init(name: "")].clicks += count
    if let part { rows[group, default: .init(name: "")].parts[part, default: 0] += count }
  }

  /// Adds the clicks of a link to its groups: once to each of its tags, or to the unnamed group if it
  /// has none.
  ///
  /// - Parameters:
  ///   - key: the key of the link; nil for links whose names are all in `names`.
  ///   - names: the group names that the store holds for the link.
  package mutating func add(clicks count: Int, isBot: Bool, of key: LinkKey?, _ names: [String]) {
    for name in groups(of: key, names) { add(clicks: count, isBot: isBot, to: .name(name)) }
  }

  /// Adds first openings of apps to a link's groups, as launches: these are the only launches whose
  /// link is known.
  package mutating func add(firstOpenings count: Int, of key: LinkKey?, _ names: [String]) {
    for name in groups(of: key, names) { add(launches: count, to: .name(name)) }
  }

  private func groups(of key: LinkKey?, _ names: [String]) -> [String] {
    if query.grouping == .link { return key.map { [Statistics.name(of: $0)] } ?? [] }
    let names = key.flatMap { query.configuredNames[$0] } ?? names
    guard query.grouping == .tag else { return names.isEmpty ? [""] : names }
    // A link may have a tag in several spellings.
    var known: Set<[UInt8]> = []
    return names.isEmpty ? [""] : names.filter { known.insert(TagName.folded($0)).inserted }
  }

  package mutating func add(launches count: Int, to group: StatisticsGroup) {
    rows[group, default: .init(name: "")].launches += count
  }

  /// The sorted rows with the sums of the whole period.
  ///
  /// - Parameter keptHour: the first hour that is kept; nil while none was rolled up.
  package func statistics(keptHour: Int?) -> Statistics {
    // A distinguished name has a row before its first click is counted.
    let counted = rows.filter { $0.value.weight != 0 }
    var list = sorted(times: counted) + sorted(names: counted)
    // The breakdown of a deleted link may remain with zeros.
    if query.split != nil {
      for index in list.indices { list[index].parts = list[index].parts.filter { $0.value != 0 } }
    }
    var statistics = Statistics(
      rows: list, clicks: totals.clicks, bots: totals.bots, launches: totals.launches)
    if query.grouping == .hour, let keptHour, query.sinceHour ?? .min < keptHour {
      statistics.rowsSinceHour = keptHour
    }
    statistics.isOfWholeDays =
      query.grouping.dayDimension != nil
      && [query.sinceHour, query.untilHour].contains { ($0 ?? 0) % 24 != 0 }
    return statistics
  }

  private func sorted(times rows: [StatisticsGroup: Statistics.Row]) -> [Statistics.Row] {
    let times = rows.compactMap { group, row -> (time: Int, row: Statistics.Row)? in
      if case .time(let time) = group { (time, row) } else { nil }
    }
    return times.sorted { $0.time < $1.time }.suffix(StatisticsQuery.rowLimit).map { time, row in
      var row = row
      row.name =
        query.grouping == .hour ? Statistics.name(ofHour: time) : Statistics.name(ofDay: time)
      return row
    }
  }

  private func sorted(names rows: [StatisticsGroup: Statistics.Row]) -> [Statistics.Row] {
    let named = rows.compactMap { group, row -> Statistics.Row? in
      guard case .name(let name) = group else { return nil }
      var row = row
      row.name = name
      return row
    }
    let sorted = named.sorted { ($1.weight, $0.name) < ($0.weight, $1.name) }
    let distinct = query.grouping == .tag ? Self.mergingSpellings(of: sorted) : sorted
    return Array(distinct.prefix(StatisticsQuery.rowLimit))
  }

  /// The rows of tags, each under its most frequent spelling.
  private static func mergingSpellings(of sorted: [Statistics.Row]) -> [Statistics.Row] {
    var merged: [[UInt8]: Statistics.Row] = [:]
    for row in sorted {
      merged[TagName.folded(row.name), default: .init(name: row.name)].add(row)
    }
    return merged.values.sorted { ($1.weight, $0.name) < ($0.weight, $1.name) }
  }
}

extension Statistics.Row {
  fileprivate var weight: Int { clicks + bots + launches }

  /// Adds the counts of a row without parts.
  package mutating func add(_ other: Statistics.Row) {
    clicks = clicks.addingClamped(other.clicks)
    bots = bots.addingClamped(other.bots)
    launches = launches.addingClamped(other.launches)
  }
}
