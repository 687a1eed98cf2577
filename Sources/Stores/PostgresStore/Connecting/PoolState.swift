import LinkStorage

/// What a pool knows of its connections and of the server.
///
/// Callers are refused for one reason alone: the last attempt to connect has failed a moment ago, and no
/// connection is idle. Every connection that comes back whole shows that the server answers and ends
/// that at once, so a pool that has a working connection never stays refusing.
struct PoolState<Connection> {
  /// How a caller gets a connection.
  enum Step {
    case use(Connection, generation: Int)
    case connect(generation: Int)
    case refuse(PostgresFailure)
  }

  private enum Reach {
    case reachable
    /// No attempt before `retry`, in monotonic nanoseconds, as is `pause`.
    case lost(PostgresFailure, pause: Int, retry: Int)
  }

  private var idle: [Connection] = []
  /// Grows when the server has turned out to be gone: older connections are as well.
  private var generation = 0
  private var reach = Reach.reachable
  private var isClosed = false

  /// From a tenth of a second, twice as long each time, to five seconds.
  static var pauses: (first: Int, last: Int) { (100_000_000, 5_000_000_000) }

  /// A caller needs a connection.
  ///
  /// - Parameter now: in monotonic nanoseconds.
  mutating func take(at now: Int) -> Step {
    if isClosed { return .refuse(PostgresFailure(.closed)) }
    if let connection = idle.popLast() { return .use(connection, generation: generation) }
    if case .lost(let failure, let pause, let retry) = reach {
      guard now >= retry else { return .refuse(failure) }
      // Others wait for the outcome of this attempt rather than for the network.
      reach = .lost(failure, pause: pause, retry: now &+ Self.pauses.last)
    }
    return .connect(generation: generation)
  }

  /// An attempt to connect has succeeded.
  mutating func noteConnected() { reach = .reachable }

  /// An attempt to connect has failed.
  ///
  /// - Parameters:
  ///   - now: in monotonic nanoseconds.
  ///   - percent: of the pause until the next attempt: many nodes that lost one server do not all come
  ///     back at one moment.
  mutating func noteFailure(_ failure: PostgresFailure, at now: Int, percent: Int) {
    var pause = Self.pauses.first
    if case .lost(_, let last, _) = reach {
      pause = min(max(last &* 2, Self.pauses.first), Self.pauses.last)
    }
    reach = .lost(failure, pause: pause, retry: now &+ pause / 100 &* percent)
  }

  /// A caller is done with a connection.
  mutating func putBack(_ connection: Connection, generation: Int, isBroken: Bool) {
    guard !isBroken else {
      guard generation == self.generation else { return }
      self.generation &+= 1
      idle = []
      return
    }
    reach = .reachable
    if generation == self.generation, !isClosed { idle.append(connection) }
  }

  mutating func close() {
    isClosed = true
    idle = []
  }
}
