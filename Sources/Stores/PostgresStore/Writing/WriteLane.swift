import Dispatch
import LinkStorage
import SQLStorage

/// Writes that wait for connections of a pool, with a limited number at a time.
final class WriteLane: Sendable {
  private typealias Work = @Sendable () -> Void

  private let pool: ConnectionPool
  private let queue = DispatchQueue(label: "keiro.postgres.writes", attributes: .concurrent)
  private let backlog: WriteBacklog<Work>
  private let underWay = DispatchGroup()

  init(_ pool: ConnectionPool, width: Int) {
    self.pool = pool
    backlog = WriteBacklog(width: width)
  }

  func submit<Answer: Sendable>(
    _ completion: @escaping StoreCompletion<Answer>,
    _ body: @escaping @Sendable (PostgresConnection) throws(PostgresFailure) -> Answer
  ) {
    let work: Work = { [pool] in
      completion(
        Result { () throws(LinkStoreError) in
          try reporting { () throws(PostgresFailure) in try pool.use(body) }
        })
    }
    let refusal = backlog.add(work) { queue.async(group: underWay) { self.drain() } }
    if let refusal { completion(.failure(refusal)) }
  }

  private func drain() {
    while let work = backlog.take().first { work() }
  }

  /// Waits until all accepted writes are answered.
  func close() {
    backlog.close()
    underWay.wait()
  }
}
