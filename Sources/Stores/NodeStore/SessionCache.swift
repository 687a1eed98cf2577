import LinkStorage
import Synchronization
import System

/// The sessions that a node was recently asked for, so that not every page asks the database.
///
/// The feed reports when one has ended early. An extension by another node is noticed within a minute;
/// without the database, known sessions stay valid for as long as the node vouches for its copy.
final class SessionCache: Sendable {
  private struct Known {
    let session: Session
    /// The time from which the database is queried again, in monotonic nanoseconds.
    let end: Int
  }

  private struct State {
    var sessions: [[UInt8]: Known] = [:]
    /// Increases when sessions are forgotten: answers requested before may be outdated.
    var generation = 0
  }

  private let state = Mutex(State())

  /// How long an entry is used: a minute, in nanoseconds.
  private static let age = 60_000_000_000
  private static let capacity = 10_000

  /// - Parameter isVouched: whether the feed would have reported the end of a session. Otherwise the
  ///   database is asked each time, and the cache does not replace its answer.
  func session(
    digest: [UInt8], isVouched: Bool = true, _ read: () throws(LinkStoreError) -> Session?
  ) throws(LinkStoreError) -> Session? {
    let (known, generation) = state.withLock { ($0.sessions[digest], $0.generation) }
    let now = Clock.monotonic()
    if let known, isVouched, now < known.end { return known.session }
    do throws(LinkStoreError) {
      let session = try read()
      state.withLock { state in
        guard state.generation == generation else { return }
        if state.sessions.count >= Self.capacity { state.sessions = [:] }
        state.sessions[digest] = session.map { Known(session: $0, end: now &+ Self.age) }
      }
      return session
    } catch {
      guard let known, isVouched, error.kind == .unreachable else { throw error }
      return known.session
    }
  }

  func forget(digest: [UInt8]) {
    state.withLock { state in
      state.generation &+= 1
      state.sessions[digest] = nil
    }
  }

  func forgetAll() {
    state.withLock { state in
      state.generation &+= 1
      state.sessions = [:]
    }
  }
}
