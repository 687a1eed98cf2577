import Dispatch
import Glibc
import Synchronization
import System

/// Ends waits for a server that accepts data but does not answer.
///
/// libpq waits for an answer indefinitely. The server cancels a statement that takes too long, and the
/// network ends a connection to a machine that is gone; a stopped server does neither.
final class SilenceWatch: Sendable {
  private struct Waits {
    /// The socket of each wait, and its end in monotonic nanoseconds.
    var deadlines: [Int: (end: Int, socket: Int32)] = [:]
    var next = 0
    var isWatching = false
  }

  private let waits = Mutex(Waits())
  private let queue = DispatchQueue(label: "keiro.postgres.silence")

  /// Begins to watch a wait.
  ///
  /// - Parameters:
  ///   - socket: the socket, which must stay open until `end` is called.
  ///   - milliseconds: the maximum wait; nil for no limit.
  /// - Returns: the identifier for `end`; nil without a limit.
  func begin(_ socket: Int32, milliseconds: Int?) -> Int? {
    guard let milliseconds else { return nil }
    let (number, isFirst) = waits.withLock { waits in
      waits.next &+= 1
      waits.deadlines[waits.next] = (Clock.monotonic() &+ milliseconds &* 1_000_000, socket)
      defer { waits.isWatching = true }
      return (waits.next, !waits.isWatching)
    }
    if isFirst { watch() }
    return number
  }

  func end(_ wait: Int?) {
    guard let wait else { return }
    waits.withLock { _ = $0.deadlines.removeValue(forKey: wait) }
  }

  private func watch() {
    queue.asyncAfter(deadline: .now() + .seconds(1)) { [weak self] in
      guard let self else { return }
      if endOverdue(at: Clock.monotonic()) { watch() }
    }
  }

  /// Shuts down the sockets of overdue waits, which their threads see as the end of the connection.
  ///
  /// - Returns: whether there are waits left to watch.
  func endOverdue(at now: Int) -> Bool {
    waits.withLock { waits in
      // Within the lock, so that no socket is closed before its wait has ended.
      for wait in waits.deadlines.values where wait.end <= now {
        _ = shutdown(wait.socket, Int32(SHUT_RDWR))
      }
      waits.isWatching = !waits.deadlines.isEmpty
      return waits.isWatching
    }
  }
}
