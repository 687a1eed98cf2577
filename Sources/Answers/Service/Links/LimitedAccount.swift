import LinkStorage
import Links

/// This process's share of one link's clicks: a state that says what to do, and does nothing itself.
struct LimitedAccount {
  /// A visit that waits for the store.
  enum Visitor: Sendable {
    /// One that takes a click.
    case person(StoreCompletion<Bool>)
    /// One that only has to know how many are used, such as a look at the form for the password.
    case reader(StoreCompletion<Int>)

    var takesClick: Bool { if case .person = self { true } else { false } }

    func fail(_ error: LinkStoreError) {
      switch self {
      case .person(let completion): completion(.failure(error))
      case .reader(let completion): completion(.failure(error))
      }
    }
  }

  /// Clicks to be returned, and the link that they were reserved for.
  struct Returned {
    let count: Int
    let link: Int
  }

  /// What follows an answer of the store.
  struct Outcome {
    /// The completions to call.
    var answers: [@Sendable () -> Void] = []
    var returned: [Returned] = []
    /// The next reservation, for visits that have arrived since this one began.
    var next: (wanted: Int, limit: Int)?
  }

  /// The clicks reserved by this process and not yet used.
  private var unused = 0
  private var link = 0
  /// The clicks reserved by all processes, according to the store's last answer; nil when it is no
  /// longer trusted.
  private var reserved: Int?
  /// The time of the question that was answered last, in seconds.
  private var askedAt = 0.0
  /// The time of the last visit, and that of the pending question, in seconds.
  private var (seenAt, pendingAt) = (0.0, 0.0)
  private var limit = 0
  /// The number of clicks in the pending reservation; nil without one.
  private var wanted: Int?
  /// Whether the link has changed since the pending reservation began.
  private var isOutdated = false
  private var waiting: [Visitor] = []
  /// Whether there was no visit since the last round.
  private var isIdle = false

  /// The number of used clicks; nil when the store has to be asked.
  func known(_ limit: Int, at now: Double) -> Int? {
    guard let reserved else { return nil }
    let used = reserved - unused
    if unused > 0, limit >= self.limit { return used }
    return now - askedAt < LimitedClicks.trust ? used : nil
  }

  /// Uses a click that is reserved already, unless the limit has been lowered since.
  mutating func take(_ limit: Int) -> Bool {
    guard unused > 0, limit >= self.limit else { return false }
    unused -= 1
    isIdle = false
    return true
  }

  /// Gives up clicks that were reserved under a higher limit.
  ///
  /// - Returns: the clicks to be returned.
  mutating func lower(to limit: Int) -> [Returned] { limit < self.limit ? giveUp() : [] }

  /// Lets a visit wait for the store.
  ///
  /// - Returns: the number of clicks to reserve; nil while a reservation is pending.
  mutating func add(_ visitor: Visitor, limit: Int, at now: Double) -> Int? {
    self.limit = limit
    seenAt = now
    isIdle = false
    waiting.append(visitor)
    return begin()
  }

  private mutating func begin() -> Int? {
    guard wanted == nil else { return nil }
    let persons = waiting.count(where: \.takesClick)
    let count = persons == 0 ? 0 : max(block, persons)
    wanted = count
    pendingAt = seenAt
    return count
  }

  /// The number of clicks to reserve at once: one while few are left, so that unused clicks of this
  /// process are not lacking in another.
  private var block: Int {
    guard let reserved else { return 1 }
    let (rest, overflows) = limit.subtractingReportingOverflow(reserved)
    return overflows || rest < 1000 ? 1 : min(100, rest / 10)
  }

  /// Distributes the clicks of a reservation among the waiting visits.
  mutating func share(_ reservation: Reservation) -> Outcome {
    var outcome = Outcome()
    let isOver = reservation.granted < wanted ?? 0
    wanted = nil
    guard let link = reservation.link else {
      // Nothing was recorded, so there is nothing to keep or to return.
      defer { waiting = [] }
      outcome.answers = waiting.map { answer($0, isTaken: true, used: reservation.reserved) }
      return outcome
    }
    if link != self.link { outcome.returned += giveUp() }
    self.link = link
    (reserved, askedAt) = (reservation.reserved, pendingAt)
    unused += reservation.granted
    distribute(isOver, &outcome)
    if !waiting.isEmpty, let wanted = begin() { outcome.next = (wanted, limit) }
    guard isOutdated else { return outcome }
    outcome.returned += giveUp()
    (isOutdated, reserved) = (false, nil)
    return outcome
  }

  /// - Parameter isOver: whether the visits that get no click are refused rather than kept waiting.
  private mutating func distribute(_ isOver: Bool, _ outcome: inout Outcome) {
    var rest: [Visitor] = []
    var readers: [Visitor] = []
    for visitor in waiting {
      if !visitor.takesClick {
        readers.append(visitor)
      } else if unused > 0 {
        unused -= 1
        outcome.answers.append(answer(visitor, isTaken: true, used: 0))
      } else {
        rest.append(visitor)
      }
    }
    let used = (reserved ?? 0) - unused
    outcome.answers += readers.map { answer($0, isTaken: false, used: used) }
    if isOver { outcome.answers += rest.map { answer($0, isTaken: false, used: used) } }
    waiting = isOver ? [] : rest
  }

  private func answer(
    _ visitor: Visitor, isTaken: Bool, used: Int
  ) -> @Sendable () -> Void {
    switch visitor {
    case .person(let completion): { completion(.success(isTaken)) }
    case .reader(let completion): { completion(.success(used)) }
    }
  }

  /// Ends the pending reservation, and with it the waiting visits.
  mutating func fail(_ error: LinkStoreError) -> Outcome {
    var outcome = Outcome()
    outcome.answers = waiting.map { visitor in { visitor.fail(error) } }
    (wanted, waiting, isOutdated, reserved) = (nil, [], false, nil)
    outcome.returned = giveUp()
    return outcome
  }

  private mutating func giveUp() -> [Returned] {
    defer { unused = 0 }
    return unused > 0 ? [Returned(count: unused, link: link)] : []
  }

  /// Forgets what is known of a link that may have changed; the pending reservation goes on, since
  /// visits wait for it.
  ///
  /// - Returns: the clicks to be returned.
  mutating func forget() -> [Returned] {
    isOutdated = wanted != nil
    reserved = nil
    return giveUp()
  }

  /// Ends the account of a link without a visit since the last round.
  ///
  /// - Returns: the clicks to be returned; nil for an account that goes on.
  mutating func rest() -> [Returned]? {
    guard wanted == nil else { return nil }
    defer { isIdle = true }
    return isIdle ? giveUp() : nil
  }

  /// Notes that the store has clicks back.
  mutating func noteReturn(_ count: Int, by link: Int) {
    guard link == self.link, let reserved else { return }
    self.reserved = max(0, reserved - count)
  }
}

/// The accounts of links, which are also found by the key of their link.
struct LimitedAccounts {
  private var accounts: [LinkLife: LimitedAccount] = [:]
  private var livesByKey: [LinkKey: Set<LinkLife>] = [:]

  var isEmpty: Bool { accounts.isEmpty }
  var all: [LinkLife] { Array(accounts.keys) }

  func lives(_ key: LinkKey) -> Set<LinkLife> { livesByKey[key] ?? [] }

  /// Changes the account of a link, which begins empty. In place: a copy would take its visits along.
  mutating func with<Answer>(
    _ life: LinkLife, _ body: (inout LimitedAccount) -> Answer
  ) -> Answer {
    livesByKey[life.key, default: []].insert(life)
    return body(&accounts[life, default: LimitedAccount()])
  }

  /// Changes the account of a link; nil without one.
  mutating func ifAny<Answer>(
    _ life: LinkLife, _ body: (inout LimitedAccount) -> Answer
  ) -> Answer? {
    guard accounts[life] != nil else { return nil }
    return with(life, body)
  }

  mutating func remove(_ life: LinkLife) {
    accounts[life] = nil
    livesByKey[life.key]?.remove(life)
    if livesByKey[life.key]?.isEmpty == true { livesByKey[life.key] = nil }
  }
}
