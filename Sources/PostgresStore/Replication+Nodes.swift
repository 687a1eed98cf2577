package import LinkStorage

/// The nodes beside a database, and how far each has come.
extension Replication {
  /// A node as the database knows it.
  package struct Node: Equatable, Sendable {
    package let name: String
    /// Since it was last heard of.
    package let secondsSilent: Int
    package let cursor: FeedCursor?

    /// Whether the node has everything that is seen from a place.
    package func hasReached(_ place: FeedCursor) -> Bool {
      guard let position = FeedPosition(place), let own = cursor.flatMap(FeedPosition.init) else {
        return false
      }
      return own.covers(position)
    }
  }

  /// A node that was not heard of for so many seconds counts as gone.
  package static let patience = 20

  /// Tells that this node is alive.
  ///
  /// A node has the lock of its name as long as its connection to the server lives, so that the name
  /// of one that crashed is free at once. Behind a pooler, and where the server has not noticed the
  /// loss of a machine, time decides.
  ///
  /// - Parameters:
  ///   - process: the same for the same place on the same machine alone.
  ///   - cursor: how far its copy has come.
  /// - Throws: when another process is alive under that name.
  /// - Returns: all nodes that are alive.
  package func announce(
    process: Int, cursor: FeedCursor?
  ) throws(LinkStoreError) -> [Node] {
    let name = node
    let isLocked: Bool
    do throws(PostgresFailure) {
      isLocked = try store.feed.claim(Self.number(of: name)) ?? false
    } catch {
      throw error.reported
    }
    let isOurs = try store.read { connection throws(PostgresFailure) in
      try connection.run(
        "INSERT INTO keiro.nodes AS n (name, process, cursor, is_locked, seen_at) "
          + "VALUES ($1, $2, $3, $4, now()) "
          + "ON CONFLICT (name) DO UPDATE SET process = excluded.process, "
          + "cursor = excluded.cursor, is_locked = excluded.is_locked, seen_at = now() "
          + "WHERE n.process = excluded.process OR n.is_locked AND excluded.is_locked "
          + "OR n.seen_at < now() - interval '\(Self.patience) seconds'",
        [
          .text(name), .int(process), .optional(cursor.flatMap(FeedPosition.init)?.place),
          .flag(isLocked),
        ])
    }
    guard isOurs == 1 else {
      throw LinkStoreError(
        kind: .foreign, code: 0,
        message: "another node is called '\(name)': expected a name of its own in store.node",
        operation: "announce the node")
    }
    return try nodes()
  }

  /// The number of the lock of a name. FNV-1a in 64 bits.
  private static func number(of name: String) -> Int {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in "node ".utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return Int(Int64(bitPattern: hash))
  }

  /// Forgets this node, which ends.
  package func leave(process: Int) {
    _ = try? store.read { connection throws(PostgresFailure) in
      try connection.run(
        "DELETE FROM keiro.nodes WHERE name = $1 AND process = $2",
        [.text(node), .int(process)])
    }
  }

  /// The nodes that are alive, by their names.
  package func nodes() throws(LinkStoreError) -> [Node] {
    try store.read { connection throws(PostgresFailure) in
      try connection.rows(
        "SELECT name, cursor, extract(epoch FROM now() - seen_at)::bigint FROM keiro.nodes "
          + "WHERE seen_at >= now() - interval '\(Self.patience) seconds' ORDER BY name"
      ) {
        Node(
          name: $0.text(0), secondsSilent: $0.int(2),
          cursor: $0.optionalText(1).map { FeedCursor($0) })
      }
    }
  }

  /// Asks all nodes to say how far they have come as soon as they know, for a while.
  package func awaitNodes(milliseconds: Int) throws(LinkStoreError) {
    try store.read { connection throws(PostgresFailure) in
      try connection.transaction { () throws(PostgresFailure) in
        try connection.queue(
          "UPDATE keiro.nodes SET awaited_until = greatest(awaited_until, "
            + "now() + $2 * interval '1 millisecond') WHERE name = $1",
          [.text(node), .int(milliseconds)])
        try connection.run("SELECT pg_notify('keiro', '')")
      }
    }
  }
}
