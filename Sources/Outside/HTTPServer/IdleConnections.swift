/// The idle connections of a worker in the order in which they are closed to make room: those that have
/// waited longest for another request, then those that have waited longest for their first one.
///
/// Examining every connection takes longer than a request, so one look serves for many. A connection
/// that is used afterwards is no longer idle, or has another deadline, and is skipped.
struct IdleConnections {
  private struct Candidate {
    let token: UInt64
    let isKept: Bool
    let deadline: Int
  }

  /// The candidates; the next one is last.
  private var candidates: [Candidate] = []
  /// The number of new connections to turn away before the next look, since the last one found nothing.
  private var pause = 0

  private static let limit = 256
  /// The number of connections examined per new one, a small part of the cost of accepting it.
  private static let looksPerNewcomer = 64

  /// Removes and returns the next candidate; nil when there is none.
  mutating func next(
    _ connections: [ServerConnection?], _ deadlines: [Int]
  ) -> ServerConnection? {
    if let found = takeValid(connections, deadlines) { return found }
    guard pause == 0 else {
      pause -= 1
      return nil
    }
    look(connections, deadlines)
    pause = candidates.isEmpty ? connections.count / Self.looksPerNewcomer : 0
    return takeValid(connections, deadlines)
  }

  private mutating func takeValid(
    _ connections: [ServerConnection?], _ deadlines: [Int]
  ) -> ServerConnection? {
    while let candidate = candidates.popLast() {
      let slot = Int(candidate.token & 0xFFFF_FFFF)
      if let connection = connections[slot], connection.token == candidate.token,
        connection.isIdle, deadlines[slot] == candidate.deadline
      {
        return connection
      }
    }
    return nil
  }

  private mutating func look(_ connections: [ServerConnection?], _ deadlines: [Int]) {
    for case let connection? in connections where connection.isIdle {
      candidates.append(
        Candidate(
          token: connection.token, isKept: connection.state.hasAnswered,
          deadline: deadlines[connection.slot]))
    }
    candidates.sort { one, other in
      one.isKept == other.isKept ? one.deadline > other.deadline : other.isKept
    }
    candidates.removeFirst(max(candidates.count - Self.limit, 0))
  }
}
