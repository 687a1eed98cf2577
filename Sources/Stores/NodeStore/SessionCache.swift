import LinkStorage
import Synchronization
import System

/// The sessions that a node was asked for lately, so that not every page asks the database.
///
/// The feed tells when one has ended before its time. That another node has prolonged one is found
/// within a minute; without the database those that are known go on for as long as the node vouches.
final class SessionCache: Sendable {
  private struct Known {
    let session: Session
    /// In monotonic nanoseconds: from then on the database is asked again.
    let end: Int
  }

  private struct State {
    var sessions: [[UInt8]: Known] = [:]
    /// Grows when sessions are forgotten: what was asked for before may be over since.
    var generation = 0
  }

  private let state = Mutex(State())

  /// A minute, in nanoseconds.
  private static let age = 60_000_000_000
  /// So many are remembered.
  private static let capacity = 10_000

  /// - Parameters:
  ///   - digest: of the session.
  ///   - isVouched: whether the feed would have told that a session has ended. Otherwise the database
  ///     is asked each time, and what is remembered does not stand in for its answer.
  ///   - read: asks the database.
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
