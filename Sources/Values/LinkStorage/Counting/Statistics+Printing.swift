package import JSONSyntax
package import Links

extension Statistics {
  /// The JSON that the command and the management API print.
  package func json(by grouping: StatisticsQuery.Grouping) -> JSONOutput {
    let list = rows.map { row in
      var members: [JSONOutput.Member] = [
        .init("name", .string(row.name)), .init("clicks", .int(row.clicks)),
        .init("bots", .int(row.bots)), .init("launches", .int(row.launches)),
      ]
      if !row.parts.isEmpty {
        let parts = row.parts.sorted { $0.key < $1.key }
        members.append(.init("parts", .object(parts.map { .init($0.key, .int($0.value)) })))
      }
      return JSONOutput.object(members)
    }
    var members: [JSONOutput.Member] = [
      .init("by", .string(grouping.rawValue)), .init("rows", .array(list)),
      .init("clicks", .int(clicks)), .init("bots", .int(bots)), .init("launches", .int(launches)),
    ]
    if let zone { members.append(.init("timeZone", .string(zone.name))) }
    if let note = note(by: grouping) { members.append(.init("note", .string(note))) }
    return .object(members)
  }

  /// What the rows lack of the period, or of the days of their zone; nil when they are complete.
  package func note(by grouping: StatisticsQuery.Grouping) -> String? {
    var notes: [String] = []
    if let hour = rowsSinceHour {
      let name = Self.name(ofHour: hour)
      let consequence =
        grouping == .hour
        ? "expected 'by' day for those" : "rows of earlier days are of days in UTC"
      notes.append("hours before \(name) are kept as days: \(consequence)")
    }
    if zone != nil {
      if grouping.dayDimension != nil {
        notes.append("these are counted by days in UTC")
      } else if launches > 0 {
        notes.append("launches are counted by days in UTC")
      }
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
