package import Dispatch
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
package final class LimitedClicks: Sendable {
  /// The result is false when no click was left.
  package typealias Completion = @Sendable (Result<Bool, LinkStoreError>) -> Void

  /// This process's share of one link's clicks.
  private struct Account {
    /// The clicks reserved by this process and not yet used.
    var unused = 0
    /// The clicks reserved by all processes, according to the store's last answer.
    var reserved: Int?
    var limit = 0
    /// The number of clicks in the pending reservation; nil without one.
    var wanted: Int?
    var waiting: [Completion] = []
    /// Whether no click has been used since the last round.
    var isIdle = false

    /// The number of clicks to reserve at once: one while few are left, so that unused clicks of
    /// this process are not lacking in another.
    var block: Int {
      guard let reserved else { return 1 }
      let (rest, overflows) = limit.subtractingReportingOverflow(reserved)
      return overflows || rest < 1000 ? 1 : min(100, rest / 10)
    }
  }

  private let store: any ClickLimits
  private let accounts = Mutex<[LinkLife: Account]>([:])

  init(_ store: any ClickLimits) {
    self.store = store
  }

  /// Returns the number of used clicks, as far as this process knows; 0 for a link without a limit.
  package func count(of link: ShortLink) throws(LinkStoreError) -> Int {
    guard let limit = link.maxClicks else { return 0 }
    let life = LinkLife(link)
    let account = accounts.withLock { $0[life] }
    if let account {
      // The outcome of the pending reservation is open: visits that arrive in the meantime join it.
      if account.wanted != nil { return min(account.reserved ?? 0, limit - 1) }
      if let reserved = account.reserved, reserved - account.unused < limit {
        return reserved - account.unused
      }
    }
    return try store.reservedClicks(of: life) - (account?.unused ?? 0)
  }

  /// Takes a click that this process has already reserved; returns false when the store has to be
  /// asked.
  package func takeReserved(_ link: ShortLink) -> Bool {
    let life = LinkLife(link)
    return accounts.withLock { accounts in
      guard let account = accounts[life], account.unused > 0 else { return false }
      accounts[life]?.unused -= 1
      accounts[life]?.isIdle = false
      return true
    }
  }

  /// Takes a click, asking the store when none is reserved here.
  package func take(_ link: ShortLink, limit: Int, completion: @escaping Completion) {
    let life = LinkLife(link)
    let (isTaken, wanted) = accounts.withLock { accounts -> (Bool, Int?) in
      var account = accounts[life] ?? Account()
      defer { accounts[life] = account }
      account.limit = limit
      account.isIdle = false
      // Another visit's reservation may have granted clicks since the caller checked.
      guard account.unused == 0 else {
        account.unused -= 1
        return (true, nil)
      }
      account.waiting.append(completion)
      return (false, Self.begin(&account))
    }
    if isTaken { return completion(.success(true)) }
    if let wanted { reserve(wanted, life, limit: limit) }
  }

  /// Returns the number of clicks for the next reservation; nil while one is pending.
  private static func begin(_ account: inout Account) -> Int? {
    guard account.wanted == nil else { return nil }
    let wanted = max(account.block, account.waiting.count)
    account.wanted = wanted
    return wanted
  }

  private func reserve(_ wanted: Int, _ life: LinkLife, limit: Int) {
    store.reserve(wanted, of: life, limit: limit) { [self] result in
      switch result {
      case .success(let reservation): share(reservation, life)
      case .failure(let error):
        let waiting = accounts.withLock { $0.removeValue(forKey: life)?.waiting ?? [] }
        for completion in waiting { completion(.failure(error)) }
      }
    }
  }

  /// Distributes the clicks of a reservation among the waiting visits, and reserves more when
  /// further visits have arrived since it began.
  private func share(_ reservation: Reservation, _ life: LinkLife) {
    let (served, refused, next) = accounts.withLock { accounts in
      var account = accounts[life] ?? Account()
      defer { accounts[life] = account }
      let isOver = reservation.granted < account.wanted ?? 0
      account.wanted = nil
      account.reserved = reservation.reserved
      account.unused += reservation.granted
      let served = Array(account.waiting.prefix(account.unused))
      account.unused -= served.count
      account.waiting.removeFirst(served.count)
      guard !isOver else {
        defer { account.waiting = [] }
        return (served, account.waiting, nil as (wanted: Int, limit: Int)?)
      }
      guard !account.waiting.isEmpty, let wanted = Self.begin(&account) else {
        return (served, [], nil)
      }
      return (served, [], (wanted, account.limit))
    }
    if let next { reserve(next.wanted, life, limit: next.limit) }
    for completion in served { completion(.success(true)) }
    for completion in refused { completion(.success(false)) }
  }

  // MARK: - Releasing

  /// Forgets a deleted link and its reserved clicks.
  func forget(_ key: LinkKey) {
    accounts.withLock { accounts in
      for (life, account) in accounts where life.key == key && account.wanted == nil {
        accounts[life] = nil
      }
    }
  }

  /// Returns the unused clicks of links without a visit since the last round. Called about once a
  /// second.
  package func giveBackIdle() {
    let idle = accounts.withLock { accounts -> [(LinkLife, Int)] in
      var idle: [(LinkLife, Int)] = []
      for (life, account) in accounts where account.wanted == nil {
        if account.isIdle {
          accounts[life] = nil
          if account.unused > 0 { idle.append((life, account.unused)) }
        } else {
          accounts[life]?.isIdle = true
        }
      }
      return idle
    }
    for (life, count) in idle { store.giveBack(count, of: life) { _ in } }
  }

  /// Returns all unused clicks and waits for the store. Called when no visit is in progress.
  ///
  /// - Parameter deadline: the end of the wait.
  package func close(by deadline: DispatchTime = .distantFuture) {
    let all = accounts.withLock { accounts in
      defer { accounts = [:] }
      return accounts
    }
    let left = DispatchGroup()
    for (life, account) in all where account.unused > 0 {
      left.enter()
      // When the store no longer answers, these count as used.
      store.giveBack(account.unused, of: life) { _ in left.leave() }
    }
    _ = left.wait(timeout: deadline)
  }
}
