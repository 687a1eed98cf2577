import JSONSyntax
package import LinkStorage
package import Links

/// Imports a file of links into a store, piece by piece in bounded memory.
///
/// Links are stored in batches, each as a whole or not at all. An interrupted import is resumed by
/// starting over: links already imported count as unchanged. A dry run gives exactly the answer
/// that the real run would give and writes nothing.
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
  /// The result so far.
  package private(set) var report: ImportReport
  private let homeward = Homeward()
  private var host = SoleHost.none
  /// Whether rows came from elsewhere instead of from pieces of a file.
  private var hasRowsOfOthers = false

  /// The only host of the imported links, if there is just one.
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

  /// The links of this import that its other links may lead to: those since the last batch or, in a
  /// dry run, the first ones of the file, because they are not stored anywhere else.
  private final class Homeward {
    var links: [LinkKey: ShortLink] = [:]
  }

  /// The settings of an import.
  package struct Options: Equatable, Sendable {
    /// Whether to write nothing.
    package var isDryRun: Bool
    /// Whether to overwrite links that were created here, or edited since an import wrote them.
    package var overwritesEdits: Bool
    /// The details of the file that the caller provides.
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

  /// The number of links per transaction: enough that flushing to disk costs little per link and
  /// that index pages are written once for several; few enough that a server's own writes wait a
  /// fraction of a second at most.
  private static let batchSize = 5000
  /// Pieces are read in parts of this many bytes, however large they are: rows take many times more
  /// memory than their text.
  private static let partSize = 1 << 16
  /// The number of links that are remembered for leading to others on the same service; few do.
  private static let homewardLimit = 50_000

  /// - Parameters:
  ///   - store: receives the links and an event for the import.
  ///   - actor: the one who imports.
  ///   - places: the hosts and paths where the links may live.
  ///   - now: the time of creation and change.
  ///   - reach: the hosts that the caller may change.
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

  /// The report for a file that cannot be decoded, before any of its links is imported; nil when
  /// all of it can be. Without this check, full batches before the fault would already be written.
  ///
  /// - Parameter next: returns the next piece of the file; nil at its end.
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

  /// Reads a piece of the file; waits for the store when a batch is full.
  package mutating func feed(_ bytes: [UInt8]) throws(LinkStoreError) {
    try feed(bytes[...])
  }

  /// Ends the file and writes the remaining links.
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

  /// Notifies webhooks of the import as a whole, as they may not receive its links one by one. If
  /// all links are on one host, the event belongs to it; otherwise, it goes to webhooks for all
  /// hosts.
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

  /// Adds a remark about the import as a whole.
  package mutating func note(_ text: String) {
    report.notes.append(text)
  }

  /// Counts a link that is already in the store and was not examined.
  package mutating func noteUnchanged() {
    hasRowsOfOthers = true
    report.add(.unchanged, line: 0, name: "")
  }

  /// Writes the links that are waiting.
  package mutating func flush() throws(LinkStoreError) {
    try apply()
  }

  /// Takes a row that comes from elsewhere, instead of a piece of a file.
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

  /// Gives a new link the counts from another store; an existing link keeps its own.
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
    // Reserved before the link exists: if interrupted here, the clicks are not reserved twice.
    let missing = carried.reserved - (try store.currentReservedClicks(of: life))
    guard missing > 0 else { return link }
    _ = try waitForAnswer { store.reserve(missing, of: life, limit: limit, completion: $0) }
    return link
  }

  private mutating func applied(_ entries: [Entry]) throws(LinkStoreError) -> [AppliedChange] {
    if actor.change == nil {
      // All batches belong to one change.
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

  /// The result that `apply` would have, by reading alone: a dry run blocks no writer and needs no
  /// write access. No link appears twice in a file, so none affects the result of another.
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

  /// Rejects a link that leads back to itself; false for such a link.
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
  /// The password that an imported link will have. A link that already has the same password keeps
  /// its hash: every hash has its own salt, so otherwise every import would change the link.
  ///
  /// - Parameters:
  ///   - typed: the password in clear text, when the file has it.
  ///   - stored: the password of the existing link under the same key.
  package func password<Failure>(
    of link: ShortLink, typed: String?, isDryRun: Bool, stored: () throws(Failure) -> PasswordHash?
  ) throws(Failure) -> Result<PasswordHash?, LinkFault> {
    if link.password == .withheld {
      // Without an existing password, the link would be open to everyone.
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
  /// The faults of a link that leads back to itself; nil for one that leads elsewhere directly.
  ///
  /// - Parameter lookUp: finds other links.
  package typealias Circles =
    @Sendable (
      _ link: ShortLink, _ lookUp: @escaping (LinkKey) throws(LinkStoreError) -> ShortLink?
    ) throws(LinkStoreError) -> [SiteRules.Fault]?
}
