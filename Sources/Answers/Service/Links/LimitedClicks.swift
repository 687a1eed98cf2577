package import Dispatch
package import HTTPCore
package import Links
package import LinkStorage
import Synchronization

/// The clicks of links with a limit, the only ones whose count a decision needs immediately rather
/// than a second later.
///
/// Each click is reserved in the store before the visitor is redirected, so that several processes
/// together never exceed the limit. Visits that arrive during a reservation share the next one. For
/// a link with many clicks left, some are reserved in advance; unused ones are returned to the
/// store.
///
/// Other processes use clicks and give them back without telling this one. So what the store has
/// said is repeated for a second at most, and by then it has been asked again before anyone is
/// refused. A link that everybody asks for costs the store one question at a time.
package final class LimitedClicks: Sendable {
  /// The result is false when no click was left.
  package typealias Completion = StoreCompletion<Bool>

  /// How long an answer of the store is repeated, in seconds.
  package static let trust = 1.0
  /// The maximum number of visits that wait for the store; further ones fail at once.
  private static let capacity = 20_000
  /// The time between two attempts to return clicks at the end.
  private static let pause = DispatchTimeInterval.milliseconds(200)

  private let store: any ClickLimits
  private let state = Mutex(State())

  private struct State {
    var accounts = LimitedAccounts()
    /// The number of visits that wait for the store.
    var waiting = 0
    /// The clicks to be returned, until the store has them.
    var debts: [Debt: Owed] = [:]
  }

  /// The holder of reserved clicks: a link that is made again starts anew.
  private struct Debt: Hashable {
    let life: LinkLife
    let link: Int
  }

  private struct Owed {
    var count = 0
    /// Whether the store is being told; one attempt at a time, so that none counts twice.
    var isSending = false
  }

  init(_ store: any ClickLimits) {
    self.store = store
  }

  // MARK: - Counting

  /// Returns the number of used clicks, if it is known without asking; 0 for a link without a limit.
  package func known(of link: ShortLink, at now: HTTPInstant) -> Int? {
    guard let limit = link.maxClicks else { return 0 }
    let life = LinkLife(link)
    return state.withLock {
      $0.accounts.ifAny(life) { $0.known(limit, at: now.steadySeconds) } ?? nil
    }
  }

  /// Finds the number of used clicks, and asks the store for it unless it is known.
  package func count(
    of link: ShortLink, at now: HTTPInstant, completion: @escaping StoreCompletion<Int>
  ) {
    guard let limit = link.maxClicks else { return completion(.success(0)) }
    if let known = known(of: link, at: now) { return completion(.success(known)) }
    wait(LinkLife(link), limit: limit, at: now, .reader(completion))
  }

  /// Returns the number of used clicks, and waits for the store unless it is known. Not for event
  /// loops.
  package func count(of link: ShortLink, at now: HTTPInstant) throws(LinkStoreError) -> Int {
    try waitForAnswer { count(of: link, at: now, completion: $0) }
  }

  // MARK: - Taking

  /// Takes a click that this process has already reserved; returns false when the store has to be
  /// asked.
  package func takeReserved(_ link: ShortLink, limit: Int) -> Bool {
    let life = LinkLife(link)
    return state.withLock { $0.accounts.ifAny(life) { $0.take(limit) } ?? false }
  }

  /// Takes a click, asking the store when none is reserved here.
  package func take(
    _ link: ShortLink, limit: Int, at now: HTTPInstant, completion: @escaping Completion
  ) {
    let life = LinkLife(link)
    // Another visit's reservation may have granted clicks since the caller checked.
    if takeReserved(link, limit: limit) { return completion(.success(true)) }
    if let known = known(of: link, at: now), known >= limit { return completion(.success(false)) }
    wait(life, limit: limit, at: now, .person(completion))
  }

  private func wait(
    _ life: LinkLife, limit: Int, at now: HTTPInstant, _ visitor: LimitedAccount.Visitor
  ) {
    let (isFull, wanted, debts) = state.withLock { state -> (Bool, Int?, [(Debt, Int)]) in
      guard state.waiting < Self.capacity else { return (true, nil, []) }
      state.waiting += 1
      let (wanted, returned) = state.accounts.with(life) { account in
        let returned = account.lower(to: limit)
        return (account.add(visitor, limit: limit, at: now.steadySeconds), returned)
      }
      return (false, wanted, Self.due(Self.owe(returned, life, &state), &state))
    }
    if isFull { return visitor.fail(Self.overloaded) }
    giveBack(debts)
    if let wanted { reserve(wanted, life, limit: limit) }
  }

  private static var overloaded: LinkStoreError {
    LinkStoreError(
      kind: .overloaded, code: 0, message: "\(capacity) visits are waiting already",
      operation: "reserve clicks")
  }

  private func reserve(_ wanted: Int, _ life: LinkLife, limit: Int) {
    store.reserve(wanted, of: life, limit: limit) { [self] result in
      let (outcome, debts) = state.withLock { state in
        let outcome = state.accounts.with(life) { account in
          switch result {
          case .success(let reservation): account.share(reservation)
          case .failure(let error): account.fail(error)
          }
        }
        state.waiting -= outcome.answers.count
        return (outcome, Self.due(Self.owe(outcome.returned, life, &state), &state))
      }
      if let next = outcome.next { reserve(next.wanted, life, limit: next.limit) }
      for answer in outcome.answers { answer() }
      giveBack(debts)
    }
  }

  // MARK: - Releasing

  /// Returns the unused clicks of changed links, whose limit or life may be another now, and forgets
  /// what was known of them. Called when the store or its feed has told of a change.
  package func release(_ changed: ChangedLinks) {
    giveBack(owed(by: changed))
  }

  /// Returns the unused clicks of a link that was just changed here, and waits for the store: a
  /// deleted one is restored with the clicks that were really used.
  func releaseAndWait(_ key: LinkKey) {
    let debts = owed(by: .keys([key]))
    guard !debts.isEmpty else { return }
    let group = DispatchGroup()
    giveBack(debts, group)
    group.wait()
  }

  private func owed(by changed: ChangedLinks) -> [(Debt, Int)] {
    state.withLock { state in
      guard !state.accounts.isEmpty else { return [] }
      let lives =
        switch changed {
        case .keys(let keys): Set(keys).flatMap(state.accounts.lives)
        case .everything: state.accounts.all
        }
      let debts = lives.flatMap { life in
        Self.owe(state.accounts.ifAny(life) { $0.forget() } ?? [], life, &state)
      }
      return Self.due(debts, &state)
    }
  }

  /// Returns the unused clicks of links without a visit since the last round, and those that could
  /// not be returned before. Called about once a second.
  package func giveBackIdle() {
    let debts = state.withLock { state in
      for life in state.accounts.all {
        guard let returned = state.accounts.with(life, { $0.rest() }) else { continue }
        state.accounts.remove(life)
        _ = Self.owe(returned, life, &state)
      }
      return Self.due(Array(state.debts.keys), &state)
    }
    giveBack(debts)
  }

  private static func owe(
    _ returned: [LimitedAccount.Returned], _ life: LinkLife, _ state: inout State
  ) -> [Debt] {
    returned.map { returned in
      let debt = Debt(life: life, link: returned.link)
      state.debts[debt, default: Owed()].count += returned.count
      return debt
    }
  }

  /// The debts among the given ones that the store is not being told of; now it is.
  private static func due(
    _ debts: [Debt], _ state: inout State
  ) -> [(Debt, Int)] {
    var due: [(Debt, Int)] = []
    for debt in debts {
      guard let owed = state.debts[debt], !owed.isSending else { continue }
      state.debts[debt]?.isSending = true
      due.append((debt, owed.count))
    }
    return due
  }

  /// - Parameter group: is left once the store has answered.
  private func giveBack(_ debts: [(Debt, Int)], _ group: DispatchGroup? = nil) {
    for (debt, count) in debts {
      group?.enter()
      store.giveBack(count, of: debt.life, by: debt.link) { [self] result in
        let isReturned = if case .success = result { true } else { false }
        state.withLock { state in
          state.debts[debt]?.isSending = false
          guard isReturned else { return }
          state.debts[debt]?.count -= count
          if state.debts[debt]?.count == 0 { state.debts[debt] = nil }
          state.accounts.ifAny(debt.life) { $0.noteReturn(count, by: debt.link) }
        }
        group?.leave()
      }
    }
  }

  /// Returns all unused clicks, and waits for the store. Called when no visit is in progress.
  ///
  /// - Parameter deadline: the time from which clicks that the store has not taken count as used.
  package func close(by deadline: DispatchTime = .now() + 2) {
    release(.everything)
    while true {
      let group = DispatchGroup()
      giveBack(state.withLock { Self.due(Array($0.debts.keys), &$0) }, group)
      _ = group.wait(timeout: deadline)
      let isDone = state.withLock { $0.debts.isEmpty }
      if isDone || DispatchTime.now() >= deadline { return }
      _ = DispatchSemaphore(value: 0).wait(timeout: .now() + Self.pause)
    }
  }
}
