/// By what the clicks of a day are summed up. Each dimension has sums of its own, so that the rows
/// of a day add up rather than multiply; every click is in one row of each.
package enum ClickDimension: Int, CaseIterable, Sendable {
  case outcome = 0
  case platform = 1
  case referrer = 2

  package func name(of click: ClickCount) -> String { name(of: click.kind) }

  package func name(of kind: ClickKind) -> String {
    switch self {
    case .outcome: kind.outcome
    case .platform: kind.platform
    case .referrer: kind.referrerHost
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
    case .launch, .appVersion, .systemVersion: nil
    }
  }

  /// The sums of days that answer it. Any dimension has every click: for groups of another kind the
  /// one with the fewest rows.
  package var clickDimension: ClickDimension {
    switch self {
    case .platform: .platform
    case .referrer: .referrer
    case .day, .hour, .outcome, .launch, .appVersion, .systemVersion: .outcome
    }
  }

  package var launchDimension: LaunchDimension {
    switch self {
    case .appVersion: .appVersion
    case .systemVersion: .systemVersion
    case .day, .hour, .platform, .referrer, .outcome, .launch: .event
    }
  }
}
