import System

/// Returns unused memory to the system: after a start or a reload, and after a surge of visits.
final class MemoryPart: ServicePart {
  private var watch = MemoryWatch()

  func prepare(_ next: CompiledConfiguration) -> Adoption {
    { [self] in watch.noteConfiguration() }
  }

  func tick() -> Bool {
    guard watch.isDue(resident: { Memory.resident }) else { return false }
    Memory.returnUnused()
    watch.noteReturn(resident: Memory.resident)
    return false
  }
}

/// Decides, once a second, whether unused memory is returned.
struct MemoryWatch {
  /// The seconds until what an earlier configuration used is released; nil when that is done.
  private var settling: Int?
  /// The seconds since memory was returned or looked at.
  private var age = 0
  /// The resident bytes after the last return; nil while they are not known.
  private var level: Int?

  private static let interval = 15
  /// The growth in bytes that is worth fetching the pages in use anew.
  private static let growth = 4 << 20

  /// Expects that what an earlier configuration used becomes free.
  mutating func noteConfiguration() {
    settling = SitePart.retirement + 1
  }

  mutating func noteReturn(resident: Int?) {
    age = 0
    level = resident
  }

  /// - Parameter resident: measures the resident bytes; nil when they are not known.
  mutating func isDue(resident: () -> Int?) -> Bool {
    age += 1
    if let seconds = settling {
      settling = seconds > 1 ? seconds - 1 : nil
      return settling == nil
    }
    guard age >= Self.interval, let level else { return false }
    age = 0
    return resident().map { $0 - level > Self.growth } ?? false
  }
}
