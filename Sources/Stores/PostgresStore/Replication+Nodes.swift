package import LinkStorage
import SQLStorage
import WebSyntax

/// The nodes of a database, and their positions in the feed.
extension Replication {
  /// A node as known to the database.
  package struct Node: Equatable, Sendable {
    package let name: String
    /// Seconds since its last announcement.
    package let secondsSilent: Int
    /// The last announced position of its copy; nil before the first.
    package let cursor: FeedCursor?

    /// Whether an announcement of the node is overdue.
    package var isSilent: Bool { secondsSilent >= Replication.patience }

    package func hasReached(_ target: FeedCursor) -> Bool {
      guard let position = FeedPosition(target), let own = cursor.flatMap(FeedPosition.init) else {
        return false
      }
      return own.covers(position)
    }
  }

  /// Seconds without an announcement after which another node may take the name.
  package static let patience = 20

  /// Seconds for which a silent node may be alive if it did not announce its end.
  private static let absence = 300

  /// Announces that this node is alive.
  ///
  /// A node holds the lock of its name as long as its connection to the server lives, so that the name
  /// of a crashed node is free at once. Behind a pooler, and while the server has not noticed the loss
  /// of a machine, time decides.
  ///
  /// - Parameter process: a number that is the same only for the same file on the same machine.
  /// - Throws: an error if another process is alive under that name.
  /// - Returns: all nodes that are alive, or may be.
  package func announce(
    process: Int, cursor: FeedCursor?
  ) throws(LinkStoreError) -> [Node] {
    let name = node
    let isLocked = try holdName()
    let isOurs = try reading { sql throws(PostgresFailure) in
      try sql.run(
        "INSERT INTO keiro.nodes AS n (name, process, cursor, is_locked, seen_at) "
          + "VALUES ($1, $2, $3, $4, now()) "
          + "ON CONFLICT (name) DO UPDATE SET process = excluded.process, "
          + "cursor = excluded.cursor, is_locked = excluded.is_locked, seen_at = now() "
          + "WHERE n.process = excluded.process OR n.is_locked AND excluded.is_locked "
          + "OR n.seen_at < now() - interval '\(Self.patience) seconds'",
        [
          .text(name), .int(process), .text(cursor.flatMap(FeedPosition.init)?.announcement),
          .flag(isLocked),
        ])
    }
    guard isOurs == 1 else {
      throw LinkStoreError(
        .foreign, "another node is called '\(name)': expected a name of its own in store.node",
        operation: "announce the node")
    }
    return try nodes()
  }

  /// Takes the lock of the node's name, for as long as the connection of the feed lives.
  ///
  /// - Returns: false while another connection holds it, and behind a pooler.
  package func holdName() throws(LinkStoreError) -> Bool {
    let number = Self.number(of: node)
    return try reading { sql throws(PostgresFailure) in
      guard !sql.isPooled else { return false }
      if sql.claim == number { return true }
      guard
        try sql.first("SELECT pg_try_advisory_lock($1)", [.int(number)], { $0.flag(0) }) == true
      else { return false }
      sql.claim = number
      return true
    }
  }

  private static func number(of name: String) -> Int { FNV1a("node \(name)".utf8).value }

  package func leave(process: Int) {
    _ = try? reading { sql throws(PostgresFailure) in
      try sql.run(
        "DELETE FROM keiro.nodes WHERE name = $1 AND process = $2",
        [.text(node), .int(process)])
    }
  }

  /// The nodes that are alive, or may be, by name.
  ///
  /// A node that cannot reach the database keeps serving visitors. It cannot be distinguished from one
  /// whose machine is gone, so it counts for a while, and for as long as the server holds its
  /// connection.
  package func nodes() throws(LinkStoreError) -> [Node] {
    try reading { sql throws(PostgresFailure) in
      let nodes = try sql.rows(
        "SELECT name, cursor, extract(epoch FROM now() - seen_at)::bigint FROM keiro.nodes "
          + "WHERE seen_at >= now() - interval '\(Self.absence) seconds' OR is_locked ORDER BY name",
        []
      ) {
        Node(
          name: $0.text(0), secondsSilent: $0.int(2),
          cursor: $0.optionalText(1).map { FeedCursor($0) })
      }
      guard nodes.contains(where: { $0.secondsSilent >= Self.absence }) else { return nodes }
      let held = Set(
        try sql.rows(
          "SELECT (classid::bigint << 32) | objid::bigint FROM pg_locks "
            + "WHERE locktype = 'advisory' AND objsubid = 1 AND granted AND database = "
            + "(SELECT oid FROM pg_database WHERE datname = current_database())", []
        ) { $0.int(0) })
      return nodes.filter {
        $0.secondsSilent < Self.absence || held.contains(Self.number(of: $0.name))
      }
    }
  }

  /// Asks all nodes, for a while, to announce their positions as soon as they change.
  package func awaitNodes(milliseconds: Int) throws(LinkStoreError) {
    try reading { sql throws(PostgresFailure) in
      try sql.transaction { () throws(PostgresFailure) in
        try sql.send(
          "UPDATE keiro.nodes SET awaited_until = greatest(awaited_until, "
            + "now() + $1 * interval '1 millisecond') WHERE name = $2",
          [.int(milliseconds), .text(node)])
        try sql.run("SELECT pg_notify('keiro', '')")
      }
    }
  }
}
