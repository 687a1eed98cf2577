import Dispatch
import KeiroConfiguration
import LinkStorage
import Links
import Service
import Synchronization
import System

/// Maintains the store while the service runs: notices changes by other processes, rolls up counts,
/// deletes expired entries, looks for damage, and logs problems.
final class StoreWatch: @unchecked Sendable {
  // Unchecked, because the queue is its executor: mutable state is accessed only there, which the methods
  // on it check.

  private let directory: LinkDirectory
  private let queue = DispatchQueue(label: "keiro.store.watch")
  private var timer: (any DispatchSourceTimer)?
  /// The position up to which changes by other processes are known; nil before the store's first
  /// answer.
  private var cursor: FeedCursor?
  private var retention: Retention
  private var rounds = 0
  /// When old entries are deleted next, by the steady clock.
  private var cleaningAt = -Double.infinity
  private let rollUp: RollUpWatch
  private let now: @Sendable () -> Double
  private let steady: @Sendable () -> Double
  /// The time that the store has reached; nil before the store's first answer.
  private var time: StoreTime?
  /// What the store made of the clock at the last look.
  private let verdict = Mutex<StoreTime.Verdict?>(nil)
  private let log: @Sendable (String) -> Void
  private var troubles: [StoreTrouble.Kind: String] = [:]
  /// Whether a probe waits for its answer, which a silent database gives late.
  private var isProbing = false
  /// The position of the examination of links, and the number of rounds to wait before it continues.
  private var examined = (position: 0, rest: 0)

  private static let interval = DispatchTimeInterval.milliseconds(250)
  /// The seconds between two deletions of old entries.
  private static let cleaning = 3600.0
  /// The seconds after which a store that did not answer is asked again.
  private static let asking = 60.0
  /// The number of rounds in a minute.
  private static let tokenRounds = 4 * 60

  /// The number of links examined in a round, a thousand a second: examining one takes some
  /// microseconds.
  private static let examinedLinks = 250
  /// The number of rounds in ten minutes, the pause between two examinations of all links.
  private static let examinationRest = 4 * 600

  struct Retention: Equatable, Sendable {
    var statistics = StatisticsRetention()
    var auditDays = AuditSettings().days
    var history = HistoryRetention()
  }

  /// - Parameters:
  ///   - now: returns the seconds since 1970.
  ///   - steady: returns the seconds of a steady clock.
  init(
    _ directory: LinkDirectory, keeping retention: Retention = Retention(),
    log: @escaping @Sendable (String) -> Void = { _ in },
    now: @escaping @Sendable () -> Double = { Clock.now() },
    steady: @escaping @Sendable () -> Double = { Double(Clock.monotonic()) / 1_000_000_000 }
  ) {
    self.directory = directory
    self.now = now
    self.steady = steady
    self.log = log
    self.retention = retention
    rollUp = RollUpWatch(directory.upkeep)
  }

  func keep(_ retention: Retention) {
    directory.managed.keep(retention.history)
    queue.async { [self] in self.retention = retention }
  }

  /// The size of the store as last measured; nil before the first measurement.
  var measures: StoreMeasures? { rollUp.measures }

  /// Starts the rounds, once.
  func start() {
    queue.async { [self] in
      guard timer == nil else { return }
      timer = queue.timer(every: Self.interval) { [weak self] in self?.round() }
      directory.feed.onChanges { [weak self] in
        guard let self else { return }
        queue.async { self.noteChanges() }
      }
    }
  }

  func stop() {
    queue.sync {
      timer?.cancel()
      noteTokenUses()
    }
  }

  func look() { queue.sync { round() } }

  private func round() {
    dispatchPrecondition(condition: .onQueue(queue))
    rounds += 1
    noteChanges()
    rollUp.look(agreedRetention, now: Timestamp(secondsSinceEpoch: Int(now())))
    if rounds.isMultiple(of: 4) {
      directory.limitedClicks.giveBackIdle()
      directory.untold.tell()
      // While nothing else writes, only a probe notices that the store has recovered.
      if troubles[.writes] != nil, !isProbing {
        isProbing = true
        directory.upkeep.probe { [self] _ in queue.async { self.isProbing = false } }
      }
      logTroubles()
    }
    examine()
    if rounds.isMultiple(of: Self.tokenRounds) { noteTokenUses() }
    clean()
  }

  /// Logs a line for each trouble when it begins and when it ends.
  private func logTroubles() {
    let now = Dictionary(
      directory.upkeep.troubles().map { ($0.kind, $0.text) },
      uniquingKeysWith: { first, _ in first }
    )
    for kind in StoreTrouble.Kind.allCases {
      switch (troubles[kind], now[kind]) {
      case (nil, let text?): if let line = kind.line(text) { log(line) }
      // A database that no longer answers does not make a copy current.
      case (_?, nil) where now[.unreachable] == nil: if let line = kind.endLine { log(line) }
      default: break
      }
    }
    troubles = now
  }

  /// Examines some links, so that damage is known before a visitor meets it.
  private func examine() {
    guard examined.rest == 0 else { return examined.rest -= 1 }
    // What cannot be read now is examined in the next round.
    guard
      let position = try? directory.upkeep.examine(
        after: examined.position, limit: Self.examinedLinks)
    else { return }
    examined = (position, position == 0 ? Self.examinationRest : 0)
  }

  private func noteTokenUses() {
    dispatchPrecondition(condition: .onQueue(queue))
    let uses = directory.tokenUses.take()
    guard !uses.isEmpty else { return }
    directory.tokens.noteUses(uses) { _ in }
  }

  /// Notes changes by other processes. While the store does not answer, only the caches are available;
  /// the next answer covers the gap.
  private func noteChanges() {
    dispatchPrecondition(condition: .onQueue(queue))
    guard let changes = try? directory.feed.changes(since: cursor) else { return }
    cursor = changes.cursor
    directory.note(changes.links)
  }

  private func clean() {
    let steady = steady()
    guard steady >= cleaningAt else { return }
    // Nobody waits for a database that is known to be away.
    let isAway = directory.upkeep.troubles().contains { $0.kind == .unreachable }
    guard !isAway, let seen = try? directory.upkeep.seenTime() else {
      cleaningAt = steady + Self.asking
      return
    }
    cleaningAt = steady + Self.cleaning
    let now = judge(seen)
    for entries in Forgettable.allCases {
      let before = Timestamp(secondsSinceEpoch: now - entries.secondsKept(retention))
      directory.upkeep.forget(entries, before: before) { _ in }
    }
  }

  /// Judges the clock by what the store has seen, and says so when that changes.
  ///
  /// - Returns: the time by which entries are old.
  private func judge(_ seen: SeenTime) -> Int {
    let (clock, steady) = (Int(now()), steady())
    var time = time ?? StoreTime(seen, clock: clock, steady: steady)
    let verdict = time.look(seen, clock: clock, steady: steady)
    self.time = time
    // In an empty store nothing bears out the clock.
    if seen.newest != nil {
      let reached = Timestamp(secondsSinceEpoch: time.reached)
      directory.upkeep.keepTime(reached, insteadOf: seen.kept) { _ in }
    }
    let before = self.verdict.withLock { last in
      defer { last = verdict }
      return last
    }
    if let line = verdict.line(after: before) { log(line) }
    return time.now(clock: clock, steady: steady)
  }

  /// The retention of counts, by a time that the store agrees with; before its first answer none is old.
  private var agreedRetention: StatisticsRetention {
    var retention = retention.statistics
    let seconds = time?.now(clock: Int(now()), steady: steady()) ?? 0
    retention.agreed = Timestamp(secondsSinceEpoch: seconds)
    return retention
  }

  /// By how many seconds the clock is ahead of what the store has seen, negative for behind; 0 where
  /// they agree.
  var clockOffset: Int { verdict.withLock(\.self)?.offset ?? 0 }
}

extension StoreTime.Verdict {
  fileprivate var offset: Int {
    switch self {
    case .agrees: 0
    case .ahead(let seconds), .following(let seconds): seconds
    case .behind(let seconds): -seconds
    }
  }

  /// The line for the log; nil where it was said before.
  fileprivate func line(after before: Self?) -> String? {
    switch (before, self) {
    case (.agrees, .agrees), (nil, .agrees), (.ahead, .ahead), (.following, .following),
      (.behind, .behind):
      nil
    case (_, .agrees):
      "the store goes by the clock again: what is old is deleted as usual"
    case (_, .ahead(let seconds)):
      "the clock is \(Self.text(seconds)) ahead of what the store has seen: what is old by it stays "
        + "until it has run evenly for an hour, and then goes a day at a time"
    case (_, .following(let seconds)):
      "the clock has run evenly for an hour: what is old by it is deleted again, a day an hour for "
        + "the remaining \(Self.text(seconds))"
    case (_, .behind(let seconds)):
      "the clock is \(Self.text(seconds)) behind what the store has seen: expected the current time"
    }
  }

  private static func text(_ seconds: Int) -> String {
    seconds < 2 * 86_400 ? "\(seconds / 3600) h" : "\(seconds / 86_400) days"
  }
}

extension StoreTrouble.Kind {
  /// The line for the log; nil where the store itself has logged it.
  fileprivate func line(_ text: String) -> String? {
    switch self {
    case .writes, .stale: text
    case .damage: "\(text); 'keiro store verify' names all of it"
    case .unreachable: nil
    }
  }

  fileprivate var endLine: String? {
    switch self {
    case .writes: "the store takes changes again"
    case .stale: "the copy is up to date again"
    case .damage, .unreachable: nil
    }
  }
}

extension Forgettable {
  private static let day = 24 * 3600

  fileprivate func secondsKept(_ retention: StoreWatch.Retention) -> Int {
    switch self {
    // Clients repeat requests within a day.
    case .idempotencyKeys, .feedEntries: Self.day
    // A phone may have been offline for a week.
    case .launchIdentifiers: 7 * Self.day
    case .sessions, .claims: 0
    case .countWriters: 30 * Self.day
    case .auditEntries: retention.auditDays * Self.day
    case .deliveries: 30 * Self.day
    // Those of a link in the bin stay as long as it.
    case .versions: max(retention.history.days, DeletedQuery.days) * Self.day
    case .unknownAddresses: UnknownAddress.days * Self.day
    case .deletedLinks: DeletedQuery.days * Self.day
    // Beyond the last sum of a link that was deleted today.
    case .formerLinks: (retention.statistics.days + 1) * Self.day
    }
  }
}

/// Makes the store roll up its counts step by step, and measures it.
///
/// A step occupies the writer for some milliseconds; the next one waits for the next look, so that
/// other writes come in between.
final class RollUpWatch: Sendable {
  private struct State {
    /// Nil while a step is under way.
    var looksUntilStep: Int? = 0
    var looksUntilMeasuring = 0
    var measures: StoreMeasures?
  }

  private static let stepRows = 500
  /// The number of looks in a minute, which is the pause after a step that found nothing to do or
  /// failed.
  private static let idleLooks = 240
  /// The number of looks in five minutes.
  private static let measuringLooks = 1200

  private let store: any StoreMaintenance
  private let queue = DispatchQueue(label: "keiro.store.measures", qos: .utility)
  private let state = Mutex(State())

  init(_ store: any StoreMaintenance) {
    self.store = store
  }

  /// The size of the store as last measured; nil before the first measurement.
  var measures: StoreMeasures? { state.withLock { $0.measures } }

  /// Performs what is due; to be called four times a second.
  func look(_ retention: StatisticsRetention, now: Timestamp) {
    let (steps, measures) = state.withLock { state in
      let isTime = (state.looksUntilStep == 0, state.looksUntilMeasuring == 0)
      state.looksUntilStep = isTime.0 ? nil : state.looksUntilStep.map { $0 - 1 }
      state.looksUntilMeasuring = isTime.1 ? Self.measuringLooks : state.looksUntilMeasuring - 1
      return isTime
    }
    if steps {
      store.rollUp(retention, limit: Self.stepRows, now: now) { [self] result in
        let isIdle = (try? result.get())?.isIdle ?? true
        state.withLock { $0.looksUntilStep = isIdle ? Self.idleLooks : 0 }
      }
    }
    guard measures else { return }
    // Counting rows takes time, and nothing else should wait for it.
    queue.async { [self] in
      guard let measures = try? store.measures() else { return }
      state.withLock { $0.measures = measures }
    }
  }
}
