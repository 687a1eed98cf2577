import JSONSyntax
package import LinkStorage
package import Links

/// Takes a file of links into a store, piece by piece in bounded memory.
///
/// Links go to the store in batches, each whole or not at all. An import that was broken off is
/// resumed by beginning anew: what is done already counts as unchanged. A dry run answers exactly
/// as the real run would and writes nothing.
package struct LinkImport {
  private var reader: LinkImportReader
  private var batch: [Entry] = []
  private let store: any ManagedLinks & HistoryKeeping & EventOutbox & ClickLimits
  private var actor: AuditActor
  private let passwords: PasswordHasher
  private let now: Timestamp
  private let places: ImportPlaces
  private let options: Options
  private let reach: HostReach
  package private(set) var report: ImportReport
  private let homeward = Homeward()
  private var host = SoleHost.none
  /// Whether rows were made elsewhere, in place of pieces of a file.
  private var hasRowsOfOthers = false

  /// The host of the links that were taken.
  private enum SoleHost {
    case none, many
    case one(String)

    mutating func add(_ host: String) {
      switch self {
      case .none: self = .one(host)
      case .one(host), .many: break
      case .one: self = .many
      }
    }

    var name: String? {
      if case .one(let host) = self { host } else { nil }
    }
  }

  /// The links of this import that others of it may lead to: since the last batch, or in a dry run
  /// the first ones of the file, for nothing else remembers them.
  private final class Homeward {
    var links: [LinkKey: ShortLink] = [:]
  }

  /// How an import is meant.
  package struct Options: Equatable, Sendable {
    /// Whether nothing is written.
    package var isDryRun: Bool
    /// Whether links give way that were made here, or edited since an import wrote them.
    package var overwritesEdits: Bool
    /// What the caller says of the file.
    package var reading: ImportReading

    package init(
      isDryRun: Bool, overwritesEdits: Bool = false, reading: ImportReading = ImportReading()
    ) {
      self.isDryRun = isDryRun
      self.overwritesEdits = overwritesEdits
      self.reading = reading
    }
  }

  private struct Entry {
    var link: ShortLink
    let line: Int
    let name: String?
    let password: String?
    let carried: CarriedCounts?

    func rejected(_ reasons: [Sentence]) -> ImportRow {
      ImportRow(line: line, name: name, rejectedFor: reasons)
    }
  }

  /// So many links share a transaction: enough that its flush of the disk costs little beside
  /// them, and that pages of the indexes are written once for several; few enough that a server's
  /// own writes wait a fraction of a second at most.
  private static let batchSize = 5000
  /// Pieces are read in parts of so many bytes, however large they are: rows are many times larger
  /// than their text.
  private static let partSize = 1 << 16
  /// How many links that lead to others on the same service are remembered; few do.
  private static let homewardLimit = 50_000

  /// - Parameters:
  ///   - store: takes the links, and an event of the import.
  ///   - actor: who imports.
  ///   - places: where the links may live.
  ///   - now: the time of creation and change.
  ///   - reach: the hosts that the importing caller may change.
  package init(
    _ format: ImportFormat,
    into store: any ManagedLinks & HistoryKeeping & EventOutbox & ClickLimits,
    by actor: AuditActor, places: ImportPlaces,
    passwords: PasswordHasher, now: Timestamp, _ options: Options,
    reach: HostReach = .everywhere
  ) {
    self.reach = reach
    reader = LinkImportReader(
      format, options.reading, places: places, now: now, takesPasswords: true)
    self.store = store
    self.actor = actor
    self.passwords = passwords
    self.now = now
    self.places = places
    self.options = options
    report = ImportReport(isDryRun: options.isDryRun)
  }

  /// What is to be said of a file that cannot be read, before any of its links is taken; nil when
  /// all of it can be. Without it, full batches before the fault are written by then.
  ///
  /// - Parameter next: the next piece of the file; nil at its end.
  package static func refusal<Failure>(
    isDryRun: Bool, next: () throws(Failure) -> [UInt8]?
  ) throws(Failure) -> ImportReport? {
    var decoder = TextDecoder()
    var fault: TextDecoder.Fault?
    while fault == nil {
      let piece = try next()
      do throws(TextDecoder.Fault) {
        guard let piece else {
          _ = try decoder.finish()
          return nil
        }
        _ = try decoder.feed(piece[...])
      } catch {
        fault = error
      }
    }
    var report = ImportReport(isDryRun: isDryRun)
    if let fault { report.add(ImportRow(fault)) }
    return report
  }

  /// Reads a piece of the file; waits for the store when a batch is full.
  package mutating func feed(_ bytes: ArraySlice<UInt8>) throws(LinkStoreError) {
    var rest = bytes
    while !rest.isEmpty {
      var rows: [ImportRow] = []
      reader.feed(rest.prefix(Self.partSize)) { rows.append($0) }
      rest = rest.dropFirst(Self.partSize)
      try take(rows)
    }
  }

  package mutating func feed(_ bytes: [UInt8]) throws(LinkStoreError) {
    try feed(bytes[...])
  }

  /// Ends the file, and writes what was still waiting.
  package mutating func finish() throws(LinkStoreError) -> ImportReport {
    var rows: [ImportRow] = []
    if !hasRowsOfOthers { reader.finish { rows.append($0) } }
    try take(rows)
    try apply()
    if !options.isDryRun { try waitForAnswer { store.endApplying(completion: $0) } }
    report.recognition = reader.recognition
    report.notes = reader.notes + report.notes
    if !options.isDryRun { try tell() }
    return report
  }

  /// Tells webhooks of the whole, whose links they may not hear of one by one. An import of one
  /// host's links is that host's; one of several is told to those that hear of every host.
  private func tell() throws(LinkStoreError) {
    let event = WebhookEvent(
      .importFinished, host: host.name, time: now,
      data: .object([
        .init("host", .optional(host.name)),
        .init("created", .int(report.created)), .init("updated", .int(report.updated)),
        .init("unchanged", .int(report.unchanged)), .init("kept", .int(report.kept)),
        .init("rejected", .int(report.rejected)),
      ]))
    try waitForAnswer { store.emit([event], completion: $0) }
  }

  /// Adds what is to be said of the whole.
  package mutating func note(_ text: String) {
    report.notes.append(text)
  }

  /// Counts a link that is in the store already and was not looked at.
  package mutating func noteUnchanged() {
    hasRowsOfOthers = true
    report.add(.unchanged, line: 0, name: "")
  }

  /// Writes what was still waiting.
  package mutating func flush() throws(LinkStoreError) {
    try apply()
  }

  /// Takes a row that was made elsewhere, in place of a piece of a file.
  package mutating func take(_ row: ImportRow) throws(LinkStoreError) {
    hasRowsOfOthers = true
    try take([row])
  }

  private mutating func take(_ rows: [ImportRow]) throws(LinkStoreError) {
    for row in rows {
      report.add(row)
      if row.rejectsFile { batch.removeAll() }
      guard let link = row.link else { continue }
      batch.append(
        Entry(
          link: link, line: row.line, name: row.name, password: row.password,
          carried: row.carried))
      if batch.count >= Self.batchSize { try apply() }
    }
  }

  private mutating func apply() throws(LinkStoreError) {
    var entries: [Entry] = []
    entries.reserveCapacity(batch.count)
    for entry in batch {
      guard reach.covers(entry.link.host) else {
        _ = reject(entry, at: "host", .hostOutOfReach(entry.link.host))
        continue
      }
      guard try isStraight(entry), let link = try protected(entry) else { continue }
      var entry = entry
      entry.link = try withCounts(link, entry.carried)
      host.add(link.host)
      entries.append(entry)
    }
    batch.removeAll(keepingCapacity: true)
    guard !entries.isEmpty else { return }
    let changes = try options.isDryRun ? changes(of: entries) : applied(entries)
    for (entry, change) in zip(entries, changes) {
      report.add(change, line: entry.line, name: entry.name ?? entry.link.slug)
    }
    if !options.isDryRun { homeward.links.removeAll() }
  }

  /// A link that is made anew takes over what another store has counted. One that is here has its own.
  private func withCounts(
    _ link: ShortLink, _ carried: CarriedCounts?
  ) throws(LinkStoreError) -> ShortLink {
    guard let carried else { return link }
    var link = link.stamped(now)
    guard try store.currentLink(at: link.key) == nil else {
      link.rare.importedClicks = nil
      return link
    }
    if carried.clicks > 0 { link.rare.importedClicks = carried.clicks }
    guard let limit = link.maxClicks, !options.isDryRun else { return link }
    let life = LinkLife(link)
    // Reserved before the link is there: what is broken off here is not reserved twice.
    let missing = carried.reserved - (try store.currentReservedClicks(of: life))
    guard missing > 0 else { return link }
    _ = try waitForAnswer { store.reserve(missing, of: life, limit: limit, completion: $0) }
    return link
  }

  private mutating func applied(_ entries: [Entry]) throws(LinkStoreError) -> [AppliedChange] {
    if actor.change == nil {
      // All batches are one change.
      actor.change = try waitForAnswer {
        store.beginChange(undoing: nil, by: actor, now: now, completion: $0)
      }
      report.change = actor.change
    }
    return try waitForAnswer {
      store.apply(
        entries.map(\.link), overwritesEdits: options.overwritesEdits, by: actor, now: now,
        completion: $0)
    }
  }

  /// What `apply` would do, from reading alone: a dry run keeps no writer waiting and needs no right
  /// to write. No link stands twice in a file, so none of them changes what becomes of another.
  private func changes(of entries: [Entry]) throws(LinkStoreError) -> [AppliedChange] {
    var changes: [AppliedChange] = []
    for entry in entries {
      let existing = try store.currentLink(at: entry.link.key)?.link
      let change = LinkChange(
        existing: existing, incoming: entry.link, now: now,
        .importing(overwritesEdits: options.overwritesEdits))
      changes.append(change.applied)
    }
    return changes
  }

  /// Whether the link leads away from itself; rejects it otherwise.
  private mutating func isStraight(_ entry: Entry) throws(LinkStoreError) -> Bool {
    let (store, homeward) = (store, homeward)
    let faults = try places.circles(entry.link) { key throws(LinkStoreError) in
      if let link = homeward.links[key] { return link }
      return try store.currentLink(at: key)?.link
    }
    guard let faults else { return true }
    guard faults.isEmpty else {
      report.add(
        entry.rejected(
          faults.map { Sentence(ColumnFault(column: $0.path, reason: Sentence($0.reason))) }))
      return false
    }
    if homeward.links.count < Self.homewardLimit { homeward.links[entry.link.key] = entry.link }
    return true
  }

  /// The link with its password hashed.
  private mutating func protected(_ entry: Entry) throws(LinkStoreError) -> ShortLink? {
    var link = entry.link
    let password = try passwords.password(
      of: link, typed: entry.password, isDryRun: options.isDryRun
    ) { () throws(LinkStoreError) in try store.currentLink(at: link.key)?.link.password }
    switch password {
    case .success(let password):
      link.password = password
      return link
    case .failure(let fault): return reject(entry, at: "password", fault)
    }
  }

  private mutating func reject(
    _ entry: Entry, at column: String, _ reason: LinkFault
  ) -> ShortLink? {
    let fault = ColumnFault(column: column, reason: Sentence(reason))
    report.add(entry.rejected([Sentence(fault)]))
    return nil
  }
}

extension PasswordHasher {
  /// The password that the link of a file comes to have. A link that has the same password keeps its
  /// hash: otherwise every import would change it, since each hash has a salt of its own.
  ///
  /// - Parameters:
  ///   - typed: the password as people type it, where the file has it so.
  ///   - stored: what the link at the same place has in the store.
  package func password<Failure>(
    of link: ShortLink, typed: String?, isDryRun: Bool, stored: () throws(Failure) -> PasswordHash?
  ) throws(Failure) -> Result<PasswordHash?, LinkFault> {
    if link.password == .withheld {
      // Without one there the link would be open to everybody.
      return try stored().map(Result.success) ?? .failure(.noPasswordToKeep)
    }
    guard let typed else {
      if let fault = link.password.flatMap(fault) { return .failure(.hashRefused(fault)) }
      return .success(link.password)
    }
    if let stored = try stored(), verify(typed, stored) { return .success(stored) }
    // A dry run only needs a hash that no link has.
    let hash = isDryRun ? PasswordHash("") : hash(typed)
    return hash.map(Result.success) ?? .failure(.passwordNotHashed)
  }
}

extension ImportPlaces {
  /// What is wrong with a link that leads back to itself; nil for one that leads elsewhere at once.
  ///
  /// - Parameter lookUp: finds other links.
  package typealias Circles =
    @Sendable (
      _ link: ShortLink, _ lookUp: @escaping (LinkKey) throws(LinkStoreError) -> ShortLink?
    ) throws(LinkStoreError) -> [SiteRules.Fault]?
}
