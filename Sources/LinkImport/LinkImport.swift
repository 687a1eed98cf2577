package import Links
package import LinkStorage

/// Takes a file of links into a store, piece by piece in bounded memory.
///
/// Links go to the store in batches, each whole or not at all. An import that was broken off is
/// resumed by beginning anew: what is done already counts as unchanged. A dry run answers exactly
/// as the real run would and writes nothing.
package struct LinkImport {
  private var reader: LinkImportReader
  private var batch: [Entry] = []
  private let store: any ManagedLinks
  private let passwords: PasswordHasher
  private let now: Timestamp
  private let isDryRun: Bool
  package private(set) var report = ImportReport()

  private struct Entry {
    var link: ShortLink
    let line: Int
    let name: String?
    let password: String?
  }

  /// So many links share a transaction: enough that its flush of the disk costs little beside
  /// them, and that pages of the indexes are written once for several; few enough that a server's
  /// own writes wait a fraction of a second at most.
  private static let batchSize = 5000
  /// Pieces are read in parts of so many bytes, however large they are: rows are many times larger
  /// than their text.
  private static let partSize = 1 << 16

  /// - Parameters:
  ///   - places: where the links may live.
  ///   - now: the time of creation and change.
  package init(
    _ format: ImportFormat, into store: any ManagedLinks, places: ImportPlaces,
    passwords: PasswordHasher, now: Timestamp, isDryRun: Bool
  ) {
    reader = LinkImportReader(format, places: places, takesPasswords: true)
    self.store = store
    self.passwords = passwords
    self.now = now
    self.isDryRun = isDryRun
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
    reader.finish { rows.append($0) }
    try take(rows)
    try apply()
    return report
  }

  private mutating func take(_ rows: [ImportRow]) throws(LinkStoreError) {
    for row in rows {
      report.add(row)
      guard let link = row.link else { continue }
      batch.append(Entry(link: link, line: row.line, name: row.name, password: row.password))
      if batch.count >= Self.batchSize { try apply() }
    }
  }

  private mutating func apply() throws(LinkStoreError) {
    var links: [ShortLink] = []
    links.reserveCapacity(batch.count)
    for entry in batch {
      if let link = try protected(entry) { links.append(link) }
    }
    batch.removeAll(keepingCapacity: true)
    guard !links.isEmpty else { return }
    guard !isDryRun else { return try compare(links) }
    report.add(try waitForAnswer { store.apply(links, now: now, completion: $0) })
  }

  /// What `apply` would do, from reading alone: a dry run keeps no writer waiting and needs no right
  /// to write. No link stands twice in a file, so none of them changes what becomes of another.
  private mutating func compare(_ links: [ShortLink]) throws(LinkStoreError) {
    for link in links {
      let existing = try store.currentLink(at: link.key)?.link
      switch LinkChange(existing: existing, incoming: link, now: now) {
      case .create: report.add([.created])
      case .update: report.add([.updated])
      case .unchanged: report.add([.unchanged])
      }
    }
  }

  /// The link with its password hashed. A link that has the same password keeps its hash:
  /// otherwise every import would change it, since each hash has a salt of its own.
  private mutating func protected(_ entry: Entry) throws(LinkStoreError) -> ShortLink? {
    if entry.link.password == .withheld { return try keepingPassword(entry) }
    guard let password = entry.password else { return entry.link }
    var link = entry.link
    if let old = try store.currentLink(at: link.key)?.link.password, passwords.verify(password, old)
    {
      link.password = old
      return link
    }
    // A dry run only needs a hash that no link has.
    link.password = isDryRun ? PasswordHash("") : passwords.hash(password)
    guard link.password == nil else { return link }
    return reject(entry, "password: the password could not be hashed")
  }

  /// The link with the password that it has in the store. Without one there it is rejected, since it
  /// would be open to everybody.
  private mutating func keepingPassword(_ entry: Entry) throws(LinkStoreError) -> ShortLink? {
    var link = entry.link
    link.password = try store.currentLink(at: link.key)?.link.password
    guard link.password == nil else { return link }
    return reject(
      entry,
      "password: the export withheld the hash, and there is no password here to keep: expected an "
        + "export by the scope admin")
  }

  private mutating func reject(_ entry: Entry, _ problem: String) -> ShortLink? {
    report.add(ImportRow(line: entry.line, name: entry.name, rejectedFor: [problem]))
    return nil
  }
}
