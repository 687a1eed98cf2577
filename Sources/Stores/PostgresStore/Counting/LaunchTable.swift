import Links
import SQLStorage
import LinkStorage

/// Counts launches by day, inside a transaction.
struct LaunchTable {
  private struct Scope: Hashable {
    let day: Int
    let app: String
    let dimension: LaunchDimension
  }

  private struct Row: Hashable {
    let scope: Scope
    let name: String
  }

  private let connection: PostgresConnection

  init(_ connection: PostgresConnection) {
    self.connection = connection
  }

  /// - Returns: the number of launches that were new.
  func add(
    _ reports: [CountedLaunch], _ now: Timestamp
  ) throws(PostgresFailure) -> (counted: Int, capped: Int) {
    let ids = Set(reports.compactMap(\.id)).sorted()
    var new: Set<String> = []
    if !ids.isEmpty {
      new = Set(
        try connection.rows(
          "INSERT INTO keiro.launch_ids (id, seen_at) SELECT id, $2 FROM unnest($1) AS n (id) "
            + "ORDER BY id COLLATE \"C\" ON CONFLICT DO NOTHING RETURNING id",
          [.texts(ids), .time(now)]
        ) { $0.text(0) })
    }
    let counted = reports.filter { report in report.id.map { new.remove($0) != nil } ?? true }
    let capped = try add(counted.map(\.launch))
    try SharedStatements(connection).events.sum([], counted.map(\.launch))
    return (counted.count, capped)
  }

  /// - Returns: the number of launches of which at least one name counted as `other`.
  func add(_ launches: [LaunchCount]) throws(PostgresFailure) -> Int {
    guard !launches.isEmpty else { return 0 }
    // One process at a time decides about names.
    try connection.queue("SELECT pg_advisory_xact_lock(\(Self.lock))")
    var names = try self.names(of: launches)
    var counts: [Row: Int] = [:]
    var capped = 0
    for launch in launches {
      var isCapped = false
      for dimension in LaunchDimension.allCases {
        let scope = Scope(day: launch.day, app: launch.app, dimension: dimension)
        let name = dimension.name(of: launch)
        let label =
          names[scope, default: CountedNames(limit: CountedNames.namesOfApp)].label(name)
        isCapped = isCapped || label != name
        counts[Row(scope: scope, name: label), default: 0] += launch.count
      }
      if isCapped { capped += launch.count }
    }
    let rows = Array(counts)
    try connection.queue(
      "INSERT INTO keiro.launch_days AS d (dimension, day, app, name, count) "
        + "SELECT * FROM unnest($1, $2, $3, $4, $5) "
        + "ON CONFLICT (dimension, day, app, name) DO UPDATE SET count = d.count + excluded.count",
      [
        .ints(rows.map(\.key.scope.dimension.rawValue)), .ints(rows.map(\.key.scope.day)),
        .texts(rows.map(\.key.scope.app)), .texts(rows.map(\.key.name)), .ints(rows.map(\.value)),
      ])
    return capped
  }

  private func names(
    of launches: [LaunchCount]
  ) throws(PostgresFailure) -> [Scope: CountedNames] {
    let days = Array(Set(launches.map(\.day)))
    let apps = Array(Set(launches.map(\.app)))
    let rows = try connection.rows(
      "SELECT dimension, day, app, name FROM keiro.launch_days WHERE dimension = ANY ($1) "
        + "AND day = ANY ($2) AND app = ANY ($3)",
      [.ints(LaunchDimension.allCases.map(\.rawValue)), .ints(days), .texts(apps)]
    ) { (LaunchDimension(rawValue: $0.int(0)), $0.int(1), $0.text(2), $0.text(3)) }
    var known: [Scope: [String]] = [:]
    for case (let dimension?, let day, let app, let name) in rows where !name.isEmpty {
      known[Scope(day: day, app: app, dimension: dimension), default: []].append(name)
    }
    return known.mapValues { CountedNames(limit: CountedNames.namesOfApp, known: $0) }
  }

  /// Deletes the oldest identifiers beyond the limit.
  static func prune(_ connection: PostgresConnection) throws(PostgresFailure) {
    try connection.run(
      "DELETE FROM keiro.launch_ids WHERE seen_at < (SELECT seen_at FROM keiro.launch_ids "
        + "ORDER BY seen_at DESC OFFSET $1 LIMIT 1)",
      [.int(CountedLaunch.identifiersKept)])
  }

  /// "KEIROLAU": the lock of the one process that counts launches.
  private static let lock = 0x4B45_4952_4F4C_4155
}
