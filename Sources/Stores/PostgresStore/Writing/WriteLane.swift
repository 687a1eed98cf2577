import Dispatch
import LinkStorage
import SQLStorage
import Synchronization

/// Writes that wait for connections of a pool, with a limited number at a time.
final class WriteLane: Sendable {
  private typealias Work = @Sendable () -> Void

  private struct Waiting {
    var work: [Work] = []
    var first = 0
    var running = 0
    var isClosed = false

    mutating func next() -> Work? {
      guard first < work.count else {
        work = []
        first = 0
        return nil
      }
      first += 1
      return work[first - 1]
    }
  }

  /// The maximum number of waiting writes; further ones are refused at once instead of being kept
  /// indefinitely.
  private static let capacity = 20_000

  private let pool: ConnectionPool
  private let width: Int
  private let health: WriteHealth
  private let queue = DispatchQueue(label: "keiro.postgres.writes", attributes: .concurrent)
  private let waiting = Mutex(Waiting())
  private let underWay = DispatchGroup()

  init(_ pool: ConnectionPool, width: Int, health: WriteHealth) {
    self.pool = pool
    self.width = width
    self.health = health
  }

  func submit<Answer: Sendable>(
    _ completion: @escaping StoreCompletion<Answer>,
    _ body: @escaping @Sendable (PostgresConnection) throws(PostgresFailure) -> Answer
  ) {
    let work: Work = { [pool, health] in
      let result: Result<Answer, LinkStoreError>
      do throws(PostgresFailure) {
        result = .success(try pool.use(body))
        health.noteSuccess()
      } catch {
        health.note(error.reported)
        result = .failure(error.reported)
      }
      completion(result)
    }
    if let refusal = add(work) { completion(.failure(refusal)) }
  }

  private func add(_ work: @escaping Work) -> LinkStoreError? {
    waiting.withLock { waiting in
      if waiting.isClosed { return .closed }
      if waiting.work.count - waiting.first >= Self.capacity { return Self.overloaded }
      waiting.work.append(work)
      if waiting.running < width {
        waiting.running += 1
        queue.async(group: underWay) { self.drain() }
      }
      return nil
    }
  }

  static var overloaded: LinkStoreError {
    LinkStoreError(.overloaded, "\(capacity) writes are waiting already", operation: "write")
  }

  private func drain() {
    while let work = waiting.withLock({ waiting -> Work? in
      let work = waiting.next()
      if work == nil { waiting.running -= 1 }
      return work
    }) {
      work()
    }
  }

  /// Waits until all accepted writes are answered.
  func close() {
    waiting.withLock { $0.isClosed = true }
    underWay.wait()
  }
}
