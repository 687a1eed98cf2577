package import HTTPCore
import Synchronization

extension HTTPReadable {
  /// Continues on the loop with a value that is made on a queue, where work may wait for the store.
  ///
  /// - Parameters:
  ///   - make: makes the value, on the queue.
  ///   - next: receives it on the loop; nil when the queue had no room.
  package static func reading<Value: Sendable>(
    on queue: WorkQueue, _ make: @escaping @Sendable () -> Value,
    next: @escaping (Value?) -> Self
  ) -> Self {
    let made = MadeValue<Value>()
    let cancellation = HTTPCancellation(isPatient: true)
    return .unread(
      HTTPReading(cancellation: cancellation) { completion in
        let admission = queue.submit(cancellation: cancellation, dropped: completion) {
          made.value.withLock { $0 = make() }
          completion()
        }
        if admission != .admitted { completion() }
      } next: {
        next(made.value.withLock(\.self))
      })
  }
}

/// A value on its way from a queue to a loop.
private final class MadeValue<Value: Sendable>: Sendable {
  let value = Mutex<Value?>(nil)
}
