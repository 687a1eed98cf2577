import KeiroConfiguration
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
  /// The seconds until the previous configuration is released; nil afterwards.
  private var settling: Int?
  /// The seconds since memory was last returned or measured.
  private var age = 0
  /// The bytes still idle after the last return; nil if unknown.
  private var level: Int?

  private static let interval = 15
  /// The growth of idle memory, in bytes, that justifies returning it and faulting pages in again.
  private static let growth = 4 << 20

  /// Expects the memory of the previous configuration to become free.
  mutating func noteConfiguration() {
    settling = SitePart.retirement + 1
  }

  mutating func noteReturn(idle: Int?) {
    age = 0
    level = idle
  }

  /// - Parameter idle: measures the resident bytes that are not in use; nil if unknown.
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
