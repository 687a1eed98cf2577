import JSONSyntax
package import Links

/// What is asked of the counters.
package struct StatisticsQuery: Equatable, Sendable {
  /// Clicks on this host alone; launches belong to no host.
  package var host: String?
  /// Clicks on the link of that slug alone; nil for all links.
  package var slug: String?
  /// From this hour on: hours since 1970.
  package var sinceHour: Int?
  /// Before this hour.
  package var untilHour: Int?
  /// What the rows tell apart.
  package var grouping: Grouping
  /// By what the clicks of each day are told apart; nil for their sum alone, and for groups other
  /// than days.
  package var split: Split?
  /// The names that links of the configuration have for groups of links; those of the store are read
  /// from their rows.
  package var configuredNames: [LinkKey: [String]] = [:]

  /// The links of `configuredNames` as a list in JSON, each as host and slug with a slash between
  /// them.
  package var configuredLinks: String {
    JSONOutput.strings(configuredNames.keys.map(Statistics.name)).compact
  }

  /// The most rows that are given; the largest or, of times, the latest.
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

  /// What rows may tell apart.
  package enum Grouping: String, CaseIterable, Sendable {
    case day, hour, platform, referrer, outcome
    /// Launches by their event.
    case launch
    case appVersion, systemVersion
    /// Clicks by what their links are, or are called.
    case link, tag, campaign
    /// Clicks by day alone: of rules, languages, countries.
    case rule, language, country
    /// First openings of apps, by the way in which the link came along; by day alone.
    case way

    /// Where the `details` of a link have its names for the group, member by member; nil for groups
    /// without such names.
    package var namePath: [String]? {
      switch self {
      case .tag: ["tags"]
      case .campaign: ["campaign", "utm_campaign"]
      default: nil
      }
    }

    /// Whether launches are grouped rather than clicks.
    package var isOfLaunches: Bool {
      switch self {
      case .launch, .appVersion, .systemVersion: true
      default: false
      }
    }
  }

  /// What rows of days can be made up of.
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

  /// The sums of days that answer it.
  package var clickDimension: ClickDimension { split?.dimension ?? grouping.clickDimension }

  /// The days that launches are looked for in, since they are counted by days.
  package var days: (since: Int?, until: Int?) {
    (
      sinceHour.map(StatisticsPeriod.day(ofHour:)),
      untilHour.map { StatisticsPeriod.day(ofHour: $0 + 23) }
    )
  }
}

/// Clicks, and beside them launches: a universal link that opens its app never reaches the server.
package struct Statistics: Equatable, Sendable {
  /// Times ascending; everything else with the largest first, and names of equal ones ascending.
  package var rows: [Row]
  /// The clicks of people in the whole period, whatever the grouping.
  package var clicks: Int
  /// The clicks of programs in the whole period.
  package var bots: Int
  /// The launches in the whole period.
  package var launches: Int
  /// The first hour with a row of its own, where earlier ones were asked for too: these are kept
  /// by the day.
  package var rowsSinceHour: Int?

  package init(rows: [Row], clicks: Int, bots: Int, launches: Int, rowsSinceHour: Int? = nil) {
    self.rows = rows
    self.clicks = clicks
    self.bots = bots
    self.launches = launches
    self.rowsSinceHour = rowsSinceHour
  }

  /// The sums of one group.
  package struct Row: Equatable, Sendable {
    /// `2026-11-21`, `2026-11-21T01:00:00Z`, or the name of what is grouped.
    package var name: String
    /// The clicks of people.
    package var clicks: Int
    /// The clicks of programs.
    package var bots: Int
    /// The launches of apps.
    package var launches: Int
    /// Clicks of people by what they are told apart by; empty where they are not.
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

  /// How a link is called.
  package static func name(of link: LinkKey) -> String { "\(link.host)/\(link.slug)" }

  /// The link that is called so; nil for any other name.
  package static func link(named name: String) -> LinkKey? {
    guard let slash = name.firstIndex(of: "/") else { return nil }
    return LinkKey(host: String(name[..<slash]), slug: String(name[slash...].dropFirst()))
  }

  /// How an hour is called.
  package static func name(ofHour hour: Int) -> String {
    Timestamp(secondsSinceEpoch: hour * 3600).description
  }

  /// How a day is called.
  package static func name(ofDay day: Int) -> String {
    String(Timestamp(secondsSinceEpoch: day * 86_400).description.prefix(10))
  }
}

/// Gathers rows and puts them in order, alike for every engine.
package struct StatisticsTable {
  private let query: StatisticsQuery
  private var rows: [String: Statistics.Row] = [:]

  package init(_ query: StatisticsQuery) {
    self.query = query
  }

  /// - Parameters:
  ///   - count: Of clicks.
  ///   - isBot: Whether they are of bots.
  ///   - name: The row.
  ///   - part: What the clicks are told apart by within the row; nil where they are not.
  package mutating func add(
    clicks count: Int, isBot: Bool, to name: String, part: String? = nil
  ) {
    guard !isBot else {
      rows[name, default: .init(name: name)].bots += count
      return
    }
    rows[name, default: .init(name: name)].clicks += count
    if let part { rows[name, default: .init(name: name)].parts[part, default: 0] += count }
  }

  /// Adds clicks of a link to its groups: a link with several tags has its clicks in each of them,
  /// and one without any in that without a name.
  ///
  /// - Parameters:
  ///   - count: Of clicks.
  ///   - isBot: Whether they are of bots.
  ///   - key: The place of the link; nil for links that have names and whose place does not matter.
  ///   - names: What a store has the link called.
  package mutating func add(clicks count: Int, isBot: Bool, of key: LinkKey?, _ names: [String]) {
    for name in groups(of: key, names) { add(clicks: count, isBot: isBot, to: name) }
  }

  /// Adds apps that were opened for the first time with a link to the link's groups, as launches: the
  /// only ones of which the link is known.
  package mutating func add(firstOpenings count: Int, of key: LinkKey?, _ names: [String]) {
    for name in groups(of: key, names) { add(launches: count, to: name) }
  }

  private func groups(of key: LinkKey?, _ names: [String]) -> [String] {
    if query.grouping == .link { return key.map { [Statistics.name(of: $0)] } ?? [] }
    let names = key.flatMap { query.configuredNames[$0] } ?? names
    return names.isEmpty ? [""] : names
  }

  package mutating func add(launches count: Int, to name: String) {
    rows[name, default: .init(name: name)].launches += count
  }

  /// - Parameters:
  ///   - totals: of the whole period, since rows may lack what is grouped otherwise.
  ///   - keptHour: the first hour that is kept; nil while none was rolled up.
  package func statistics(totals: Statistics.Row, keptHour: Int?) -> Statistics {
    let isOfTimes = query.grouping == .day || query.grouping == .hour
    // Names that are told apart have rows before their first click is summed up.
    var list = rows.values.filter { $0.weight != 0 }
    // What a deleted link was told apart by may remain with nothing in it.
    if query.split != nil {
      for index in list.indices { list[index].parts = list[index].parts.filter { $0.value != 0 } }
    }
    if isOfTimes {
      list.sort { $0.name < $1.name }
      list = Array(list.suffix(StatisticsQuery.rowLimit))
    } else {
      list.sort { ($1.weight, $0.name) < ($0.weight, $1.name) }
      list = Array(list.prefix(StatisticsQuery.rowLimit))
    }
    var statistics = Statistics(
      rows: list, clicks: totals.clicks, bots: totals.bots, launches: totals.launches)
    if query.grouping == .hour, let keptHour, query.sinceHour ?? .min < keptHour {
      statistics.rowsSinceHour = keptHour
    }
    return statistics
  }
}

extension Statistics.Row {
  fileprivate var weight: Int { clicks + bots + launches }
}
