import KeiroConfiguration
import SiteModel
import System

/// The sites as served: those of the configuration, with the files of their folders.
final class SitePart: ServicePart {
  private(set) var snapshot: ServiceSnapshot
  private var configured: ServiceSnapshot
  private var wellKnown = WellKnownWatch(folders: [])
  /// The sites of the previous configuration, while a worker may still refer to them: deallocating a
  /// hundred thousand links would otherwise delay the last worker that releases them.
  private var retired: (snapshot: ServiceSnapshot, ticks: Int)?

  /// The seconds after which every worker has released them.
  static let retirement = 2

  init(_ snapshot: ServiceSnapshot) {
    self.snapshot = snapshot
    configured = snapshot
  }

  func prepare(_ next: CompiledConfiguration) -> Adoption {
    { [self] in
      retired = (snapshot, Self.retirement)
      configured = next.snapshot
      wellKnown = WellKnownWatch(folders: next.snapshot.wellKnownFolders, before: wellKnown)
      snapshot = wellKnown.apply(to: next.snapshot)
    }
  }

  func tick() -> Bool {
    forgetRetired()
    guard wellKnown.hasChanged() else { return false }
    snapshot = wellKnown.apply(to: configured)
    return true
  }

  private func forgetRetired() {
    guard let ticks = retired?.ticks else { return }
    guard ticks <= 1 else {
      retired?.ticks = ticks - 1
      return
    }
    retired = nil
  }
}
