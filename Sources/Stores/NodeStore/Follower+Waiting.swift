import Dispatch
import Glibc
import LinkStorage
import PostgresStore
import Synchronization
import System

/// Answers that wait for copies: for this node's own, and for those of others.
extension Follower {
  // MARK: - Waiting for this node

  /// Calls `body` on a separate thread after the end of a round that begins after this call, or when a
  /// copy that does not arrive there stands still; then `isMissingChanges`.
  func afterNextRound(_ body: @escaping @Sendable () -> Void) {
    let (isEnded, isTimed) = shared.withLock { shared in
      defer { shared.isTimed = true }
      let deadline = Clock.monotonic() + Self.patience
      if !shared.isEnded { shared.changes.add(until: deadline, body) }
      return (shared.isEnded, shared.isTimed)
    }
    if isEnded { answer([body]) } else { wake.ring() }
    if !isTimed { endOverdue(after: Self.patience) }
  }

  /// A round that waits for the database does not keep those who made a change.
  private func endOverdue(after nanoseconds: Int) {
    answers.asyncAfter(deadline: .now() + .nanoseconds(nanoseconds)) { [weak self] in
      guard let self else { return }
      let (overdue, next) = shared.withLock { shared in
        let now = Clock.monotonic()
        let overdue = shared.changes.takeOverdue(at: now)
        let next = shared.changes.deadline.map { max(0, $0 - now) }
        shared.isTimed = next != nil
        return (overdue, next)
      }
      for waiter in overdue { waiter() }
      if let next { endOverdue(after: next) }
    }
  }

  /// Whether the copy lacks a change that this node has answered.
  var isMissingChanges: Bool { shared.withLock { $0.changes.isMissing } }

  func answer(_ waiting: [@Sendable () -> Void]) {
    guard !waiting.isEmpty else { return }
    answers.async {
      for waiter in waiting { waiter() }
    }
  }

  // MARK: - Waiting for other nodes

  /// Waits until every node has what this one has.
  ///
  /// - Parameter completion: receives the names of the nodes that have not confirmed.
  func awaitNodes(milliseconds: Int, completion: @escaping @Sendable ([String]) -> Void) {
    let deadline = Clock.monotonic() + max(0, milliseconds) * 1_000_000
    let isEnded = shared.withLock { shared in
      if !shared.isEnded {
        shared.waits.add(
          CopyWaits.Wait(deadline: deadline, completion: completion, behind: shared.others))
      }
      return shared.isEnded
    }
    guard !isEnded else { return answer([{ completion([]) }]) }
    wake.ring()
    answers.asyncAfter(deadline: .now() + .milliseconds(max(0, milliseconds))) { [weak self] in
      self?.endWaits()
    }
  }

  /// Whether this node has got further than it announced, and another node waits for that.
  var hasNews: Bool {
    isAwaited && announced.position != cursor
      && Clock.monotonic() >= announced.time + Int(Self.shortInterval) * 1_000_000
  }

  /// Asks the other nodes for their positions while a caller waits for them.
  func askNodes() throws(LinkStoreError) {
    guard let cursor, !isMissingChanges else { return }
    let (isNew, longest, hasWaits) = shared.withLock { shared in
      (
        shared.waits.set(cursor), shared.waits.longest(at: Clock.monotonic()),
        !shared.waits.isEmpty
      )
    }
    guard hasWaits else { return }
    let nodes = try replication.nodes()
    let isBehind = shared.withLock { shared in
      shared.waits.note(nodes, besides: replication.node)
      return shared.waits.isBehind
    }
    if isNew, isBehind { try replication.awaitNodes(milliseconds: longest) }
  }

  func endWaits() {
    let own = replication.node
    answer(
      shared.withLock { shared in
        shared.waits.takeEnded(at: Clock.monotonic())
          .map { $0.end(besides: shared.changes.isMissing ? own : nil) }
      })
  }
}

/// A pipe through which other threads end a thread's wait on descriptors.
final class Wake: Sendable {
  /// Becomes readable when `ring` is called.
  let descriptor: Int32
  private let writing: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    _ = pipe(&ends)
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    descriptor = ends[0]
    writing = ends[1]
  }

  deinit {
    close(descriptor)
    close(writing)
  }

  func ring() {
    // A full pipe is already readable.
    _ = write(writing, [1], 1)
  }

  /// Discards earlier rings.
  func clear() {
    var bytes = [UInt8](repeating: 0, count: 512)
    while read(descriptor, &bytes, bytes.count) == bytes.count {}
  }

  /// Waits for a ring, up to the given time.
  func wait(milliseconds: Int32) {
    var descriptors = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
    _ = poll(&descriptors, 1, milliseconds)
  }
}
