package import LinkStorage
package import Links
package import SiteModel

/// What somebody makes, changes and deletes of links: each change is one function, a decision over
/// what is there, then one write in the caller's name.
///
/// It waits for the store, so it belongs on threads that may, and never in a completion.
package struct LinkEditor: Sendable {
  /// Hears of each link that may have changed before the change is answered.
  ///
  /// - Parameter isDeleted: whether it is gone for sure.
  package typealias Note = @Sendable (_ key: LinkKey, _ isDeleted: Bool) -> Void

  let authority: Authority
  let store: any LinkStore
  /// The sites as far as the caller reaches them.
  let sites: ServiceSnapshot
  let now: Timestamp
  private let note: Note

  /// - Parameter note: drops what was remembered of a link.
  package init(
    by authority: Authority, in store: any LinkStore, of sites: ServiceSnapshot,
    at now: Timestamp, note: @escaping Note = { _, _ in }
  ) {
    self.authority = authority
    self.store = store.acting(as: authority.actor)
    self.sites = authority.reach.patterns.map(sites.bounded) ?? sites
    self.now = now
    self.note = note
  }

  // MARK: - What is there

  func existing(_ key: LinkKey) throws(ChangeError) -> StoredLink {
    guard let stored = try current(key) else { throw .refused(.linkNotFound(key)) }
    return stored
  }

  func current(_ key: LinkKey) throws(ChangeError) -> StoredLink? {
    try stored { () throws(LinkStoreError) in try store.currentLink(at: key) }
  }

  /// The addresses of a link from which its visitors would never get away.
  func circles(of link: ShortLink) throws(ChangeError) -> [SiteRules.Fault] {
    try stored { () throws(LinkStoreError) in
      try sites.circles(of: link) { key throws(LinkStoreError) in
        try store.currentLink(at: key)?.link
      } ?? []
    }
  }

  // MARK: - Rounds

  /// What a decision comes to.
  enum Decision<Write, Outcome> {
    case write(Write)
    /// There is nothing to write.
    case done(Outcome)
  }

  /// After this many rounds others are in the way for good.
  private static let attempts = 30

  /// Makes changes side by side: each is decided, and all are written together, so that they share
  /// transactions. Those that others were faster with are decided anew.
  ///
  /// - Parameters:
  ///   - decide: for the change and the number of the round.
  ///   - write: begins the write, and says which link it touches.
  ///   - conclude: nil when the change has to be decided anew.
  ///   - surrender: the refusal of a change after the last round.
  func inRounds<Change, Write, Answer: Sendable, Outcome>(
    _ changes: [Change],
    decide: (Change, _ attempt: Int) throws(ChangeError) -> Decision<Write, Outcome>,
    write: (Write, @escaping StoreCompletion<Answer>) -> LinkKey,
    conclude: (Change, Write, Answer) throws(ChangeError) -> Outcome?,
    surrender: (Change) -> ChangeRefusal
  ) -> [Result<Outcome, ChangeError>] {
    var results = changes.map { Result<Outcome, ChangeError>.failure(.refused(surrender($0))) }
    var open = Array(changes.indices)
    for attempt in 0..<Self.attempts where !open.isEmpty {
      var writes: [(index: Int, write: Write)] = []
      for index in open {
        do throws(ChangeError) {
          switch try decide(changes[index], attempt) {
          case .done(let outcome): results[index] = .success(outcome)
          case .write(let write): writes.append((index, write))
          }
        } catch {
          results[index] = .failure(error)
        }
      }
      var keys: [LinkKey] = []
      let answers = waitForAnswers(to: writes) { keys.append(write($0.write, $1)) }
      for key in keys { note(key, false) }
      open = []
      for (answer, (index, write)) in zip(answers, writes) {
        do throws(ChangeError) {
          guard let outcome = try conclude(changes[index], write, try stored(answer.get)) else {
            open.append(index)
            continue
          }
          results[index] = .success(outcome)
        } catch {
          results[index] = .failure(error)
        }
      }
    }
    return results
  }

  func noteDeletion(of key: LinkKey) { note(key, true) }
}
