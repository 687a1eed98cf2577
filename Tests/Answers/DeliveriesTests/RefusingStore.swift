import LinkStorage
import Links
import SQLStorage
import SQLiteStore
import Synchronization

/// A store that refuses some of the writes, as on a disk that is full for a moment.
final class RefusingStore: SQLStore, EventOutbox, WebhookKeeping {
  typealias SharedConnection = SQLiteStore.SharedConnection

  private let inner: SQLiteStore
  private let state = Mutex((count: 0, refused: Set<Int>()))

  init(_ inner: SQLiteStore) {
    self.inner = inner
  }

  /// Refuses the write with the given number, counted from the first one.
  func refuse(_ number: Int) {
    state.withLock { _ = $0.refused.insert(number) }
  }

  var origin: Int { inner.origin }

  func reading<Answer>(
    _ body: (SharedConnection) throws(SharedConnection.Failure) -> Answer
  ) throws(LinkStoreError) -> Answer {
    try inner.reading(body)
  }

  func writing<Answer: Sendable>(
    _ write: SQLWrite, _ completion: @escaping StoreCompletion<Answer>,
    _ body: @escaping @Sendable (SharedConnection) throws(SharedConnection.Failure) -> Answer
  ) {
    let isRefused = state.withLock { state in
      state.count += 1
      return state.refused.contains(state.count)
    }
    guard isRefused else { return inner.writing(write, completion, body) }
    completion(
      .failure(LinkStoreError(kind: .full, code: 13, message: "disk full", operation: "test")))
  }

  func changingLinks<Answer: Sendable>(
    upTo count: Int, by actor: AuditActor, _ completion: @escaping StoreCompletion<Answer>,
    _ body:
      @escaping @Sendable (SharedConnection) throws(SharedConnection.Failure) -> (
        Answer, NotedChanges
      )
  ) {
    inner.changingLinks(upTo: count, by: actor, completion, body)
  }
}
