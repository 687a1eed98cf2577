package import LinkStorage
package import Links

extension PointInTime {
  /// The day that begins at the time, in days since 1970; nil for times that are no dates.
  var ofDay: Int? { if case .day(let day) = self { day } else { nil } }
}

extension Statistics {
  /// The rows of hours as rows of days of a zone. An hour in which a day begins belongs to the day in
  /// which its middle is.
  package func inDays(of zone: LocalZone) -> Statistics {
    var days: [Int: Row] = [:]
    for row in rows {
      guard let time = Timestamp(row.name) else { continue }
      let day = zone.day(of: Timestamp(secondsSinceEpoch: time.secondsSinceEpoch + 1800))
      days[day, default: Row(name: Self.name(ofDay: day))].add(row)
    }
    var statistics = self
    statistics.rows = days.sorted { $0.key < $1.key }.map(\.value)
    return statistics
  }

  /// The rows of hours with their times in a zone; other rows as they are.
  func withTimes(of zone: LocalZone, inHours: Bool) -> Statistics {
    var statistics = self
    statistics.zone = zone
    for index in rows.indices where inHours {
      guard let time = Timestamp(rows[index].name) else { continue }
      statistics.rows[index].name = zone.stamp(time)
    }
    return statistics
  }

  /// The days of a zone, as far as hours are kept; before them, and for launches, those of UTC.
  ///
  /// - Parameters:
  ///   - days: the counts by days of UTC.
  ///   - hours: those of the same period by hours.
  init(days: Statistics, hours: Statistics, in zone: LocalZone) {
    var firstHour = hours.rowsSinceHour
    // Of very many hours only the last ones have rows.
    if hours.rows.count >= StatisticsQuery.rowLimit,
      let first = hours.rows.first.flatMap({ Timestamp($0.name) })
    {
      firstHour = max(firstHour ?? .min, (StatisticsPeriod.day(of: first) + 1) * 24)
    }
    var rows: [String: Row] = [:]
    let firstDay = firstHour.map { Self.name(ofDay: StatisticsPeriod.day(ofHour: $0)) }
    for row in days.rows {
      let isOfUTC = firstDay.map { row.name < $0 } ?? false
      rows[row.name] = isOfUTC ? row : Row(name: row.name, launches: row.launches)
    }
    var later = hours
    if let name = firstHour.map(Self.name(ofHour:)) { later.rows.removeAll { $0.name < name } }
    for row in later.inDays(of: zone).rows {
      rows[row.name, default: Row(name: row.name)].add(row)
    }
    self = days
    self.rows = rows.values.filter { $0 != Row(name: $0.name) }.sorted { $0.name < $1.name }
      .suffix(StatisticsQuery.rowLimit)
    self.zone = zone
    rowsSinceHour = firstHour
  }
}
