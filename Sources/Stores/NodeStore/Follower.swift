import Dispatch
import LinkStorage
import Links
import PostgresStore
import SQLStorage
import SQLiteStore
import Synchronization
import System

/// Keeps the copy of a node equal to the database; the only writer of its links and tokens.
///
/// A round follows each notification of the feed; without notifications there are four a second. The
/// author of a change waits for the end of the next round that begins afterwards, so that visitors of
/// this node see the change before its author gets the answer, or the answer says that they do not
/// yet. Completions run on another thread, and may wait for the database without delaying a round.
final class Follower: @unchecked Sendable {
  // Unchecked, because the queue is its executor: `round` and what it changes are used only there, which
  // the methods on it check.

  struct Shared {
    var standing = NodeStanding()
    var changes = RoundWaits()
    /// Whether the end of the longest of these waits is scheduled.
    var isTimed = false
    var isEnded = false
    var applied = RecentKeys(keeping: FeedBounds.entries)
    var waits = CopyWaits()
    /// The names of the other nodes as last read from the database.
    var others: [String] = []
    var listeners: [@Sendable () -> Void] = []
  }

  let replication: Replication
  private let copy: SQLiteStore
  private let spool: Spool
  private let sessions: SessionCache
  private let process: Int
  private let log: @Sendable (String) -> Void
  let shared = Mutex(Shared())
  let wake = Wake()
  private let queue = DispatchQueue(label: "keiro.follower")
  /// The queue for the completions of waits.
  let answers = DispatchQueue(label: "keiro.follower.answers")
  private let ended = DispatchGroup()
  var cursor: FeedCursor?
  private var epoch: String?
  /// The newest timeline of the server known to the copy.
  private var timeline: String?
  private var isPrepared = false
  private var nextAnnouncement = 0
  /// The position that this node last announced, and the time, in monotonic nanoseconds.
  var announced: (position: FeedCursor?, time: Int) = (nil, 0)
  /// Whether a wait of another node depends on this node's announcement.
  var isAwaited = false

  private var failures = FollowerFailures()

  private static let interval: Int32 = 250
  /// The maximum wait of an answer for the copy, in nanoseconds: a copy that takes longer stands still.
  static let patience = Int(NodeStanding.patience * 1_000_000_000)
  /// The interval of rounds in milliseconds while a caller waits for nodes.
  static let shortInterval: Int32 = 15
  /// The interval of announcements: five seconds, in nanoseconds.
  private static let announcements = 5_000_000_000
  static let pageSize = 5000

  /// - Parameter process: a number that distinguishes this node's machine and file from others.
  init(
    _ replication: Replication, _ copy: SQLiteStore, _ spool: Spool, _ sessions: SessionCache,
    process: Int, log: @escaping @Sendable (String) -> Void
  ) throws(LinkStoreError) {
    self.replication = replication
    self.copy = copy
    self.spool = spool
    self.sessions = sessions
    self.process = process
    self.log = log
    cursor = try copy.copyCursor()
    timeline = try copy.copyTimeline()
    let isWhole = cursor != nil
    shared.withLock { $0.standing.isWhole = isWhole }
  }

  /// The state without `lag` and that of the spool, readable from any thread.
  var standing: NodeStanding { shared.withLock { $0.standing } }

  /// Connects, checks that the copy belongs to the database, and starts the rounds.
  ///
  /// - Throws: errors that people have to resolve; an unreachable database is not an error if there
  ///   is a copy to serve from.
  func start() throws(LinkStoreError) {
    try queue.sync { Result { () throws(LinkStoreError) in try begin() } }.get()
    queue.async(group: ended) { [self] in run() }
  }

  private func begin() throws(LinkStoreError) {
    do throws(LinkStoreError) {
      try prepare()
      try catchUp()
      try announce()
    } catch {
      guard error.kind == .unreachable, standing.isWhole else { throw error }
      note(error)
    }
  }

  private func prepare() throws(LinkStoreError) {
    dispatchPrecondition(condition: .onQueue(queue))
    try replication.prepare()
    let changes = try replication.changes(since: nil)
    try copy.becomeCopy(of: changes.origin)
    isPrepared = true
  }

  /// Applies the changes made while this node was not running, before its first visitor. A
  /// comparison of the whole copy, if necessary, is left to the first round.
  private func catchUp() throws(LinkStoreError) {
    guard standing.isWhole else { return }
    let changes = try replication.changes(since: cursor)
    guard changes.followed != nil else { return }
    try follow(changes)
    noteRound()
  }

  private func run() {
    while !shared.withLock({ $0.isEnded }) {
      wake.clear()
      shared.withLock { $0.changes.beginRound() }
      var isCopied = false
      do throws(LinkStoreError) {
        if !isPrepared { try prepare() }
        try round()
        isCopied = true
        noteRound()
        answer(shared.withLock { $0.changes.endRound(isCopied: true) })
        if Clock.monotonic() >= nextAnnouncement || hasNews { try announce() }
        try askNodes()
        noteSuccess()
        spool.drain(into: replication.store, now: Timestamp(secondsSinceEpoch: Int(Clock.now())))
      } catch {
        note(error)
      }
      if !isCopied { answer(shared.withLock { $0.changes.endRound(isCopied: false) }) }
      endWaits()
      pause()
    }
  }

  private func pause() {
    dispatchPrecondition(condition: .onQueue(queue))
    let isAwaiting = shared.withLock { shared -> Bool? in
      shared.changes.isIdle && !shared.isEnded ? !shared.waits.isEmpty : nil
    }
    if standing.failure != nil {
      // New rounds would not help those who wait; one that they ring for comes at once all the same.
      guard !shared.withLock({ $0.isEnded }) else { return }
      return wake.wait(milliseconds: failures.pause(percent: Int.random(in: 70...130)))
    }
    guard let isAwaiting else { return }
    let isShort = isAwaiting || isAwaited && announced.position != cursor
    let interval = isShort ? Self.shortInterval : Self.interval
    guard replication.wait(milliseconds: interval, orFor: wake.descriptor) else {
      return wake.wait(milliseconds: interval)
    }
  }

  /// Notes that the copy is as the database was a moment ago.
  private func noteRound() {
    shared.withLock { $0.standing.lastRound = Clock.monotonic() }
  }

  /// Notes that the database answers whatever it is asked.
  private func noteSuccess() {
    let wasAway = shared.withLock { shared in
      defer { shared.standing.failure = nil }
      return shared.standing.failure != nil
    }
    if wasAway { replication.store.noteAnswer() }
    if failures.end() { log("the database answers again") }
  }

  private func note(_ error: LinkStoreError) {
    shared.withLock { $0.standing.failure = error }
    if failures.isWorthALine(error, at: Clock.monotonic()) {
      log("the database is not followed: \(error)")
    }
  }

  private func announce() throws(LinkStoreError) {
    dispatchPrecondition(condition: .onQueue(queue))
    let nodes = try replication.announce(process: process, cursor: cursor)
    announced = (cursor, Clock.monotonic())
    nextAnnouncement = announced.time + Self.announcements
    shared.withLock { shared in
      shared.standing.nodes = nodes.count { !$0.isSilent }
      shared.others = nodes.map(\.name).filter { $0 != replication.node }
    }
    // The cursor of an idle feed moves on, too, so that little is left to read after a restart.
    guard let cursor, standing.isWhole else { return }
    var change = CopyChange()
    change.cursor = cursor
    try copy.mirror(change)
  }

  // MARK: - Rounds

  private func round() throws(LinkStoreError) {
    dispatchPrecondition(condition: .onQueue(queue))
    try follow(try replication.changes(since: cursor))
  }

  /// Stores the timeline, which refuses an outdated server, even after a restart: it is on the disk
  /// before any data of the newer server is read.
  private func keepTimeline() throws(LinkStoreError) {
    guard let newest = replication.timeline, newest != timeline else { return }
    var change = CopyChange()
    change.timeline = newest
    try copy.mirror(change)
    timeline = newest
  }

  private func follow(_ changes: Replication.Changes) throws(LinkStoreError) {
    // A running node, too, may find other tables where its database was: its copy outlives them.
    if epoch != changes.epoch { try copy.becomeCopy(of: changes.origin) }
    try keepTimeline()
    isAwaited = changes.isAwaited
    replication.store.noteContact(with: changes.epoch)
    if let epoch, epoch != changes.epoch {
      log(
        "the database was restarted"
          + (changes.followed == nil
            ? ", or another server has taken over: comparing the copy" : ""))
    }
    // Another server may lack the last commits of the one that this or an earlier process knew.
    if epoch != changes.epoch { replication.store.replay() }
    epoch = changes.epoch
    guard let followed = changes.followed else {
      sessions.forgetAll()
      return try compare(upTo: changes.cursor)
    }
    guard !followed.isEmpty else {
      cursor = changes.cursor
      return
    }
    var change = CopyChange()
    change.links = try replication.links(at: followed.keys)
    let found = Set(change.links.map(\.link.key))
    change.gone = Set(followed.keys).subtracting(found).map { $0 }
    if followed.tokensChanged {
      sessions.forgetAll()
      change.tokens = try replication.tokens()
    }
    var ids = followed.ids[...]
    while ids.count > Self.pageSize {
      var page = CopyChange()
      page.links = try replication.links(of: Array(ids.prefix(Self.pageSize)))
      try copy.mirror(page)
      noteApplied(.keys(page.links.map(\.link.key)))
      ids = ids.dropFirst(Self.pageSize)
    }
    change.links += try replication.links(of: Array(ids))
    change.cursor = standing.isWhole ? changes.cursor : nil
    try copy.mirror(change)
    noteApplied(.keys(change.links.map(\.link.key) + change.gone))
    cursor = changes.cursor
  }

  // MARK: - Comparing

  /// Makes the copy equal to the database: for the first fill, after an interrupted one, and after a
  /// long absence.
  ///
  /// - Parameter end: the position of the copy afterwards; changes made meanwhile come after it.
  private func compare(upTo end: FeedCursor) throws(LinkStoreError) {
    var differences = CopyDifferences()
    try differences.mend(copy, from: replication) { () throws(LinkStoreError) in
      guard !shared.withLock({ $0.isEnded }) else { throw LinkStoreError.closed }
    } progress: { done, last in
      shared.withLock { $0.standing.progress = (done, last) }
    }
    var change = CopyChange()
    change.tokens = try replication.tokens()
    change.cursor = end
    try copy.mirror(change)
    cursor = end
    if differences.ranges > 0 { noteApplied(.everything) }
    let wasWhole = shared.withLock { shared in
      defer { shared.standing.isWhole = true }
      shared.standing.progress = nil
      return shared.standing.isWhole
    }
    if !wasWhole {
      log("the copy is whole")
    } else if differences.ranges > 0 {
      log(differences.description)
    }
  }

  // MARK: - Caches in front of the copy

  private func noteApplied(_ links: ChangedLinks) {
    let listeners = shared.withLock { shared in
      shared.applied.add(links)
      return shared.listeners
    }
    for listener in listeners { listener() }
  }

  /// Calls `body` whenever the copy has applied a change.
  func onApplied(_ body: @escaping @Sendable () -> Void) {
    shared.withLock { $0.listeners.append(body) }
  }

  /// The changes that the copy has applied since a cursor of this follower.
  func applied(since cursor: FeedCursor?) -> FeedChanges {
    shared.withLock { $0.applied.changes(since: cursor) }
  }

  /// Ends after the current round, and returns when all waits were answered.
  func close() {
    shared.withLock { $0.isEnded = true }
    wake.ring()
    ended.wait()
    answer(shared.withLock { $0.changes.takeAll() })
    answer(shared.withLock { $0.waits.takeAll() }.map { $0.end(besides: nil) })
    answers.sync {}
    queue.sync {
      if isPrepared, standing.failure == nil { replication.leave(process: process) }
    }
  }
}
