package import Links
package import LinkStorage
import Synchronization

/// The clicks of those links that end after so many of them: the only ones whose count a decision
/// needs at once, rather than a second later.
///
/// Each click is reserved in the store before a visitor is led on, so that no number of processes
/// leads on more of them than the limit. Visits that come while a reservation is under way share
/// the next one; a link with many clicks left has some reserved in advance, which go back to the
/// store when they are not used.
package final class LimitedClicks: Sendable {
  /// Told whether there was a click left.
  package typealias Completion = @Sendable (Result<Bool, LinkStoreError>) -> Void

  /// What this process has of one link's clicks.
  private struct Account {
    /// Reserved here and not used.
    var unused = 0
    /// Reserved by all, as the store said last.
    var reserved: Int?
    var limit = 0
    /// What the reservation under way asks for; nil without one.
    var wanted: Int?
    var waiting: [Completion] = []
    /// Not asked for since the last round.
    var isIdle = false

    /// One click at a time while few are left, so that no other process has to do without those
    /// that this one holds.
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

  /// How many clicks are used, as far as this process knows; 0 for a link without a limit.
  package func count(of link: ShortLink) throws(LinkStoreError) -> Int {
    guard let limit = link.maxClicks else { return 0 }
    let life = LinkLife(link)
    let account = accounts.withLock { $0[life] }
    if let account {
      // The outcome of the reservation under way is open: visits that come meanwhile join it.
      if account.wanted != nil { return min(account.reserved ?? 0, limit - 1) }
      if let reserved = account.reserved, reserved - account.unused < limit {
        return reserved - account.unused
      }
    }
    return try store.reservedClicks(of: life) - (account?.unused ?? 0)
  }

  /// Takes a click that is reserved here already; false when the store has to be asked.
  package func takeReserved(_ link: ShortLink) -> Bool {
    let life = LinkLife(link)
    return accounts.withLock { accounts in
      guard let account = accounts[life], account.unused > 0 else { return false }
      accounts[life]?.unused -= 1
      accounts[life]?.isIdle = false
      return true
    }
  }

  /// Takes a click, which the store is asked for when none is reserved here.
  package func take(_ link: ShortLink, limit: Int, completion: @escaping Completion) {
    let life = LinkLife(link)
    let (isTaken, wanted) = accounts.withLock { accounts -> (Bool, Int?) in
      var account = accounts[life] ?? Account()
      defer { accounts[life] = account }
      account.limit = limit
      account.isIdle = false
      // Another visit's reservation may have brought some since the caller looked.
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

  /// What the next reservation asks for; nil when one is under way.
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

  /// Hands the clicks of a reservation to the waiting visits, and asks for more when further ones
  /// have come since it began.
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

  // MARK: - Letting go

  /// The link is gone, and its reserved clicks with it.
  func forget(_ key: LinkKey) {
    accounts.withLock { accounts in
      for (life, account) in accounts where life.key == key && account.wanted == nil {
        accounts[life] = nil
      }
    }
  }

  /// Gives back the clicks of links without a visit since the last round; to be called about once a
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

  /// Gives every unused click back and waits for that; to be called when no visit is under way.
  package func close() {
    let all = accounts.withLock { accounts in
      defer { accounts = [:] }
      return accounts
    }
    for (life, account) in all where account.unused > 0 {
      // Of a store that does not answer any more, these count as used.
      _ = try? waitForAnswer { store.giveBack(account.unused, of: life, completion: $0) }
    }
  }
}
