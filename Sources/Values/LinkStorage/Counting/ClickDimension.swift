/// By what the clicks of a day are summed up. Each dimension has sums of its own, so that the rows
/// of a day add up rather than multiply; every click is in one row of each.
package enum ClickDimension: Int, CaseIterable, Sendable {
  case outcome = 0
  case platform = 1
  case referrer = 2
  case rule = 3
  case language = 4
  case country = 5
  /// The way in which an app was opened first: of openings rather than clicks.
  case way = 6

  /// Those whose sums come from hours; every click is in one row of each.
  package static let ofHours: [ClickDimension] = [.outcome, .platform, .referrer]
  /// Those that are summed up by the day alone; clicks without a name are in no row.
  package static let ofDays: [ClickDimension] = [.rule, .language, .country, .way]

  package func name(of click: ClickCount) -> String { name(of: click.kind) }

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

/// By what the launches of a day are summed up.
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
  /// The row that clicks of an hour belong to; nil for groups of another kind, and for an hour that
  /// is to be told by its day alone.
  ///
  /// - Parameters:
  ///   - kind: of the clicks.
  ///   - keptHour: the first hour that is kept; nil while none was rolled up.
  package func name(of kind: ClickKind, keptHour: Int?) -> String? {
    switch self {
    case .hour: kind.hour < keptHour ?? .min ? nil : Statistics.name(ofHour: kind.hour)
    case .day: Statistics.name(ofDay: StatisticsPeriod.day(ofHour: kind.hour))
    case .platform, .referrer, .outcome: clickDimension.name(of: kind)
    case .launch, .appVersion, .systemVersion, .link, .tag, .campaign, .rule, .language, .country,
      .way:
      nil
    }
  }

  /// The dimension of groups whose sums are kept by the day alone.
  package var dayDimension: ClickDimension? {
    switch self {
    case .rule: .rule
    case .language: .language
    case .country: .country
    case .way: .way
    default: nil
    }
  }

  /// Whether each link's clicks belong to groups that the link itself names.
  package var isOfLinks: Bool {
    switch self {
    case .link, .tag, .campaign: true
    default: false
    }
  }

  /// The sums of days that answer it. Any dimension has every click: for groups of another kind the
  /// one with the fewest rows.
  package var clickDimension: ClickDimension {
    switch self {
    case .platform: .platform
    case .referrer: .referrer
    case .day, .hour, .outcome, .launch, .appVersion, .systemVersion, .link, .tag, .campaign,
      .rule, .language, .country, .way:
      .outcome
    }
  }

  package var launchDimension: LaunchDimension {
    switch self {
    case .appVersion: .appVersion
    case .systemVersion: .systemVersion
    default: .event
    }
  }
}
