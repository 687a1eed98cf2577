import Links
import LinkStorage

/// The contents of a memory store.
struct MemoryContents {
  var links: [LinkKey: StoredLink] = [:]
  /// Clicks of people.
  var totals: [LinkKey: Int] = [:]
  /// By their hours.
  var clicks: [Int: [ClickKey: Int]] = [:]
  /// Clicks of hours that are no longer kept, by their days.
  var days: [Int: [DayKey: Int]] = [:]
  /// The first hour that is kept; nil while none was rolled up.
  var keptHour: Int?
  /// By their days.
  var launches: [Int: [LaunchKey: Int]] = [:]
  var names: [NameScope: CountedNames] = [:]
  var launchIDs: [String: Timestamp] = [:]
  var writers: [CountWriter: Writer] = [:]
  var reservations: [LinkLife: Int] = [:]
  var tokens: [APIToken] = []
  var sessions: [Session] = []
  var people: [Person] = []
  var passkeys: [Passkey] = []
  var remembered: [String: Remembered] = [:]
  var feed = FeedLog()
  var outbox = EventLog()
  var webhooks = WebhookLog()
  /// The limits that were reached, until they are told.
  var usedUp: [LinkLife: Int] = [:]
  var toldLimits: [LinkLife: Int] = [:]
  var auditLog = AuditJournal()
  private var lastID = 0
  private var lastOrigin = 0

  /// The store that makes a change, and in whose name.
  struct Author {
    let origin: Int
    let actor: AuditActor
  }

  struct Remembered {
    let digest: [UInt8]
    let link: LinkKey
    let time: Timestamp
  }

  struct Writer {
    var sequence: Int
    var seenAt: Timestamp
  }

  /// A number for another store on these contents.
  mutating func newOrigin() -> Int {
    lastOrigin += 1
    return lastOrigin
  }

  mutating func newID() -> Int {
    lastID += 1
    return lastID
  }

  mutating func forget(_ entries: Forgettable, before time: Timestamp) -> Int {
    switch entries {
    case .idempotencyKeys: return Self.forget(&remembered) { $0.value.time < time }
    case .launchIdentifiers: return Self.forget(&launchIDs) { $0.value < time }
    case .countWriters: return Self.forget(&writers) { $0.value.seenAt < time }
    case .feedEntries: return feed.forget(before: time)
    case .auditEntries: return auditLog.forget(before: time)
    case .deliveries: return webhooks.forget(before: time)
    case .sessions:
      let count = sessions.count
      sessions.removeAll { $0.expires < time }
      return count - sessions.count
    }
  }

  private static func forget<Key, Value>(
    _ entries: inout [Key: Value], where isOld: ((key: Key, value: Value)) -> Bool
  ) -> Int {
    let count = entries.count
    entries = entries.filter { !isOld($0) }
    return count - entries.count
  }
}
