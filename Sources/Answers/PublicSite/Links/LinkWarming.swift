import LinkStorage
package import Service
package import SiteModel

/// Brings links of the store into memory before anybody visits them, the newest first: behind a
/// start or a reload, visitors would otherwise wait for the file of the store, one by one.
package struct LinkWarming: Sendable {
  private let snapshot: ServiceSnapshot
  private let directory: LinkDirectory
  private let recent: RecentLinks

  /// What is left to the links that are visited meanwhile.
  private static let share = 0.75
  /// A link that changes meanwhile leaves the rest of a part to its visitors.
  private static let part = 200

  package init(_ snapshot: ServiceSnapshot, _ prepared: PreparedSites, _ directory: LinkDirectory) {
    self.snapshot = snapshot
    self.directory = directory
    recent = prepared.recentLinks
  }

  /// Reads until three quarters of the memory are full, or all links are there. A store that fails
  /// ends it too: then the visits themselves read.
  ///
  /// - Parameter isWanted: Asked between two parts.
  package func run(while isWanted: () -> Bool) {
    var last = Int.max
    while isWanted(), recent.fill < Self.share {
      recent.takeIn(directory.changes, host: snapshot.hostNumber)
      let position = directory.changes.position
      guard let part = try? directory.store.links(beforeID: last, limit: Self.part),
        let oldest = part.last
      else { return }
      for stored in part {
        recent.remember(stored.link, in: snapshot, unless: directory.changes, passed: position)
      }
      last = oldest.id
    }
  }
}
