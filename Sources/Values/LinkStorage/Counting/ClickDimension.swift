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

  /// Whether clicks of a kind are counted under the name.
  package func takes(_ kind: ClickKind) -> Bool {
    !kind.traits.isFirstOpening && dimension.name(of: kind) == name
  }
}

/// An aspect by which the launches of a day are summed.
package enum LaunchDimension: Int, CaseIterable, Sendable {
  case event = 0
  case appVersion = 1
  case systemVersion = 2

  /// The name of a launch in this dimension.
  package func name(of launch: LaunchCount) -> String {
    switch self {
    case .event: launch.event
    case .appVersion: launch.appVersion
    case .systemVersion: launch.systemVersion
    }
  }
}

extension StatisticsQuery.Grouping {
  /// The row for clicks of one hour; nil for groupings that hours do not answer, and for an hour that
  /// is kept only as part of its day.
  ///
  /// - Parameters:
  ///   - kind: the kind of the clicks.
  ///   - keptHour: the first hour that is kept; nil while none was rolled up.
  package func group(of kind: ClickKind, keptHour: Int?) -> StatisticsGroup? {
    switch self {
    case .hour: kind.hour < keptHour ?? .min ? nil : .time(kind.hour)
    case .day: .time(StatisticsPeriod.day(ofHour: kind.hour))
    case .platform, .referrer, .outcome: .name(clickDimension.name(of: kind))
    case .launch, .appVersion, .systemVersion, .link, .tag, .campaign, .rule, .language, .country,
      .way:
      nil
    }
  }

  /// The dimension of a grouping that is summed by day only; nil for others.
  package var dayDimension: ClickDimension? {
    switch self {
    case .rule: .rule
    case .language: .language
    case .country: .country
    case .way: .way
    default: nil
    }
  }

  /// Whether the groups are named by the links themselves.
  package var isOfLinks: Bool {
    switch self {
    case .link, .tag, .campaign: true
    default: false
    }
  }

  /// The daily sums that answer this grouping. Every dimension contains every click, so other groupings
  /// use the one with the fewest rows.
  package var clickDimension: ClickDimension {
    switch self {
    case .platform: .platform
    case .referrer: .referrer
    case .day, .hour, .outcome, .launch, .appVersion, .systemVersion, .link, .tag, .campaign,
      .rule, .language, .country, .way:
      .outcome
    }
  }

  /// The daily sums of launches that answer this grouping.
  package var launchDimension: LaunchDimension {
    switch self {
    case .appVersion: .appVersion
    case .systemVersion: .systemVersion
    default: .event
    }
  }
}
