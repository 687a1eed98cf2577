import LinkStorage
import PostgresStore

/// The waits until every node has a change.
struct CopyWaits {
  struct Wait: Sendable {
    /// The end of the wait, in monotonic nanoseconds.
    let deadline: Int
    let completion: @Sendable ([String]) -> Void
    /// The position that the nodes have to reach; nil before the round that determines it.
    var position: FeedCursor?
    /// The nodes known to be behind.
    var behind: [String]

    /// Reports the end of the wait.
    ///
    /// - Parameter own: the name of this node, if its own copy is behind; nil otherwise.
    func end(besides own: String?) -> @Sendable () -> Void {
      let names = own.map { (behind + [$0]).sorted() } ?? behind
      return { [completion] in completion(names) }
    }
  }

  private var waits: [Wait] = []

  var isEmpty: Bool { waits.isEmpty }

  /// Whether a wait depends on a node that is known to be behind.
  var isBehind: Bool { waits.contains { $0.position != nil && !$0.behind.isEmpty } }

  mutating func add(_ wait: Wait) { waits.append(wait) }

  /// The time until the last wait ends, in milliseconds.
  func longest(at now: Int) -> Int {
    waits.map { max(0, $0.deadline - now) / 1_000_000 }.max() ?? 0
  }

  /// Sets the position of the waits that have none: the copy has reached it since they began.
  ///
  /// - Returns: whether there were any.
  mutating func set(_ position: FeedCursor) -> Bool {
    var isNew = false
    for index in waits.indices where waits[index].position == nil {
      waits[index].position = position
      isNew = true
    }
    return isNew
  }

  /// Notes the positions of the nodes.
  ///
  /// - Parameter name: the name of this node, for which no caller waits.
  mutating func note(_ nodes: [Replication.Node], besides name: String) {
    for index in waits.indices {
      guard let position = waits[index].position else { continue }
      waits[index].behind =
        nodes.filter { $0.name != name && !$0.hasReached(position) }.map(\.name)
    }
  }

  /// Removes and returns the waits that have ended, because time is up or every node has the change.
  mutating func takeEnded(at now: Int) -> [Wait] {
    func hasEnded(_ wait: Wait) -> Bool {
      wait.deadline <= now || wait.position != nil && wait.behind.isEmpty
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
