import LinkStorage
import Links
import SQLStorage

/// Counts launches by day, inside a transaction.
struct LaunchTable {
  private struct Scope: Hashable {
    let day: Int
    let app: String
    let dimension: LaunchDimension
  }

  private let database: Database
  private var names: [Scope: CountedNames] = [:]
  /// The number of launches of which at least one name counted as `other`.
  private(set) var capped = 0

  init(_ database: Database) {
    self.database = database
  }

  mutating func add(_ launch: LaunchCount) throws(LinkStoreError) {
    var isCapped = false
    for dimension in LaunchDimension.allCases {
      let scope = Scope(day: launch.day, app: launch.app, dimension: dimension)
      let name = dimension.name(of: launch)
      if names[scope] == nil { names[scope] = try names(scope) }
      let label = names[scope]?.label(name) ?? name
      isCapped = isCapped || label != name
      try database.run(
        "INSERT INTO launch_days (dimension, day, app, name, count) VALUES (?,?,?,?,?) "
          + "ON CONFLICT DO UPDATE SET count = count + excluded.count",
        [
          .int(dimension.rawValue), .int(launch.day), .text(launch.app), .text(label),
          .int(launch.count),
        ])
    }
    if isCapped { capped += launch.count }
  }

  private func names(_ scope: Scope) throws(LinkStoreError) -> CountedNames {
    let known = try database.rows(
      "SELECT name FROM launch_days WHERE dimension = ? AND day = ? AND app = ?",
      [.int(scope.dimension.rawValue), .int(scope.day), .text(scope.app)]
    ) { $0.text(0) }
    return CountedNames(limit: CountedNames.namesOfApp, known: known.filter { !$0.isEmpty })
  }
}
