/// The idle connections of a worker in the order in which they give their places up: those that have
/// waited longest for another request, then those that have waited longest for their first one.
///
/// Looking at every connection takes longer than a request, so that one look serves for many. A
/// connection that is used after it is idle no longer, or has another deadline, and is passed over.
struct IdleConnections {
  private struct Place {
    let token: UInt64
    let isKept: Bool
    let deadline: Int
  }

  /// The next one last.
  private var places: [Place] = []
  /// How many newcomers are turned away before the next look, since the last one found nothing.
  private var pause = 0

  private static let places = 256
  /// Looking at this many connections is a small part of accepting one.
  private static let looksPerNewcomer = 64

  /// Takes the next one; nil when there is none.
  mutating func next(
    _ connections: [ServerConnection?], _ deadlines: [Int]
  ) -> ServerConnection? {
    if let found = takeValid(connections, deadlines) { return found }
    guard pause == 0 else {
      pause -= 1
      return nil
    }
    look(connections, deadlines)
    pause = places.isEmpty ? connections.count / Self.looksPerNewcomer : 0
    return takeValid(connections, deadlines)
  }

  private mutating func takeValid(
    _ connections: [ServerConnection?], _ deadlines: [Int]
  ) -> ServerConnection? {
    while let place = places.popLast() {
      let slot = Int(place.token & 0xFFFF_FFFF)
      if let connection = connections[slot], connection.token == place.token,
        connection.isIdle, deadlines[slot] == place.deadline
      {
        return connection
      }
    }
    return nil
  }

  private mutating func look(_ connections: [ServerConnection?], _ deadlines: [Int]) {
    for case let connection? in connections where connection.isIdle {
      places.append(
        Place(
          token: connection.token, isKept: connection.isKept,
          deadline: deadlines[connection.slot]))
    }
    places.sort { one, other in
      one.isKept == other.isKept ? one.deadline > other.deadline : other.isKept
    }
    places.removeFirst(max(places.count - Self.places, 0))
  }
}
