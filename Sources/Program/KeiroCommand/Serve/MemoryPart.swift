import System

/// Returns unused memory to the system: after a start or a reload, and after a surge of visits.
final class MemoryPart: ServicePart {
  private var watch = MemoryWatch()

  func prepare(_ next: CompiledConfiguration) -> Adoption {
    { [self] in watch.noteConfiguration() }
  }

  func tick() -> Bool {
    guard watch.isDue(idle: { Memory.idle }) else { return false }
    Memory.returnUnused()
    watch.noteReturn(idle: Memory.idle)
    return false
  }
}

/// Decides, once a second, whether unused memory is returned.
struct MemoryWatch {
  /// The seconds until what an earlier configuration used is released; nil when that is done.
  private var settling: Int?
  /// The seconds since memory was returned or looked at.
  private var age = 0
  /// The bytes that stayed idle after the last return; nil while they are not known.
  private var level: Int?

  private static let interval = 15
  /// The growth of idle memory, in bytes, that is worth fetching the pages in use anew.
  private static let growth = 4 << 20

  /// Expects that what an earlier configuration used becomes free.
  mutating func noteConfiguration() {
    settling = SitePart.retirement + 1
  }

  mutating func noteReturn(idle: Int?) {
    age = 0
    level = idle
  }

  /// - Parameter idle: measures the bytes that are resident and not in use; nil when they are not known.
  mutating func isDue(idle: () -> Int?) -> Bool {
    age += 1
    if let seconds = settling {
      settling = seconds > 1 ? seconds - 1 : nil
      return settling == nil
    }
    guard age >= Self.interval, let level else { return false }
    age = 0
    return idle().map { $0 - level > Self.growth } ?? false
  }
}
