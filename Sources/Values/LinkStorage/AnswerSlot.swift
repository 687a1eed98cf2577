import Dispatch
import Synchronization

/// A slot in which one thread waits for the answer of another.
package final class AnswerSlot<Answer: Sendable>: Sendable {
  private let answer = Mutex<Answer?>(nil)
  private let semaphore = DispatchSemaphore(value: 0)

  package init() {}

  /// Stores the answer and wakes the waiting thread.
  @Sendable package func fill(_ answer: Answer) {
    self.answer.withLock { $0 = answer }
    semaphore.signal()
  }

  /// Waits until the slot is filled; may be called once.
  package func wait() -> Answer {
    semaphore.wait()
    guard let answer = answer.withLock(\.self) else {
      preconditionFailure("a slot is signalled once it is filled")
    }
    return answer
  }
}
