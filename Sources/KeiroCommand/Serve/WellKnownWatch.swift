import LinkService

/// The well-known folders of all sites and how they were when they were last read: certificate
/// clients put files there and expect them to be served at once.
struct WellKnownWatch {
  private let folders: [String?]
  private var fingerprints: [WellKnownFolder.Fingerprint?]

  init(folders: [String?]) {
    self.folders = folders
    fingerprints = folders.map { $0.map(WellKnownFolder.fingerprint) }
  }

  /// Whether anything is different from the last time.
  mutating func hasChanged() -> Bool {
    guard folders.contains(where: { $0 != nil }) else { return false }
    let now = folders.map { $0.map(WellKnownFolder.fingerprint) }
    defer { fingerprints = now }
    return now != fingerprints
  }

  func apply(to snapshot: ServiceSnapshot) -> ServiceSnapshot {
    snapshot.replacing(wellKnownFiles: folders.map { $0.map(WellKnownFolder.read) ?? [] })
  }
}
