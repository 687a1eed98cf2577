import Synchronization

/// The current timeline of a server's history: each promotion begins a new one.
struct Timeline: Equatable, Sendable, CustomStringConvertible {
  /// The identifier of the server and all its standbys, which never changes.
  let system: String
  let number: Int

  /// Reads the result of `query`; nil for any other text.
  init?(_ text: String) {
    let parts = text.split(separator: " ")
    guard parts.count == 2, let number = Int(parts[1], radix: 16) else { return nil }
    system = String(parts[0])
    self.number = number
  }

  /// The text that `init` reads.
  var description: String { "\(system) \(String(number, radix: 16))" }

  /// The query for the current timeline: the text that `init` reads, empty on a standby.
  static let query =
    "SELECT CASE WHEN pg_is_in_recovery() THEN '' ELSE (SELECT system_identifier::text "
    + "FROM pg_control_system()) || ' ' || left(pg_walfile_name(pg_current_wal_lsn()), 8) END"
}

/// The newest timeline seen by this process, or by an earlier one with the same copy.
///
/// A primary that was cut off may accept changes for a while after another server was promoted; these
/// are lost when it yields. A node that has seen the new timeline does not go back.
final class NewestTimeline: Sendable {
  private let newest: Mutex<Timeline?>
  private let isSought: Atomic<Bool>

  /// - Parameter known: the newest timeline seen by earlier processes.
  init(_ known: Timeline? = nil) {
    newest = Mutex(known)
    isSought = Atomic(known != nil)
  }

  /// Whether the newest timeline has to be sought among the servers, since nobody has seen one: true
  /// for the first caller alone.
  func isToBeSought() -> Bool { !isSought.exchange(true, ordering: .relaxed) }

  /// The newest timeline; nil before a server has reported one.
  var value: Timeline? { newest.withLock { $0 } }

  /// Whether a server on `timeline` may be used; so may one with nil, as behind a pooler.
  func admits(_ timeline: Timeline?) -> Bool {
    guard let timeline else { return true }
    return newest.withLock { newest in
      guard let known = newest, known.system == timeline.system else {
        newest = timeline
        return true
      }
      if timeline.number > known.number { newest = timeline }
      return timeline.number >= known.number
    }
  }
}
