import LinkStorage
import Links
import WebSyntax

/// The time that charts show: days of UTC, which is how they are kept, or hours.
enum ChartPeriod: Equatable {
  case latest(Latest)
  /// Days since 1970, the last one included.
  case days(ClosedRange<Int>)
  /// The hours of a day or two of the reader's zone; hours are kept for some days only.
  ///
  /// - of: days since 1970, the last one included.
  /// - hours: since 1970; where a zone's days begin within an hour, from the hour's beginning.
  case hours(of: ClosedRange<Int>, hours: Range<Int>)

  /// Up to the present.
  enum Latest: String, CaseIterable {
    case day = "24h"
    case week = "7d"
    case month = "30d"
    case quarter = "90d"
    case year = "365d"

    var word: Word {
      switch self {
      case .day: .day
      case .week: .week
      case .month: .month
      case .quarter: .quarter
      case .year: .year
      }
    }

    /// In seconds.
    var length: Int {
      switch self {
      case .day: 86_400
      case .week: 7 * 86_400
      case .month: 30 * 86_400
      case .quarter: 90 * 86_400
      case .year: 365 * 86_400
      }
    }
  }

  /// More columns cannot be told apart on any screen.
  static let mostDays = 366
  /// Days that are shown by the hour: the columns of a month.
  private static let mostDaysByHour = 2

  /// The period between two dates of an address; nil where one of them is none, or they are in the wrong
  /// order or too far from each other.
  ///
  /// - Parameters:
  ///   - first: as in `2026-11-21`; the last day is written the same way.
  ///   - hours: the number of days whose hours are kept.
  ///   - zone: the zone of the days that are shown by the hour.
  init?(
    from first: String, to last: String, now: Timestamp, hours: Int, in zone: ReaderZone
  ) {
    guard let start = Self.day(first), let end = Self.day(last), start <= end,
      end - start < Self.mostDays
    else { return nil }
    let today = now.secondsSinceEpoch / 86_400
    guard end - start < Self.mostDaysByHour, start > today - hours else {
      self = .days(start...end)
      return
    }
    func hour(_ day: Int) -> Int {
      Int((Double(zone.start(ofDay: day).secondsSinceEpoch) / 3600).rounded(.down))
    }
    self = .hours(of: start...end, hours: hour(start)..<max(hour(end + 1), hour(start) + 1))
  }

  /// The number of a date since 1970.
  private static func day(_ text: String) -> Int? {
    guard text.utf8.count == 10 else { return nil }
    return Timestamp(dateOrTime: text).map { $0.secondsSinceEpoch / 86_400 }
  }

  /// A day as in `2026-11-21`.
  static func date(_ day: Int) -> String {
    String(Timestamp(secondsSinceEpoch: day * 86_400).description.prefix(10))
  }

  var isByHour: Bool {
    switch self {
    case .latest(let latest): latest == .day
    case .days: false
    case .hours: true
    }
  }

  /// What a column stands for.
  var grouping: StatisticsQuery.Grouping { isByHour ? .hour : .day }

  /// The seconds of a column.
  var step: Int { isByHour ? 3600 : 86_400 }

  var since: PointInTime {
    switch self {
    case .latest(let latest): .distance(latest.length)
    case .days(let days): Self.start(ofDay: days.lowerBound)
    case .hours(_, let hours): Self.start(ofHour: hours.lowerBound)
    }
  }

  /// The first moment that does not count; nil for the present.
  var until: PointInTime? {
    switch self {
    case .latest: nil
    case .days(let days): Self.start(ofDay: days.upperBound + 1)
    case .hours(_, let hours): Self.start(ofHour: hours.upperBound)
    }
  }

  /// As much time before it, to compare with.
  var before: (since: PointInTime, until: PointInTime) {
    switch self {
    case .latest(let latest): (.distance(2 * latest.length), .distance(latest.length))
    case .days(let days):
      (Self.start(ofDay: days.lowerBound - days.count), Self.start(ofDay: days.lowerBound))
    case .hours(_, let hours):
      (Self.start(ofHour: hours.lowerBound - hours.count), Self.start(ofHour: hours.lowerBound))
    }
  }

  private static func start(ofDay day: Int) -> PointInTime {
    .at(Timestamp(secondsSinceEpoch: day * 86_400))
  }

  private static func start(ofHour hour: Int) -> PointInTime {
    .at(Timestamp(secondsSinceEpoch: hour * 3600))
  }

  /// The numbers of its columns: hours or days since 1970.
  func columns(now: Timestamp) -> ClosedRange<Int> {
    switch self {
    case .latest(let latest):
      let end = now.secondsSinceEpoch / step
      return (end - latest.length / step + 1)...end
    case .days(let days): return days
    case .hours(_, let hours): return hours.lowerBound...hours.upperBound - 1
    }
  }

  /// What stands for it in an address.
  var items: [(name: String, value: String?)] {
    switch self {
    case .latest(let latest): [("period", latest.rawValue)]
    case .days(let days), .hours(of: let days, hours: _):
      [("from", Self.date(days.lowerBound)), ("to", Self.date(days.upperBound))]
    }
  }
}
