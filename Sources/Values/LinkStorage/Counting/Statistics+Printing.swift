package import JSONSyntax
package import Links

extension Statistics {
  /// As the command and the management API print them.
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
    if let note { members.append(.init("note", .string(note))) }
    return .object(members)
  }

  /// What the rows lack of the period that was asked for.
  package var note: String? {
    rowsSinceHour.map { hour in
      "hours before \(Self.name(ofHour: hour)) are kept as days: expected 'by' day for those"
    }
  }
}

extension StatisticsQuery {
  /// The query for a time from one point to before another, in whole hours, which is what is
  /// counted: an hour that has begun belongs to it.
  package init(
    host: String?, slug: String?, since: Timestamp?, until: Timestamp?, by grouping: Grouping
  ) {
    func hour(_ seconds: Int) -> Int { Int((Double(seconds) / 3600).rounded(.down)) }
    self.init(
      host: host, slug: slug, sinceHour: since.map { hour($0.secondsSinceEpoch) },
      untilHour: until.map { hour($0.secondsSinceEpoch + 3599) }, by: grouping)
  }
}
