/// The connections of a worker in the order in which they are closed to make room, by a rank and then by
/// their deadlines: the one that has waited longest comes first.
///
/// Examining every connection takes longer than a request, so one look serves for many. A connection
/// that is used afterwards has no rank any more, or another deadline, and is skipped.
struct DispensableConnections {
  private struct Candidate {
    let token: UInt64
    let rank: Int
    let deadline: Int
  }

  /// The candidates; the next one is last.
  private var candidates: [Candidate] = []
  /// The number of calls to wait before the next look, since the last one found nothing.
  private var pause = 0

  private static let limit = 256
  /// The number of connections examined per new one, a small part of the cost of accepting it.
  private static let looksPerNewcomer = 64

  /// Removes and returns the next candidate; nil when there is none.
  ///
  /// - Parameter rank: the lowest rank comes first; nil for a connection that stays.
  mutating func next(
    _ connections: [ServerConnection?], _ deadlines: [Int], rank: (ServerConnection) -> Int?
  ) -> ServerConnection? {
    if let found = takeValid(connections, deadlines, rank) { return found }
    guard pause == 0 else {
      pause -= 1
      return nil
    }
    look(connections, deadlines, rank)
    pause = candidates.isEmpty ? connections.count / Self.looksPerNewcomer : 0
    return takeValid(connections, deadlines, rank)
  }

  /// Forgets the candidates, for a search of another kind.
  mutating func forget() {
    candidates.removeAll(keepingCapacity: true)
  }

  private mutating func takeValid(
    _ connections: [ServerConnection?], _ deadlines: [Int], _ rank: (ServerConnection) -> Int?
  ) -> ServerConnection? {
    while let candidate = candidates.popLast() {
      let slot = Int(candidate.token & 0xFFFF_FFFF)
      if let connection = connections[slot], connection.token == candidate.token,
        rank(connection) == candidate.rank, deadlines[slot] == candidate.deadline
      {
        return connection
      }
    }
    return nil
  }

  private mutating func look(
    _ connections: [ServerConnection?], _ deadlines: [Int], _ rank: (ServerConnection) -> Int?
  ) {
    for case let connection? in connections {
      guard let rank = rank(connection) else { continue }
      candidates.append(
        Candidate(token: connection.token, rank: rank, deadline: deadlines[connection.slot]))
    }
    candidates.sort { one, other in
      one.rank == other.rank ? one.deadline > other.deadline : one.rank > other.rank
    }
    candidates.removeFirst(max(candidates.count - Self.limit, 0))
  }
}
