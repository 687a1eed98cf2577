package import JSONSyntax
import LinkStorage
package import Links
package import SiteModel

package struct UndoneChange: Equatable, Sendable {
  package struct Left: Equatable, Sendable {
    package let key: LinkKey
    package let reason: LinkObstacle
  }

  package let change: Int
  /// The number of the undoing change; nil if nothing was written.
  package internal(set) var undo: Int?
  package let isDryRun: Bool
  package internal(set) var undone = 0
  package internal(set) var left: [Left] = []

  package func document(in sites: ServiceSnapshot) -> JSONOutput {
    let left = left.map { left in
      ["link": .string(sites.shortURL(left.key)), "reason": .string(left.reason.english)]
        as JSONOutput
    }
    return [
      "change": .int(change), "undo": .optional(undo), "dryRun": .bool(isDryRun),
      "undone": .int(undone), "left": .array(left),
    ]
  }
}

extension LinkEditor {
  /// The number of rows read at a time, whose links are written in one transaction.
  private static let undoBatch = 500

  /// Undoes a whole change: links it created are deleted, links it changed or deleted are restored.
  /// Links that were changed since stay and are listed; links outside the caller's reach are skipped
  /// silently. Clicks stay as they are. The undo is itself one change, in several transactions; after an interruption, asking
  /// again continues it.
  package func undo(_ number: Int, isDryRun: Bool) throws(ChangeError) -> UndoneChange {
    if !authority.may(.readLinks) { try authority.require(.writeLinks) }
    let change = try read(store.change(number))
    guard change != nil else { throw .refused(.changeNotFound(number)) }
    if !isDryRun { try authority.require(.writeLinks) }
    var undone = UndoneChange(change: number, isDryRun: isDryRun)
    var rest = WaitingReturns()
    // In the order in which they were made, so that links that come back are in that order again.
    var (isReached, last) = (false, 0)
    while true {
      let touched = try read(store.links(of: number, after: last, limit: Self.undoBatch))
      guard let end = touched.last else { break }
      last = end.id
      let own = touched.filter { authority.covers($0.key.host) }
      isReached = isReached || !own.isEmpty
      try undo(own, &undone, &rest)
    }
    guard isReached else { throw .refused(.changeNotFound(number)) }
    rest.isLast = true
    let waiting = rest.links
    for start in stride(from: 0, to: waiting.count, by: Self.undoBatch) {
      let end = min(start + Self.undoBatch, waiting.count)
      try undo(Array(waiting[start..<end]), &undone, &rest)
    }
    return undone
  }

  /// The number of deleted links that one transaction removes from the bin.
  private static let purgeBatch = 2_000

  /// Empties the bin of the links within the caller's reach: they cannot come back. Sums of clicks stay.
  ///
  /// - Parameters:
  ///   - host: the host of the links; nil for all within the reach.
  ///   - time: the time before which they were deleted.
  /// - Returns: their number.
  package func purge(host: String?, before time: Timestamp) throws(ChangeError) -> Int {
    try authority.require(.writeLinks)
    if let host, !authority.covers(host) { throw .refused(.hostNotReached(host)) }
    let reach = host.map(HostReach.init(stored:)) ?? authority.reach
    var count = 0
    while true {
      let removed = try written {
        $0.emptyBin(
          within: reach, before: time, limit: Self.purgeBatch, by: authority.actor, now: now,
          completion: $1)
      }
      count += removed
      guard removed > 0 else { return count }
    }
  }

  /// Deleted links whose slug another host of their site has, until the rest of the change is undone.
  private struct WaitingReturns {
    var links: [TouchedLink] = []
    /// The keys of links that are deleted, or would be in a dry run, where the site has several hosts.
    var gone: Set<LinkKey> = []
    var isLast = false
  }

  private func undo(
    _ touched: [TouchedLink], _ undone: inout UndoneChange, _ rest: inout WaitingReturns
  ) throws(ChangeError) {
    var reversals: [LinkReversal] = []
    var planned: [LinkKey: ShortLink?] = [:]
    for link in touched {
      if let obstacle = try obstacle(link, among: planned, rest) {
        if case .slugOfOtherHost = obstacle, !rest.isLast {
          rest.links.append(link)
          continue
        }
        // Links that an earlier undo has restored need nothing more.
        guard link.newest?.undoes != undone.change else { continue }
        undone.left.append(UndoneChange.Left(key: link.key, reason: obstacle))
      } else if let reversal = link.reversal?.keepingClicks {
        reversals.append(reversal)
        planned[link.key] = .some(reversal.state)
        if undone.isDryRun, reversal.state == nil, !homes(link.key).isEmpty {
          rest.gone.insert(link.key)
        }
      }
    }
    guard !undone.isDryRun else {
      undone.undone += reversals.count
      return
    }
    guard !reversals.isEmpty else { return }
    for (reversal, isDone) in zip(reversals, try write(reversals, &undone)) {
      note(reversal.key)
      if isDone {
        undone.undone += 1
      } else {
        undone.left.append(UndoneChange.Left(key: reversal.key, reason: .changedSince))
      }
    }
  }

  private func obstacle(
    _ link: TouchedLink, among planned: [LinkKey: ShortLink?], _ rest: WaitingReturns
  ) throws(ChangeError) -> LinkObstacle? {
    guard let reversal = link.reversal else {
      if link.current == nil { return .removedSince }
      return link.isReplaced ? .madeSince : .changedSince
    }
    guard sites.configuredLink(link.key) == nil else { return .ofConfiguration }
    guard let state = reversal.state else { return nil }
    if reversal.isReturn {
      let home = try sites.otherHome(of: link.key) { key throws(ChangeError) in
        rest.gone.contains(key) ? false : try current(key) != nil
      }
      if let home { return .slugOfOtherHost(home) }
    }
    let faults = try newFaults(of: state, since: reversal.expected?.link, among: planned)
    return faults.isEmpty ? nil : .invalid(faults)
  }

  private func write(
    _ reversals: [LinkReversal], _ undone: inout UndoneChange
  ) throws(ChangeError) -> [Bool] {
    var actor = authority.actor
    actor.change = undone.undo
    if actor.change == nil { actor = try actorOfMany(undoing: undone.change) }
    undone.undo = actor.change
    let author = actor
    return try written {
      $0.revert(reversals, homes: homes, by: author, now: now, completion: $1)
    }
  }
}
