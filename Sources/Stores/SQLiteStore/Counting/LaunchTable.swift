import LinkStorage
import Links
import SQLStorage

/// Counts launches by day, inside a transaction.
struct LaunchTable {
  private struct Place: Hashable {
    let day: Int
    let app: String
    let dimension: LaunchDimension
  }

  private let database: Database
  private var names: [Place: CountedNames] = [:]
  /// The number of launches of which at least one name counted as `other`.
  private(set) var capped = 0

  init(_ database: Database) {
    self.database = database
  }

  mutating func add(_ launch: LaunchCount) throws(LinkStoreError) {
    var isCapped = false
    for dimension in LaunchDimension.allCases {
      let place = Place(day: launch.day, app: launch.app, dimension: dimension)
      let name = dimension.name(of: launch)
      if names[place] == nil { names[place] = try names(place) }
      let label = names[place]?.label(name) ?? name
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

  private func names(_ place: Place) throws(LinkStoreError) -> CountedNames {
    let known = try database.rows(
      "SELECT name FROM launch_days WHERE dimension = ? AND day = ? AND app = ?",
      [.int(place.dimension.rawValue), .int(place.day), .text(place.app)]
    ) { $0.text(0) }
    return CountedNames(limit: CountedNames.namesOfApp, known: known.filter { !$0.isEmpty })
  }
}
