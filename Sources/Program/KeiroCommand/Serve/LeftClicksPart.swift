import KeiroConfiguration
import LinkStorage
import Links
import SQLStorage
import Synchronization
import System

/// Counts the clicks that earlier processes have left beside the store, as soon as it takes them.
final class LeftClicksPart: ServicePart, Sendable {
  private let left: LeftClicks
  private let store: any ClickCounting
  private let environment: ServiceEnvironment
  /// The files to count, without those that are being counted; nil before the first configuration.
  private let paths = Mutex<[String]?>(nil)

  init(
    _ left: LeftClicks, _ store: any ClickCounting, _ environment: ServiceEnvironment
  ) {
    self.left = left
    self.store = store
    self.environment = environment
  }

  func prepare(_ next: CompiledConfiguration) -> Adoption {
    { [self] in
      paths.withLock { $0 = $0 ?? left.paths }
      countAll()
    }
  }

  func tick() -> Bool {
    countAll()
    return false
  }

  private func countAll() {
    let next = paths.withLock { paths in
      defer { paths = paths.map { _ in [] } }
      return paths ?? []
    }
    // Another process that uses the same store may have counted one meanwhile.
    for path in next where fileExists(path) {
      do throws(FileReadError) {
        let (batches, unreadable) = try LeftClicks.batches(at: path)
        count(batches, at: path, unreadable: unreadable)
      } catch {
        environment.log(
          "\(path) cannot be read, so its clicks are not counted: \(error.message)")
      }
    }
  }

  private func count(_ batches: [CountBatch], at path: String, unreadable: Int) {
    let time = Timestamp(secondsSinceEpoch: Int(environment.now()))
    LeftClicks.count(batches[...], in: store, now: time) { [self] counted in
      guard let counted else { return paths.withLock { $0?.append(path) } }
      removeFile(path)
      environment.log(
        "counted \(CountBatch.clicks(counted)) that an earlier process had left in \(path)")
      guard unreadable > 0 else { return }
      environment.log(
        "\(path) had records that cannot be read, whose clicks are lost: \(unreadable)")
    }
  }
}
