import LinkStorage

/// The state of a pool's connections and of the server, without input or output.
///
/// Callers are refused only if the last attempt to connect failed a moment ago and no connection is
/// idle. Every connection that is returned intact shows that the server answers and ends the refusals,
/// so a pool with a working connection never keeps refusing.
struct PoolState<Connection> {
  enum Step {
    case use(Connection, generation: Int)
    case connect(generation: Int)
    case refuse(PostgresFailure)
  }

  private enum Reach {
    case reachable
    /// Connecting may not be tried before `retry`, in monotonic nanoseconds, like `pause`.
    case lost(PostgresFailure, pause: Int, retry: Int)
  }

  private var idle: [Connection] = []
  /// Increases when the server turns out to be unreachable: older connections are broken as well.
  private var generation = 0
  private var reach = Reach.reachable
  private var isClosed = false

  /// A tenth of a second at first, doubled each time, up to five seconds.
  static var pauses: (first: Int, last: Int) { (100_000_000, 5_000_000_000) }

  /// Decides how a caller gets a connection.
  ///
  /// - Parameter now: the current time, in monotonic nanoseconds.
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

  mutating func noteConnected() { reach = .reachable }

  /// Notes that an attempt to connect has failed.
  ///
  /// - Parameters:
  ///   - now: the current time, in monotonic nanoseconds.
  ///   - percent: the part of the pause until the next attempt, so that nodes that lost the same server
  ///     do not all return at one moment.
  mutating func noteFailure(_ failure: PostgresFailure, at now: Int, percent: Int) {
    var pause = Self.pauses.first
    if case .lost(_, let last, _) = reach {
      pause = min(max(last &* 2, Self.pauses.first), Self.pauses.last)
    }
    reach = .lost(failure, pause: pause, retry: now &+ pause / 100 &* percent)
  }

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
