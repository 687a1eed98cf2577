import Synchronization

/// The state that signals and the management listener share.
final class ServiceState: Sendable {
  private struct Values {
    var reloadsSucceeded = 0
    var reloadsFailed = 0
    var isDraining = false
  }

  private let values = Mutex(Values())

  func countReload(succeeded: Bool) {
    values.withLock { values in
      if succeeded { values.reloadsSucceeded += 1 } else { values.reloadsFailed += 1 }
    }
  }

  var reloads: (succeeded: Int, failed: Int) {
    values.withLock { ($0.reloadsSucceeded, $0.reloadsFailed) }
  }

  var isDraining: Bool { values.withLock { $0.isDraining } }

  func beginDraining() {
    values.withLock { $0.isDraining = true }
  }
}
