package import Links
import Synchronization
import System
import WebSyntax

/// The zones of the system's database, each read only once.
package final class ZoneShelf: Sendable {
  package static let system = ZoneShelf()

  private let folder: String
  private let known = Mutex<[String: LocalZone]>([:])

  private static let limit = 512
  private static let fileBytes = 64 * 1024

  package init(folder: String = "/usr/share/zoneinfo") {
    self.folder = folder
  }

  /// Names that newer databases leave to a package of their own, and the zones that they are links
  /// to there.
  ///
  /// Source: tz database, `backward`.
  private static let links = [
    "CET": "Europe/Brussels", "CST6CDT": "America/Chicago", "EET": "Europe/Athens",
    "EST": "America/Panama", "EST5EDT": "America/New_York", "GMT": "Etc/GMT",
    "HST": "Pacific/Honolulu", "MET": "Europe/Brussels", "MST": "America/Phoenix",
    "MST7MDT": "America/Denver", "PST8PDT": "America/Los_Angeles", "WET": "Europe/Lisbon",
  ]

  /// Returns the zone of a name in the database, or of an offset such as `+02:00`; nil for any other
  /// text.
  package func zoneOrOffset(_ text: String) -> LocalZone? {
    LocalZone(offset: text) ?? zone(text)
  }

  package func zone(_ name: String) -> LocalZone? {
    if name == LocalZone.utc.name { return .utc }
    guard LocalZone.isName(name) else { return nil }
    if let zone = known.withLock({ $0[name] }) { return zone }
    guard let rules = rules(name) ?? Self.links[name].flatMap(rules) else { return nil }
    let zone = LocalZone(name: name, rules: rules)
    known.withLock { if $0.count < Self.limit { $0[name] = zone } }
    return zone
  }

  private func rules(_ name: String) -> TimeZoneRules? {
    (try? readFile(folder + "/" + name, limit: Self.fileBytes)).flatMap(TimeZoneRules.init)
  }

  /// The zones of inhabited places, in the order of their names.
  package var names: [String] {
    let table = (try? readFile(folder + "/zone1970.tab", limit: Self.fileBytes)) ?? []
    let lines = String(decoding: table, as: UTF8.self).split(separator: "\n")
    return lines.filter { !$0.hasPrefix("#") }.compactMap { line in
      let columns = line.split(separator: "\t")
      return columns.count > 2 ? String(columns[2]) : nil
    }.sorted()
  }
}
