/// An aspect by which the clicks of a day are summed. Each dimension has its own sums, so that the rows
/// of a day add up rather than multiply; every click is in one row of each.
package enum ClickDimension: Int, CaseIterable, Sendable {
  case outcome = 0
  case platform = 1
  case referrer = 2
  case rule = 3
  case language = 4
  case country = 5
  /// How an app got its link when it was first opened: counts openings rather than clicks.
  case way = 6

  /// The dimensions whose sums are computed from hours; every click is in one row of each.
  package static let ofHours: [ClickDimension] = [.outcome, .platform, .referrer]
  /// The dimensions that are summed by day only; clicks without a name are in no row.
  package static let ofDays: [ClickDimension] = [.rule, .language, .country, .way]

  /// The name of a kind of click in this dimension; empty when it has none.
  package func name(of kind: ClickKind) -> String {
    switch self {
    case .outcome: kind.outcome
    case .platform: kind.platform
    case .referrer: kind.referrerHost
    case .rule: kind.traits.rule
    case .language: kind.traits.language
    case .country: kind.traits.country
    case .way: kind.traits.way
    }
  }
}

/// A name in a dimension, under which clicks are counted.
package struct ClickName: Equatable, Sendable {
  /// The dimension; none that counts openings.
  package let dimension: ClickDimension
  /// The name; empty for clicks without one, as far as they are counted.
  package let name: String

  package init(_ name: String, in dimension: ClickDimension) {
    self.name = name
    self.dimension = dimension
  }

  /// Whether its clicks are known by whole days only.
  package var isByDay: Bool { ClickDimension.ofDays.contains(dimension) }

  package func takes(_ kind: ClickKind) -> Bool {
    !kind.traits.isFirstOpening && dimension.name(of: kind) == name
  }
}

/// An aspect by which the launches of a day are summed.
package enum LaunchDimension: Int, CaseIterable, Sendable {
  case event = 0
  case appVersion = 1
  case systemVersion = 2

  package func name(of launch: LaunchCount) -> String {
    switch self {
    case .event: launch.event
    case .appVersion: launch.appVersion
    case .systemVersion: launch.systemVersion
    }
  }
}

extension StatisticsQuery.Grouping {
  /// What the rows are, and the sums that answer for them.
  private enum Subject {
    case time
    /// Names that hours have too.
    case hours(ClickDimension)
    /// Names that are summed by day only.
    case days(ClickDimension)
    case launches(LaunchDimension)
    /// The links themselves, or names at a path in their `details`.
    case links(path: [String]?)
  }

  private var subject: Subject {
    switch self {
    case .day, .hour: .time
    case .platform: .hours(.platform)
    case .referrer: .hours(.referrer)
    case .outcome: .hours(.outcome)
    case .rule: .days(.rule)
    case .language: .days(.language)
    case .country: .days(.country)
    case .way: .days(.way)
    case .launch: .launches(.event)
    case .appVersion: .launches(.appVersion)
    case .systemVersion: .launches(.systemVersion)
    case .link: .links(path: nil)
    case .tag: .links(path: ["tags"])
    case .campaign: .links(path: ["campaign", "utm_campaign"])
    }
  }

  /// The row for clicks of one hour; nil for groupings that hours do not answer, and for an hour that
  /// is kept only as part of its day.
  ///
  /// - Parameter keptHour: the first hour that is kept; nil while none was rolled up.
  package func group(of kind: ClickKind, keptHour: Int?) -> StatisticsGroup? {
    switch subject {
    case .time where self == .day: .time(kind.day)
    case .time: kind.hour < keptHour ?? .min ? nil : .time(kind.hour)
    case .hours(let dimension): .name(dimension.name(of: kind))
    case .days, .launches, .links: nil
    }
  }

  /// The dimension of a grouping by names that hours have; nil for others.
  package var hourDimension: ClickDimension? {
    if case .hours(let dimension) = subject { dimension } else { nil }
  }

  /// The dimension of a grouping that is summed by day only; nil for others.
  package var dayDimension: ClickDimension? {
    if case .days(let dimension) = subject { dimension } else { nil }
  }

  package var isOfLinks: Bool { if case .links = subject { true } else { false } }

  /// The path in a link's `details` to its names for this grouping; nil for groupings without such
  /// names.
  package var namePath: [String]? {
    if case .links(let path) = subject { path } else { nil }
  }

  package var isOfLaunches: Bool { if case .launches = subject { true } else { false } }

  /// The daily sums of launches that answer this grouping.
  package var launchDimension: LaunchDimension {
    if case .launches(let dimension) = subject { dimension } else { .event }
  }

  /// The daily sums that answer this grouping. Every dimension contains every click, so other groupings
  /// use the one with the fewest rows.
  package var clickDimension: ClickDimension { hourDimension ?? .outcome }
}
