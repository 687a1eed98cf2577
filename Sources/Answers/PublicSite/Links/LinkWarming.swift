import LinkStorage
package import Service
package import SiteModel

/// Reads links of the store into memory before they are visited, newest first: after a start or
/// reload, visitors would otherwise wait for the file of the store one by one.
package struct LinkWarming: Sendable {
  private let snapshot: ServiceSnapshot
  private let directory: LinkDirectory
  private let recent: RecentLinks

  /// The fill at which warming stops; the rest is for links visited in the meantime.
  private static let share = 0.75
  /// The number of links per part. If a link changes meanwhile, the rest of its part is left to
  /// visits.
  private static let part = 200

  package init(_ snapshot: ServiceSnapshot, _ prepared: PreparedSites, _ directory: LinkDirectory) {
    self.snapshot = snapshot
    self.directory = directory
    recent = prepared.recentLinks
  }

  /// Reads until three quarters of the memory are full or all links are loaded. It also ends when
  /// the store fails, and leaves the reading to visits.
  ///
  /// - Parameter isWanted: called between two parts.
  package func run(while isWanted: () -> Bool) {
    var last = Int.max
    while isWanted(), recent.fill < Self.share {
      recent.takeIn(directory.changes, host: snapshot.hostNumber)
      let position = directory.changes.position
      guard let part = try? directory.links.links(beforeID: last, limit: Self.part),
        let oldest = part.last
      else { return }
      for stored in part {
        recent.remember(stored.link, in: snapshot, unless: directory.changes, passed: position)
      }
      last = oldest.id
    }
  }
}
