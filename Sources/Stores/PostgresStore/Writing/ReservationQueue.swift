import Dispatch
import Links
import LinkStorage
import SQLStorage
import Synchronization
import System

/// Reserves clicks while visitors wait: requests that arrive while the server is busy share the next
/// transaction.
final class ReservationQueue: Sendable {
  struct Wish: Sendable {
    let life: LinkLife
    let wanted: Int
    let limit: Int
    let completion: StoreCompletion<Reservation>
  }

  private struct Waiting {
    var wishes: [Wish] = []
    var isScheduled = false
    var isClosed = false
  }

  private static let capacity = 20_000
  private static let groupSize = 500

  private let pool: ConnectionPool
  private let health: WriteHealth
  private let queue = DispatchQueue(label: "keiro.postgres.limits")
  private let waiting = Mutex(Waiting())
  private let grants = Mutex(RecentGrants())

  init(_ pool: ConnectionPool, health: WriteHealth) {
    self.pool = pool
    self.health = health
  }

  func submit(_ wish: Wish) {
    let refusal = waiting.withLock { waiting -> LinkStoreError? in
      if waiting.isClosed { return .closed }
      if waiting.wishes.count >= Self.capacity { return WriteLane.overloaded }
      waiting.wishes.append(wish)
      if !waiting.isScheduled {
        waiting.isScheduled = true
        queue.async { self.drain() }
      }
      return nil
    }
    if let refusal { wish.completion(.failure(refusal)) }
  }

  private func drain() {
    while true {
      let wishes = waiting.withLock { waiting in
        let wishes = Array(waiting.wishes.prefix(Self.groupSize))
        waiting.wishes.removeFirst(wishes.count)
        if wishes.isEmpty { waiting.isScheduled = false }
        return wishes
      }
      guard !wishes.isEmpty else { return }
      answer(wishes)
    }
  }

  private func answer(_ wishes: [Wish]) {
    do throws(PostgresFailure) {
      let answers = try pool.use { connection throws(PostgresFailure) in
        let epoch = try connection.serverEpoch()
        let lost = grants.withLock { $0.perhapsLost(to: epoch) }
        let answers = try connection.transaction { () throws(PostgresFailure) in
          let table = connection.limits
          try table.raise(lost)
          return try table.reserve(wishes)
        }
        grants.withLock { $0.note(wishes, answers, epoch) }
        return answers
      }
      health.noteSuccess()
      for (wish, answer) in zip(wishes, answers) { wish.completion(.success(answer)) }
    } catch {
      health.note(error.reported)
      for wish in wishes { wish.completion(.failure(error.reported)) }
    }
  }

  func noteReturn(_ count: Int, of life: LinkLife) {
    grants.withLock { $0.noteReturn(count, of: life) }
  }

  func close() {
    waiting.withLock { $0.isClosed = true }
    queue.sync {}
  }
}

/// The recently granted clicks: a server that takes over may lack the last of them, and would grant
/// them again.
struct RecentGrants {
  /// The reserved clicks of a life, and the link that they were reserved for.
  typealias Lost = (life: LinkLife, reserved: Int, link: Int)

  private struct Grant {
    var reserved: Int
    /// See `Reservation.link`.
    let link: Int
    /// The time of the grant, in monotonic nanoseconds.
    let time: Int
  }

  private var grants: [LinkLife: Grant] = [:]
  private var epoch: String?

  /// How long a grant is remembered: ten minutes, in nanoseconds. The last grants before an outage are as
  /// old as the outage is long when another server takes over.
  private static let age = 600_000_000_000
  /// The maximum number of lives remembered.
  private static let capacity = 50_000

  mutating func note(
    _ wishes: [ReservationQueue.Wish], _ answers: [Reservation], _ epoch: String,
    at now: Int = Clock.monotonic()
  ) {
    self.epoch = epoch
    if grants.count + wishes.count > Self.capacity {
      grants = grants.filter { $0.value.time > now - Self.age }
      if grants.count + wishes.count > Self.capacity { grants = [:] }
    }
    for (wish, answer) in zip(wishes, answers) where answer.granted > 0 {
      grants[wish.life] = Grant(reserved: answer.reserved, link: answer.link ?? 0, time: now)
    }
  }

  mutating func noteReturn(_ count: Int, of life: LinkLife) {
    grants[life]?.reserved -= count
  }

  /// The reserved clicks of each life that a server other than the previous one may lack.
  func perhapsLost(
    to epoch: String, at now: Int = Clock.monotonic()
  ) -> [Lost] {
    guard let before = self.epoch, before != epoch else { return [] }
    return grants.compactMap { life, grant in
      grant.time > now - Self.age ? (life, grant.reserved, grant.link) : nil
    }
  }
}
