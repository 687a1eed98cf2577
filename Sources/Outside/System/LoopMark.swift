package import Dispatch

/// Marks the queues of event loops, on which nothing may wait.
package enum LoopMark {
  private static let key = DispatchSpecificKey<Bool>()

  /// Marks a queue as that of an event loop.
  package static func set(on queue: DispatchQueue) {
    queue.setSpecific(key: key, value: true)
  }

  /// Whether the caller runs on an event loop.
  package static var isHere: Bool { DispatchQueue.getSpecific(key: key) != nil }

  /// Traps in a debug build if called on an event loop, for whatever may wait; costs nothing in other
  /// builds.
  @inline(__always)
  package static func assertIsElsewhere() {
    #if DEBUG
      precondition(!isHere, "an event loop must not wait for a store")
    #endif
  }
}
