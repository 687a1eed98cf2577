import Dispatch
import Synchronization

/// A queue for answers that take too long for a worker's loop: one at a time, with room for few
/// that wait, so that neither memory nor waiting times grow with the number of callers.
package final class BoundedQueue: Sendable {
  private let queue: DispatchQueue
  private let room: Int
  private let count = Atomic<Int>(0)

  /// - Parameter room: for the work in progress and the waiting work together.
  package init(label: String, room: Int) {
    queue = DispatchQueue(label: label)
    self.room = room
  }

  /// - Returns: false when there is no room; the work is dropped then.
  package func async(_ work: @escaping @Sendable () -> Void) -> Bool {
    guard count.add(1, ordering: .relaxed).newValue <= room else {
      count.subtract(1, ordering: .relaxed)
      return false
    }
    queue.async { [self] in
      work()
      count.subtract(1, ordering: .relaxed)
    }
    return true
  }
}
