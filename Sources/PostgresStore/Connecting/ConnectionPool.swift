import Dispatch
import LinkStorage
import Synchronization
import System

/// Connections for whoever needs one for a moment.
///
/// While the database is gone, callers hear so at once: only now and then one of them tries again.
final class ConnectionPool: Sendable {
  private struct State {
    var idle: [Connection] = []
    /// Grows when the server has turned out to be gone: older connections are as well.
    var generation = 0
    var isClosed = false
    var failure: PostgresFailure?
    /// When the next attempt is due, in monotonic nanoseconds.
    var retry = 0
    var pause = 0
  }

  private let string: ConnectionString
  private let name: String
  private let timeout: Int
  private let library: PostgresLibrary
  private let timelines: NewestTimeline
  private let state = Mutex(State())
  private let places: DispatchSemaphore

  /// From a tenth of a second, twice as long each time, to five seconds.
  private static let pauses: (first: Int, last: Int) = (100_000_000, 5_000_000_000)
  /// The longest wait for a connection that others use, in seconds.
  private static let patience = 10

  /// - Parameters:
  ///   - size: the most connections.
  ///   - timeout: of a statement, in milliseconds.
  init(
    _ string: ConnectionString, name: String, size: Int, timeout: Int, _ timelines: NewestTimeline,
    _ library: PostgresLibrary
  ) {
    self.timelines = timelines
    self.string = string
    self.name = name
    self.timeout = timeout
    self.library = library
    places = DispatchSemaphore(value: size)
  }

  /// Hands `body` a connection, and again another one while the failure is one that passes.
  func use<Answer>(
    _ body: (Connection) throws(PostgresFailure) -> Answer
  ) throws(PostgresFailure) -> Answer {
    var attempts = 0
    while true {
      do throws(PostgresFailure) {
        return try useOnce(body)
      } catch {
        attempts += 1
        guard error.isWorthRepeating, attempts < Self.attempts(error) else { throw error }
      }
    }
  }

  /// A deadlock may come several times in a row; a connection is new the second time.
  private static func attempts(_ failure: PostgresFailure) -> Int {
    failure.isDisconnected ? 2 : 8
  }

  private func useOnce<Answer>(
    _ body: (Connection) throws(PostgresFailure) -> Answer
  ) throws(PostgresFailure) -> Answer {
    guard places.wait(timeout: .now() + .seconds(Self.patience)) == .success else {
      throw PostgresFailure(
        LinkStoreError(
          kind: .overloaded, code: 0,
          message: "every connection is in use for more than \(Self.patience) s",
          operation: "wait for a connection"))
    }
    defer { places.signal() }
    let (connection, generation) = try take()
    do throws(PostgresFailure) {
      let answer = try body(connection)
      putBack(connection, generation)
      return answer
    } catch {
      putBack(connection, generation)
      throw error
    }
  }

  private func take() throws(PostgresFailure) -> (Connection, Int) {
    let now = Clock.monotonic()
    let (idle, generation, failure) = state.withLock {
      state -> (Connection?, Int, PostgresFailure?) in
      if state.isClosed { return (nil, 0, PostgresFailure(.closed)) }
      if let failure = state.failure, now < state.retry { return (nil, 0, failure) }
      // Others wait for the outcome of this attempt rather than for the network.
      if state.failure != nil { state.retry = now &+ Self.pauses.last }
      return (state.idle.popLast(), state.generation, nil)
    }
    if let failure { throw failure }
    // One to a server that was overtaken meanwhile is of no more use.
    if let idle, timelines.admits(idle.timeline) { return (idle, generation) }
    do throws(PostgresFailure) {
      let connection = try Connection.current(
        string, name: name, timeout: timeout, timelines, library)
      // Tables may have been changed while there was no connection.
      try Schema.check(connection)
      state.withLock { state in
        state.failure = nil
        state.pause = 0
      }
      return (connection, generation)
    } catch {
      note(error)
      throw error
    }
  }

  private func note(_ failure: PostgresFailure) {
    state.withLock { state in
      state.failure = failure
      state.pause = min(max(state.pause &* 2, Self.pauses.first), Self.pauses.last)
      // Many nodes that lost one server do not all come back at one moment.
      let chance = Int.random(in: 70...130)
      state.retry = Clock.monotonic() &+ state.pause / 100 &* chance
    }
  }

  private func putBack(_ connection: Connection, _ generation: Int) {
    state.withLock { state in
      guard !connection.isBroken else {
        if generation == state.generation {
          state.generation &+= 1
          state.idle = []
        }
        return
      }
      if generation == state.generation, !state.isClosed { state.idle.append(connection) }
    }
  }

  func close() {
    state.withLock { state in
      state.isClosed = true
      state.idle = []
    }
  }
}
