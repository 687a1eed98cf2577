import Dispatch
import Synchronization

/// The store of links that are created while the service runs, with their clicks and the API's tokens:
/// all roles of a store together.
///
/// Callers name the role they need. The engines behave alike, and one test suite runs over all of them.
/// The following holds for every role:
///
/// - **Threads.** Requirements marked *local* answer within the time that a local file takes, so a
///   worker's loop may call them. All others may wait for a network and belong on other threads. Any
///   number of threads may call a requirement at once.
/// - **Reads** never wait for writes and only see whole transactions.
/// - **Writes** take a completion, which is called once, on a thread of the store, and must not
///   wait for another write. Success means that the change is durable: it survives a power failure.
///   Each write is done as a whole or not at all, and a failing one does not affect others; many
///   share a transaction, because flushing the disk is the expensive part.
/// - **Constraints** of the engine decide who was first, never a look before the write.
/// - **Errors** mean that the store is broken or unreachable. Over a network, a failed write may
///   have been done nevertheless; only `count` says how to repeat one safely. A missing, taken or
///   outdated link is an answer, not an error.
/// - **Time** is a parameter; the store has no clock.
/// - **Authors.** Audited changes take the actor to record.
///
/// Several processes may use the same data, each through its own store.
package protocol LinkStore: VisitedLinks, ManagedLinks, ClickCounting, ClickLimits, TokenKeeping,
  SessionKeeping, ClaimKeeping, PeopleKeeping, AuditKeeping, HistoryKeeping, HealthKeeping,
  ChangeFeed, EventOutbox, WebhookKeeping, SharedValues, UnknownKeeping, AnswerKeeping,
  StoreMaintenance
{}

/// Receives the answer to a write. Called once, on a thread of the store, which must not wait for the
/// store.
package typealias StoreCompletion<Answer: Sendable> =
  @Sendable (Result<Answer, LinkStoreError>) -> Void

/// The answer to the creation of what has an identifier, digest or name of its own.
package enum UniqueCreation: Equatable, Sendable {
  case created
  /// Another one has it.
  case taken
}

/// The answer to the creation of what there are only so many of.
package enum BoundedCreation: Equatable, Sendable {
  case created
  /// Another one has the identifier or digest.
  case taken
  /// There are as many as the `countLimit`.
  case full
}

/// Begins a write and waits for its answer: for commands and other threads that may block, never for a
/// worker's loop or a completion.
///
/// try waitForAnswer { store.delete(key, revision: nil, by: actor, now: now, completion: $0) }
@discardableResult
package func waitForAnswer<Answer: Sendable>(
  _ begin: (@escaping StoreCompletion<Answer>) -> Void
) throws(LinkStoreError) -> Answer {
  let slot = AnswerSlot<Result<Answer, LinkStoreError>>()
  begin(slot.fill)
  return try slot.wait().get()
}

/// Begins a write for each of the values, then waits for all answers, so that the writes share
/// transactions. The same threads may call it as `waitForAnswer`.
///
/// - Returns: the answers in the order of the values.
package func waitForAnswers<Value, Answer: Sendable>(
  to values: [Value], _ begin: (Value, @escaping StoreCompletion<Answer>) -> Void
) -> [Result<Answer, LinkStoreError>] {
  let slots = values.map { value in
    let slot = AnswerSlot<Result<Answer, LinkStoreError>>()
    begin(value, slot.fill)
    return slot
  }
  return slots.map { $0.wait() }
}

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
