package import JSONSyntax
package import Links

extension Statistics {
  /// The JSON that the command and the management API print.
  package func json(by grouping: StatisticsQuery.Grouping) -> JSONOutput {
    let list = rows.map { row in
      let parts = row.parts.sorted { $0.key < $1.key }
      return [
        "name": .string(row.name), "clicks": .int(row.clicks), "bots": .int(row.bots),
        "launches": .int(row.launches),
      ] + (parts.isEmpty ? [:] : ["parts": .object(parts.map { .init($0.key, .int($0.value)) })])
        as JSONOutput
    }
    let remarks: JSONOutput = [
      "timeZone": .optional(zone?.name), "note": .optional(note(by: grouping)),
    ]
    return [
      "by": .string(grouping.rawValue), "rows": .array(list), "clicks": .int(clicks),
      "bots": .int(bots), "launches": .int(launches),
    ] + remarks.withoutNulls
  }

  /// What the rows lack of the period, of the days of their zone, or of their host; nil when they are
  /// complete.
  package func note(by grouping: StatisticsQuery.Grouping) -> String? {
    var notes = [hostNote].compactMap(\.self)
    if let hour = rowsSinceHour {
      let name = Self.name(ofHour: hour)
      let consequence =
        grouping == .hour
        ? "expected 'by' day for those" : "rows of earlier days are of days in UTC"
      notes.append("hours before \(name) are kept as days: \(consequence)")
    }
    if grouping.dayDimension != nil {
      if zone != nil || isOfWholeDays { notes.append("these are counted by days in UTC") }
    } else if zone != nil, launches > 0 {
      notes.append("launches are counted by days in UTC")
    }
    return notes.isEmpty ? nil : notes.joined(separator: "; ")
  }
}

extension StatisticsQuery {
  /// A query for the hours from one time to another; the first and last hour count whole, since counts
  /// are hourly.
  package init(
    host: String?, slug: String?, since: Timestamp?, until: Timestamp?, by grouping: Grouping
  ) {
    func hour(_ seconds: Int) -> Int { Int((Double(seconds) / 3600).rounded(.down)) }
    self.init(
      host: host, slug: slug, sinceHour: since.map { hour($0.secondsSinceEpoch) },
      untilHour: until.map { hour($0.secondsSinceEpoch + 3599) }, by: grouping)
  }
}
