import LinkStorage
import PostgresStore

/// Those who wait until every node has a change.
struct CopyWaits {
  struct Wait: Sendable {
    /// In monotonic nanoseconds.
    let deadline: Int
    let completion: @Sendable ([String]) -> Void
    /// How far the nodes have to come; nil before the round that says so.
    var place: FeedCursor?
    /// The nodes that are behind, as far as is known.
    var behind: [String]
  }

  private var waits: [Wait] = []

  var isEmpty: Bool { waits.isEmpty }

  /// Whether somebody waits for a node that is known.
  var isBehind: Bool { waits.contains { $0.place != nil && !$0.behind.isEmpty } }

  mutating func add(_ wait: Wait) { waits.append(wait) }

  /// The longest that one still waits, in milliseconds.
  func longest(at now: Int) -> Int {
    waits.map { max(0, $0.deadline - now) / 1_000_000 }.max() ?? 0
  }

  /// Sets the place of those who have none: a round has ended that began after they came.
  ///
  /// - Returns: whether there were any.
  mutating func set(_ place: FeedCursor) -> Bool {
    var isNew = false
    for index in waits.indices where waits[index].place == nil {
      waits[index].place = place
      isNew = true
    }
    return isNew
  }

  /// Notes how far the nodes have come.
  ///
  /// - Parameter name: of this node, which needs not be waited for.
  mutating func note(_ nodes: [Replication.Node], besides name: String) {
    for index in waits.indices {
      guard let place = waits[index].place else { continue }
      waits[index].behind =
        nodes.filter { $0.name != name && !$0.hasReached(place) }.map(\.name)
    }
  }

  /// Takes those out who need not wait any longer.
  mutating func takeEnded(at now: Int) -> [Wait] {
    func hasEnded(_ wait: Wait) -> Bool {
      wait.deadline <= now || wait.place != nil && wait.behind.isEmpty
    }
    let ended = waits.filter(hasEnded)
    waits.removeAll(where: hasEnded)
    return ended
  }

  mutating func takeAll() -> [Wait] {
    defer { waits = [] }
    return waits
  }
}
