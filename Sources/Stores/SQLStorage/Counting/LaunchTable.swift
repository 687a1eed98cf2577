package import LinkStorage
package import Links

/// What limits the names of launches.
private struct Scope: Hashable {
  let day: Int
  let app: String
  let dimension: LaunchDimension
}

/// Counts launches by day, inside a transaction.
extension SQLConnection {
  /// Counts launches that apps report, unless one with the same identifier was counted before.
  ///
  /// - Returns: the number of launches counted, that of new identifiers, and that of launches of which at
  ///   least one name counted as `other`.
  package func report(
    _ reports: [CountedLaunch], _ now: Timestamp
  ) throws(Failure) -> (counted: Int, identifiers: Int, capped: Int) {
    let ids = Set(reports.compactMap(\.id)).sorted()
    var new: Set<String> = []
    if !ids.isEmpty {
      new = Set(
        try rows(
          "INSERT INTO keiro.launch_ids (id, seen_at) SELECT n.id, $2 FROM #rows WHERE true "
            + "ON CONFLICT DO NOTHING RETURNING id", over: SQLRows(["id": .texts(ids)]),
          [.time(now)]
        ) { $0.text(0) })
    }
    let identifiers = new.count
    let counted = reports.filter { report in report.id.map { new.remove($0) != nil } ?? true }
    let launches = counted.map(\.launch)
    let capped = try add(launches)
    try sumForWebhooks([], launches)
    return (launches.count, identifiers, capped)
  }

  /// - Returns: the number of launches of which at least one name counted as `other`.
  package func add(_ launches: [LaunchCount]) throws(Failure) -> Int {
    guard !launches.isEmpty else { return 0 }
    // One process at a time decides about names.
    _ = try lock(.launches)
    var names = try self.names(of: launches)
    var sums: [LaunchSum] = []
    var capped = 0
    for launch in launches {
      var isCapped = false
      for dimension in LaunchDimension.allCases {
        let scope = Scope(day: launch.day, app: launch.app, dimension: dimension)
        let name = dimension.name(of: launch)
        let label =
          names[scope, default: CountedNames(limit: CountedNames.namesOfApp)].label(name)
        isCapped = isCapped || label != name
        sums.append(
          LaunchSum(
            day: launch.day, app: launch.app, dimension: dimension, name: label,
            count: launch.count))
      }
      if isCapped { capped += launch.count }
    }
    try add(sums)
    return capped
  }

  package func add(_ launches: [LaunchSum]) throws(Failure) {
    guard !launches.isEmpty else { return }
    try send(
      "INSERT INTO keiro.launch_days AS d (dimension, day, app, name, count) "
        + "SELECT n.dimension, n.day, n.app, n.name, CAST(sum(n.count) AS bigint) FROM #rows "
        + "GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4 "
        + "ON CONFLICT (dimension, day, app, name) DO UPDATE SET count = d.count + excluded.count",
      over: SQLRows([
        "dimension": .ints(launches.map(\.dimension.rawValue)), "day": .ints(launches.map(\.day)),
        "app": .texts(launches.map(\.app)), "name": .texts(launches.map(\.name)),
        "count": .ints(launches.map(\.count)),
      ]), [])
  }

  /// The names that are distinguished so far.
  private func names(
    of launches: [LaunchCount]
  ) throws(Failure) -> [Scope: CountedNames] {
    let scopes = Set(
      launches.flatMap { launch in
        LaunchDimension.allCases.map { Scope(day: launch.day, app: launch.app, dimension: $0) }
      })
    let rows = try rows(
      "SELECT d.dimension, d.day, d.app, d.name FROM #rows JOIN keiro.launch_days d "
        + "ON d.dimension = n.dimension AND d.day = n.day AND d.app = n.app WHERE d.name <> ''",
      over: SQLRows([
        "dimension": .ints(scopes.map(\.dimension.rawValue)), "day": .ints(scopes.map(\.day)),
        "app": .texts(scopes.map(\.app)),
      ]), []
    ) { (LaunchDimension(rawValue: $0.int(0)), $0.int(1), $0.text(2), $0.text(3)) }
    var known: [Scope: [String]] = [:]
    for case (let dimension?, let day, let app, let name) in rows {
      known[Scope(day: day, app: app, dimension: dimension), default: []].append(name)
    }
    return known.mapValues { CountedNames(limit: CountedNames.namesOfApp, known: $0) }
  }
}
