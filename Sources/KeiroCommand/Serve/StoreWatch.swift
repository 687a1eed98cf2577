import LinkStorage
import Dispatch
import Links
package import Service
import System

/// Looks after the store while the service runs: whether somebody else has changed it, and what it
/// may forget.
package final class StoreWatch: @unchecked Sendable {
  // Unchecked, because what changes is touched on `queue` alone.

  private let directory: LinkDirectory
  private let queue = DispatchQueue(label: "keiro.store.watch")
  private var timer: (any DispatchSourceTimer)?
  private var foreignChanges = ForeignChanges()
  private var roundsUntilCleaning = 0

  private static let interval = DispatchTimeInterval.milliseconds(250)
  /// An hour.
  private static let cleaningRounds = 4 * 3600
  /// Whoever repeats a request does so within a day.
  private static let idempotencySeconds = 24 * 3600

  /// A phone may have been without a network for a week.
  private static let launchSeconds = 7 * 24 * 3600

  /// Has a store written to that has refused the last write.
  private let retry: @Sendable () -> Void
  private var rounds = 0

  package init(_ directory: LinkDirectory, retry: @escaping @Sendable () -> Void = {}) {
    self.directory = directory
    self.retry = retry
  }

  func start() {
    queue.async { [self] in
      let timer = DispatchSource.makeTimerSource(queue: queue)
      timer.schedule(deadline: .now(), repeating: Self.interval)
      timer.setEventHandler { [weak self] in self?.look() }
      timer.activate()
      self.timer = timer
    }
  }

  func stop() {
    queue.sync { timer?.cancel() }
  }

  package func look() {
    defer { clean() }
    rounds += 1
    if rounds.isMultiple(of: 4) { retry() }
    if foreignChanges.note(try? directory.store.foreignChangeCounter()) {
      directory.changes.noteEverything()
    }
  }

  private func clean() {
    roundsUntilCleaning -= 1
    guard roundsUntilCleaning < 0 else { return }
    roundsUntilCleaning = Self.cleaningRounds
    let before = Timestamp(secondsSinceEpoch: Int(Clock.now()) - Self.idempotencySeconds)
    directory.store.submit(.forgetIdempotencyKeys(before: before)) { _ in }
    let launches = Timestamp(secondsSinceEpoch: Int(Clock.now()) - Self.launchSeconds)
    directory.store.submit(.forgetLaunches(before: launches)) { _ in }
  }
}

/// How often others have changed the store, as far as it has answered.
package struct ForeignChanges {
  private var last: Int?
  private var hasFailed = false

  /// Whether the caches may be wrong now.
  ///
  /// While the store does not answer they are all there is; when it answers again with the same
  /// number nothing has changed. So one that fails now and then leaves them alone.
  ///
  /// - Parameter counter: nil when the store did not answer.
  mutating func note(_ counter: Int?) -> Bool {
    guard let counter else {
      hasFailed = true
      return false
    }
    defer { last = counter }
    guard let last else { return hasFailed }
    return counter != last
  }
}
