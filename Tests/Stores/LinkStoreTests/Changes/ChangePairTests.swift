import Dispatch
import LinkStorage
import NodeStore
import PostgresServer
import PostgresStore
import RandomCases
import SQLiteStore
import Synchronization
import Testing

/// Two stores on the same data, like those of two processes.
enum StorePair: String, CaseIterable, CustomTestStringConvertible, Sendable {
  case memory, sqlite, postgres, nodes

  static let allCases = [memory, sqlite, postgres, nodes].filter { pair in
    let engine = pair == .nodes ? "postgres" : pair.rawValue
    return PostgresServer.engines?.contains(engine) ?? true
  }

  var testDescription: String { rawValue }

  func stores() throws -> (any LinkStore, any LinkStore) {
    switch self {
    case .memory: return try StoreEngine.memory.stores()
    case .sqlite: return try StoreEngine.sqlite.stores()
    case .postgres: return try StoreEngine.postgres.stores()
    case .nodes:
      let (database, folder) = try (PostgresDatabase.temporary(), temporaryFolder())
      let nodes = try ["one", "two"].map { name in
        var options = NodeOptions(database: database, copy: "\(folder)/\(name).db")
        options.postgres.node = name
        return try opened(NodeStore(options) { _ in })
      }
      return (nodes[0], nodes[1])
    }
  }
}

/// Two changes at once, made at two processes, have the result of one order or of the other: what is
/// stored, and what the audit log says.
@Suite(.tidies) struct ChangePairTests {
  /// The number of random pairs on each engine, beside those that are always tried.
  private static let pairs = 8

  /// Pairs of which one used to take back what the other had done, or to break a rule together.
  private static let known = [
    ("demote", "invite"), ("demote", "join"), ("rename as told", "rename as told otherwise"),
    ("remove a passkey", "remove the other passkey"), ("apply a file", "apply another file"),
    ("apply a file", "apply the file of another owner"), ("create", "create on the other host"),
    ("create", "import on the other host"), ("bring back", "create where it was, elsewhere"),
    ("undo the deletion", "create where it was, elsewhere"), ("find or create", "find or create"),
  ]

  @Test(arguments: StorePair.allCases)
  func `have the result of one order`(_ engine: StorePair) throws {
    var dice = Dice(seed: CaseSeed.value)
    let random = (0..<Self.pairs).map { _ in
      (dice.pick(PairedChange.all), dice.pick(PairedChange.all))
    }
    let known = try Self.known.map { names in
      (try #require(PairedChange.named(names.0)), try #require(PairedChange.named(names.1)))
    }
    let (one, other) = try engine.stores()
    // Whether two changes meet is a matter of luck, so that the known ones have two attempts.
    for (number, pair) in (known + known + random).enumerated() {
      let worlds = try ["first", "second", "both"].map { name in
        try PairedWorld("\(name.prefix(1))\(number)", in: one, other)
      }
      try pair.0.make(worlds[0].sides.0)
      try pair.1.make(worlds[0].sides.1)
      try pair.1.make(worlds[1].sides.1)
      try pair.0.make(worlds[1].sides.0)
      try Self.atOnce(pair, worlds[2])
      let orders = try worlds.prefix(2).map { try $0.state() }
      let state = try worlds[2].state()
      guard !orders.contains(state) else { continue }
      Issue.record(
        """
        KEIRO_SEED=\(CaseSeed.value), \(engine): '\(pair.0.name)' and '\(pair.1.name)' at once:
        \(state.joined(separator: "\n"))
        one after the other:
        \(orders[0].joined(separator: "\n"))
        or:
        \(orders[1].joined(separator: "\n"))
        """)
    }
  }

  private static func atOnce(
    _ pair: (PairedChange, PairedChange), _ world: PairedWorld
  ) throws {
    let failure = Mutex<(any Error)?>(nil)
    DispatchQueue.concurrentPerform(iterations: 2) { index in
      do {
        try index == 0 ? pair.0.make(world.sides.0) : pair.1.make(world.sides.1)
      } catch {
        failure.withLock { $0 = error }
      }
    }
    if let failure = failure.withLock({ $0 }) { throw failure }
  }
}
