import Synchronization

/// Which history of a server's commits goes on: each promotion begins a new one.
struct Timeline: Equatable, Sendable, CustomStringConvertible {
  /// Of the server and all its standbys, as long as they live.
  let system: String
  let number: Int

  /// Nil for what `Connection` has not asked for.
  init?(_ text: String) {
    let parts = text.split(separator: " ")
    guard parts.count == 2, let number = Int(parts[1], radix: 16) else { return nil }
    system = String(parts[0])
    self.number = number
  }

  /// The text that `init` takes.
  var description: String { "\(system) \(String(number, radix: 16))" }

  /// The statement that says it: the text that `init` takes, empty on a standby.
  static let query =
    "SELECT CASE WHEN pg_is_in_recovery() THEN '' ELSE (SELECT system_identifier::text "
    + "FROM pg_control_system()) || ' ' || left(pg_walfile_name(pg_current_wal_lsn()), 8) END"
}

/// The newest history that this process has seen, or the one before it with the same copy.
///
/// A primary that was cut off may take changes for a while after another server was promoted: what it
/// takes is lost when it gives way. A node that has seen the new one does not go back.
final class NewestTimeline: Sendable {
  private let newest: Mutex<Timeline?>

  /// - Parameter known: from earlier lives of the process.
  init(_ known: Timeline? = nil) {
    newest = Mutex(known)
  }

  /// Nil before a server has told its own.
  var value: Timeline? { newest.withLock { $0 } }

  /// Whether a server that is at `timeline` may be used; nil, which pooled connections have, may.
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
