import Dispatch
import Glibc
import LinkStorage
import PostgresServer
import Testing

@testable import PostgresStore

/// When callers of a pool are refused, and from when on no longer.
@Suite(.enabled(if: PostgresServer.isWanted), .tidies) struct PoolStateTests {
  private static let lost = PostgresFailure(connection: "gone", operation: "connect")

  private enum Event: Sendable {
    case take(at: Int), connected, failed(at: Int), back(Int, of: Int), broken(Int, of: Int), close
  }

  /// Plays events with numbers instead of connections, and returns the results for callers that
  /// asked for one.
  private func play(_ events: [Event]) -> String {
    var state = PoolState<Int>()
    var steps: [String] = []
    for event in events {
      switch event {
      case .take(let now):
        switch state.take(at: now) {
        case .use(let connection, let generation): steps.append("use \(connection)/\(generation)")
        case .connect(let generation): steps.append("connect/\(generation)")
        case .refuse(let failure): steps.append(failure.error.kind.rawValue)
        }
      case .connected: state.noteConnected()
      case .failed(let now): state.noteFailure(Self.lost, at: now, percent: 100)
      case .back(let connection, let generation):
        state.putBack(connection, generation: generation, isBroken: false)
      case .broken(let connection, let generation):
        state.putBack(connection, generation: generation, isBroken: true)
      case .close: state.close()
      }
    }
    return steps.joined(separator: ", ")
  }

  private static let table: [([Event], String)] = [
    ([.take(at: 0), .connected, .back(1, of: 0), .take(at: 1)], "connect/0, use 1/0"),
    // While the server is down, one caller at a time tries, at increasing intervals.
    (
      [
        .take(at: 0), .failed(at: 0), .take(at: 99_999_999), .take(at: 100_000_000),
        .take(at: 100_000_001), .failed(at: 200_000_000), .take(at: 399_999_999),
        .take(at: 400_000_000),
      ], "connect/0, unreachable, connect/0, unreachable, unreachable, connect/0"
    ),
    // One connection works while another cannot be opened: the pool is usable.
    (
      [
        .take(at: 0), .connected, .take(at: 1), .failed(at: 2), .take(at: 3), .back(1, of: 0),
        .take(at: 4), .back(1, of: 0), .take(at: 5), .take(at: 6),
      ], "connect/0, connect/0, unreachable, use 1/0, use 1/0, connect/0"
    ),
    // An idle connection is given out regardless of failures, and then shows the state of the
    // server.
    (
      [
        .take(at: 0), .take(at: 0), .back(1, of: 0), .failed(at: 1), .take(at: 2),
        .broken(1, of: 0), .take(at: 3), .take(at: 100_000_001),
      ], "connect/0, connect/0, use 1/0, unreachable, connect/1"
    ),
    // A broken connection invalidates the idle ones of its age, but no younger ones.
    (
      [
        .back(1, of: 0), .broken(2, of: 0), .back(3, of: 1), .broken(4, of: 0), .back(5, of: 0),
        .take(at: 0), .take(at: 0),
      ], "use 3/1, connect/1"
    ),
    // The pause starts again at its minimum once a connection has worked.
    (
      [
        .failed(at: 0), .failed(at: 0), .failed(at: 0), .back(1, of: 0), .take(at: 0),
        .failed(at: 0), .take(at: 100_000_000),
      ], "use 1/0, connect/0"
    ),
    ([.back(1, of: 0), .close, .back(2, of: 0), .take(at: 0)], "closed"),
  ]

  @Test(arguments: table.indices)
  func `refuses callers after a failed attempt alone, and not while a connection works`(
    _ row: Int
  ) {
    #expect(play(Self.table[row].0) == Self.table[row].1)
  }

  @Test func `a pool is well as soon as one of its connections works`() throws {
    let database = try PostgresDatabase.temporary()
    try PostgresDatabase.run(
      database,
      "DO $$ BEGIN CREATE ROLE narrow LOGIN; EXCEPTION WHEN duplicate_object THEN END $$")
    try PostgresDatabase.run(database, "ALTER ROLE narrow CONNECTION LIMIT 1")
    try PostgresDatabase.run(database, "GRANT USAGE ON SCHEMA keiro TO narrow")
    try PostgresDatabase.run(database, "GRANT ALL ON ALL TABLES IN SCHEMA keiro TO narrow")
    let library = try PostgresLibrary.load()
    let string = try ConnectionString(
      database.replacing("user=keiro", with: "user=narrow"), library)
    let pool = ConnectionPool(
      string, name: "tests", size: 4, timeout: 10_000, NewestTimeline(), library)
    defer { pool.close() }
    try pool.use { connection throws(PostgresFailure) in
      let others = DispatchGroup()
      DispatchQueue.global().async(group: others) {
        #expect(throws: PostgresFailure.self) { try pool.use { _ throws(PostgresFailure) in } }
      }
      others.wait()
      try connection.run("SELECT 1")
    }
    for _ in 0..<5 {
      try pool.use { connection throws(PostgresFailure) in _ = try connection.run("SELECT 1") }
    }
  }

  @Test func `the wait for a server that says nothing ends, and no other`() throws {
    let watch = SilenceWatch()
    var pairs: [[Int32]] = []
    for _ in 0..<3 {
      var ends: [Int32] = [0, 0]
      try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
      pairs.append(ends)
    }
    defer { pairs.flatMap(\.self).forEach { close($0) } }
    let overdue = watch.begin(pairs[0][0], milliseconds: 1_000_000)
    let answered = watch.begin(pairs[1][0], milliseconds: 1_000_000)
    #expect(watch.begin(pairs[2][0], milliseconds: nil) == nil)
    watch.end(answered)
    #expect(watch.endOverdue(at: .max))
    var byte: UInt8 = 0
    #expect(recv(pairs[0][0], &byte, 1, Int32(MSG_DONTWAIT)) == 0)
    for pair in pairs.dropFirst() {
      #expect(recv(pair[0], &byte, 1, Int32(MSG_DONTWAIT)) == -1 && errno == EAGAIN)
    }
    watch.end(overdue)
    #expect(!watch.endOverdue(at: .max))
  }
}
