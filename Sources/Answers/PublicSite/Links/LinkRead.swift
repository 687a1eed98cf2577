import HTTPCore
import LinkStorage
import Links
import Service
import Synchronization

/// A look-up in the store, apart from the loops, that one or more visits of a worker wait for.
final class LinkRead: WorkInterest {
  enum Outcome: Sendable {
    /// The link of the first key that has one, after which the other keys are irrelevant; nil when none
    /// has.
    case first(ShortLink?)
    case failed
  }

  private struct State {
    /// The position in the changes before the store was asked; nil until then.
    var position: Int?
    var outcome: Outcome?
    /// Whether every visit had gone when the queue asked.
    var isAbandoned = false
    var others: [HTTPCancellation] = []
    var waiting: [@Sendable () -> Void] = []
  }

  let keys: [LinkKey]
  private let first: HTTPCancellation
  private let state: Mutex<State>

  /// - Parameters:
  ///   - keys: the keys, of which the first with a link decides.
  ///   - visit: the visit for which they are read.
  ///   - completion: called once there is an outcome.
  init(
    _ keys: [LinkKey], for visit: HTTPCancellation, completion: @escaping @Sendable () -> Void
  ) {
    self.keys = keys
    first = visit
    state = Mutex(State(waiting: [completion]))
  }

  /// Adds a visit, as long as it is not too late.
  ///
  /// - Returns: false when the store may have been asked before a change that the visit has to see.
  func join(
    _ visit: HTTPCancellation, _ changes: LinkChanges, completion: @escaping @Sendable () -> Void
  ) -> Bool {
    state.withLock { state in
      guard state.outcome == nil, !state.isAbandoned,
        state.position.map({ changes.spare(keys, since: $0) }) ?? true
      else { return false }
      state.others.append(visit)
      state.waiting.append(completion)
      return true
    }
  }

  /// Whether no visit waits any more.
  var isOver: Bool { isCancelled || state.withLock { $0.outcome != nil } }

  var isCancelled: Bool {
    guard first.isCancelled else { return false }
    return state.withLock { state in
      state.isAbandoned = state.isAbandoned || state.others.allSatisfy(\.isCancelled)
      return state.isAbandoned
    }
  }

  var hasInputEnded: Bool {
    guard first.hasInputEnded else { return false }
    return state.withLock { $0.others.allSatisfy(\.hasInputEnded) }
  }

  /// Asks the store, on a thread that may wait.
  ///
  /// - Parameter remember: receives the link, and the position in the changes before it was read.
  func run(_ directory: LinkDirectory, remember: (ShortLink, _ position: Int) -> Void) {
    let position = directory.changes.position
    state.withLock { $0.position = position }
    do throws(LinkStoreError) {
      let found = try directory.links.first(of: keys)
      if let found { remember(found, position) }
      end(.first(found))
    } catch {
      end(.failed)
    }
  }

  /// Tells every visit that the store was not asked.
  func fail() { end(.failed) }

  private func end(_ outcome: Outcome) {
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      state.outcome = outcome
      return state.waiting
    }
    for completion in waiting { completion() }
  }

  /// The links of the keys up to the first one that has a link; nil when the store did not answer.
  var links: [(key: LinkKey, link: ShortLink?)]? {
    guard case .first(let first)? = state.withLock(\.outcome) else { return nil }
    var links: [(LinkKey, ShortLink?)] = []
    for key in keys {
      guard first?.key != key else { return links + [(key, first)] }
      links.append((key, nil))
    }
    return links
  }

  /// Whether the links are as the store has them after all changes so far.
  func isCurrent(_ changes: LinkChanges) -> Bool {
    state.withLock(\.position).map { changes.spare(keys, since: $0) } ?? false
  }
}

extension VisitedLinks {
  /// The link of the first key that has one.
  fileprivate func first(of keys: [LinkKey]) throws(LinkStoreError) -> ShortLink? {
    guard let key = keys.first, keys.count == 1 else { return try links(at: keys).first?.link }
    return try link(at: key)?.link
  }
}

extension LinkChanges {
  /// Whether no change since a position was one of the keys.
  fileprivate func spare(_ keys: [LinkKey], since position: Int) -> Bool {
    guard self.position != position else { return true }
    guard let changed = since(position).keys else { return false }
    return !changed.contains(where: keys.contains)
  }
}
