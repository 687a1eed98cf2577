import Dispatch
import LinkStorage
import Synchronization
import System

/// Connections that are each lent for a moment.
///
/// While the database is unreachable, callers get an error at once: only from time to time one of them
/// tries to connect.
final class ConnectionPool: Sendable {
  private let string: ConnectionString
  private let name: String
  private let timeout: Int
  private let library: PostgresLibrary
  private let timelines: NewestTimeline
  private let state = Mutex(PoolState<PostgresConnection>())
  private let slots: DispatchSemaphore

  /// The maximum wait for a connection that others use, in seconds.
  private static let patience = 10

  /// - Parameters:
  ///   - size: the maximum number of connections.
  ///   - timeout: the time limit for a statement, in milliseconds.
  init(
    _ string: ConnectionString, name: String, size: Int, timeout: Int, _ timelines: NewestTimeline,
    _ library: PostgresLibrary
  ) {
    self.timelines = timelines
    self.string = string
    self.name = name
    self.timeout = timeout
    self.library = library
    slots = DispatchSemaphore(value: size)
  }

  /// Passes a connection to `body`, and tries again with another one after a transient failure.
  func use<Answer>(
    _ body: (PostgresConnection) throws(PostgresFailure) -> Answer
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

  /// A deadlock may occur several times in a row; a connection is new the second time.
  private static func attempts(_ failure: PostgresFailure) -> Int {
    failure.isDisconnected ? 2 : 8
  }

  private func useOnce<Answer>(
    _ body: (PostgresConnection) throws(PostgresFailure) -> Answer
  ) throws(PostgresFailure) -> Answer {
    guard slots.wait(timeout: .now() + .seconds(Self.patience)) == .success else {
      throw PostgresFailure(
        .overloaded, "every connection has been in use for more than \(Self.patience) s",
        operation: "wait for a connection")
    }
    defer { slots.signal() }
    let (connection, generation) = try take()
    defer {
      state.withLock {
        $0.putBack(connection, generation: generation, isBroken: connection.isBroken)
      }
    }
    return try body(connection)
  }

  private func take() throws(PostgresFailure) -> (PostgresConnection, Int) {
    while true {
      switch state.withLock({ $0.take(at: Clock.monotonic()) }) {
      case .refuse(let failure): throw failure
      case .connect(let generation): return (try connect(), generation)
      case .use(let connection, let generation):
        // A connection to a server that has become outdated is of no more use.
        if timelines.admits(connection.timeline) { return (connection, generation) }
      }
    }
  }

  private func connect() throws(PostgresFailure) -> PostgresConnection {
    do throws(PostgresFailure) {
      let connection = try PostgresConnection.current(
        string, name: name, timeout: timeout, timelines, library)
      // Tables may have been changed while there was no connection.
      try Schema.check(connection)
      state.withLock { $0.noteConnected() }
      return connection
    } catch {
      state.withLock {
        $0.noteFailure(error, at: Clock.monotonic(), percent: Int.random(in: 70...130))
      }
      throw error
    }
  }

  /// Ends the refusals until the next attempt to connect.
  func noteAnswer() {
    state.withLock { $0.noteConnected() }
  }

  func close() {
    state.withLock { $0.close() }
  }
}
