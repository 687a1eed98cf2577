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

/// The answers to changes, which wait until the copy has the change, and what is known of those that
/// could not wait any longer.
struct RoundWaits {
  typealias Body = @Sendable () -> Void

  private struct Wait {
    let number: Int
    /// The end of the wait, in monotonic nanoseconds.
    let deadline: Int
    let body: Body
  }

  private var waits: [Wait] = []
  private var last = 0
  /// The number of the last change that was answered although the copy did not have it; 0 for none.
  private var missed = 0
  /// The beginning of the round under way, by the number of the last wait that it includes.
  private var round = 0

  /// Whether no change waits for a round to begin.
  var isIdle: Bool { last == round }

  /// Whether the copy lacks a change that was answered.
  var isMissing: Bool { missed > 0 }

  /// The end of the longest wait, in monotonic nanoseconds; nil without one.
  var deadline: Int? { waits.first?.deadline }

  mutating func add(until deadline: Int, _ body: @escaping Body) {
    last &+= 1
    waits.append(Wait(number: last, deadline: deadline, body: body))
  }

  /// Notes that a round begins, which brings everything that was changed before.
  mutating func beginRound() { round = last }

  /// Notes the end of the round.
  ///
  /// - Parameter isCopied: whether the copy has everything that the round was to bring.
  /// - Returns: the waits that end with it.
  mutating func endRound(isCopied: Bool) -> [Body] {
    let ended = waits.prefix { $0.number <= round }
    waits.removeFirst(ended.count)
    if isCopied {
      if missed <= round { missed = 0 }
    } else if let last = ended.last {
      missed = max(missed, last.number)
    }
    return ended.map(\.body)
  }

  /// Ends the waits whose time is up.
  mutating func takeOverdue(at now: Int) -> [Body] {
    let ended = waits.prefix { $0.deadline <= now }
    waits.removeFirst(ended.count)
    if let last = ended.last { missed = max(missed, last.number) }
    return ended.map(\.body)
  }

  mutating func takeAll() -> [Body] { takeOverdue(at: .max) }
}

/// The failures of a follower's rounds: which of them people are told of, and when to try again.
struct FollowerFailures {
  /// The failure of each kind that was logged last, and the time, in monotonic nanoseconds.
  private var logged: [LinkStoreError.Kind: (error: LinkStoreError, time: Int)] = [:]
  /// Whether the log says that something fails.
  private var isOpen = false
  private var count: Int32 = 0

  /// The pause between log lines about failures of one kind: a minute, in nanoseconds.
  static let silence = 60_000_000_000
  /// The intervals of attempts in milliseconds: the first, doubled each time, up to the last.
  static let pauses: (first: Int32, last: Int32) = (250, 2000)

  /// Notes a failure.
  ///
  /// - Returns: whether it deserves a line in the log: the first of its kind, and one after a while.
  mutating func isWorthALine(_ error: LinkStoreError, at now: Int) -> Bool {
    count = min(count + 1, 8)
    if let last = logged[error.kind] {
      // An unreachable database may return as an outdated server, which deserves another line. What
      // has failed and worked a moment ago does not.
      guard now >= last.time &+ Self.silence, !isOpen || last.error != error else { return false }
    }
    logged[error.kind] = (error, now)
    isOpen = true
    return true
  }

  /// Notes that nothing fails any more.
  ///
  /// - Returns: whether the log says otherwise.
  mutating func end() -> Bool {
    defer { (count, isOpen) = (0, false) }
    return isOpen
  }

  /// The pause until the next attempt, in milliseconds.
  ///
  /// - Parameter percent: the part of it, so that nodes that lost the same server do not all return at
  ///   one moment.
  func pause(percent: Int) -> Int32 {
    let pause = min(Self.pauses.first << max(0, count - 1), Self.pauses.last)
    return pause * Int32(clamping: percent) / 100
  }
}
