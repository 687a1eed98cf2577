import JSONSyntax
package import LinkImport
import LinkStorage
import Links
import SiteModel
import WebSyntax

/// Imports a file of links into a store, piece by piece in bounded memory.
///
/// Links are stored in batches, each as a whole or not at all. An interrupted import is resumed by
/// starting over: links already imported count as unchanged. A dry run gives exactly the answer
/// that the real run would give and writes nothing.
package struct LinkImport {
  private var reader: LinkImportReader
  /// The rows since the last batch, in the order of the file.
  private var batch: [ImportRow] = []
  /// The number of rows that wait for others to be written with them.
  package var waiting: Int { batch.count }
  private let editor: LinkEditor
  /// The author of the one change that all batches make up; nil before the first.
  private var actor: AuditActor?
  private let passwords: PasswordHasher
  private let terms: ImportTerms
  package private(set) var report: ImportReport
  /// The links of this import that its other links may lead to: those since the last batch or, in a
  /// dry run, the first ones of the file, because they are not stored anywhere else.
  private var homeward: [LinkKey: ShortLink?] = [:]
  /// The hashes of keys under which a dry run would create links on sites with several hosts.
  private var made: Set<Int> = []
  /// Two of the hosts of the imported links, or their only one.
  private var someHosts: Set<String> = []
  /// The links of rows that were read with the last of the batch, but belong to the next one.
  private var ahead: Set<LinkKey> = []
  /// The links of this import at addresses of QR codes; few are.
  private var pictures: Set<LinkKey> = []
  private var apps: ImportedApps
  /// Whether rows came from elsewhere instead of from pieces of a file.
  private var hasRowsOfOthers = false
  /// The number of listed links that are in the store already.
  private var known = 0

  /// The number of rows per transaction: enough that flushing to disk costs little per link and
  /// that index pages are written once for several; few enough that a server's own writes wait a
  /// fraction of a second at most.
  private static let batchSize = 5000
  /// Pieces are read in parts of this many bytes, however large they are: rows take many times more
  /// memory than their text.
  private static let partSize = 1 << 16
  /// The number of links that are remembered for leading to others on the same service, and for being at
  /// addresses of QR codes; few do.
  private static let notedLimit = 50_000

  init(_ terms: ImportTerms, passwords: PasswordHasher, by editor: LinkEditor) {
    let hosts = ImportHosts(sites: editor.sites.siteTable, otherHost: terms.otherHost)
    reader = LinkImportReader(
      terms.format, terms.reading, hosts: hosts, now: editor.now, takesPasswords: true)
    self.editor = editor
    apps = ImportedApps(editor.sites)
    self.passwords = passwords
    self.terms = terms
    report = ImportReport(isDryRun: terms.isDryRun)
  }

  /// Reads a piece of the file; waits for the store when a batch is full.
  package mutating func feed(_ bytes: some Sequence<UInt8>) throws(ChangeError) {
    var rest = ArraySlice(bytes)
    while !rest.isEmpty {
      let rows = reader.feed(rest.prefix(Self.partSize))
      rest = rest.dropFirst(Self.partSize)
      try take(rows)
    }
  }

  /// Ends the file and writes the remaining links.
  package mutating func finish() throws(ChangeError) -> ImportReport {
    if !hasRowsOfOthers, known == 0 { try take(reader.finish()) }
    try flush()
    // The store needs the memory for what follows.
    reader.forgetLinks()
    if !report.isRefusal {
      report.recognition = reader.recognition
      let here =
        (known == 1 ? "1 link is here already and was" : "\(known) links are here already and were")
        + " not asked for: --overwrite asks again"
      report.notes =
        reader.notes + (known == 0 ? [] : [Sentence(english: here)]) + apps.notes
    }
    guard !terms.isDryRun else { return report }
    try editor.written { $0.endApplying(completion: $1) }
    try notifyWebhooks()
    return report
  }

  /// Ends an import that will not be finished: work postponed until the end of the file is done now.
  package func abandon() {
    if !terms.isDryRun { editor.store.endApplying { _ in } }
  }

  /// Notifies webhooks of the import as a whole, as they may not receive its links one by one. If
  /// all links are on one host, the event belongs to it; otherwise, it goes to webhooks for all
  /// hosts.
  private func notifyWebhooks() throws(ChangeError) {
    let host = someHosts.count == 1 ? someHosts.first : nil
    let event = WebhookEvent(
      .importFinished, host: host, time: editor.now,
      data: [
        "host": .optional(host), "created": .int(report.created),
        "updated": .int(report.updated), "unchanged": .int(report.unchanged),
        "kept": .int(report.kept), "rejected": .int(report.rejected),
      ])
    try editor.written { $0.emit([event], completion: $1) }
  }

  /// Whether the old service has to be asked for the destination of a listed short URL. Others are here
  /// already, or rejected.
  package mutating func mustAsk(for url: String, line: Int) throws(ChangeError) -> Bool {
    switch reader.enter(url, line: line) {
    case .rejected(let row): try take(row)
    case .new(let key):
      guard !terms.overwritesEdits, try editor.current(key) != nil else { return true }
      known += 1
      report.count(.unchanged, line: line, name: url)
    }
    return false
  }

  /// Takes the old service's answer for a listed short URL.
  package mutating func take(_ answer: OldAnswer, line: Int) throws(ChangeError) {
    try take(reader.row(answer, line: line))
  }

  /// Takes a row that comes from elsewhere, instead of a piece of a file.
  package mutating func take(_ row: ImportRow) throws(ChangeError) {
    hasRowsOfOthers = true
    try take([row])
  }

  private mutating func take(_ rows: [ImportRow]) throws(ChangeError) {
    for (index, row) in rows.enumerated() {
      guard !row.rejectsFile else {
        for row in batch where row.link == nil { report.add(row) }
        batch.removeAll()
        report.add(row)
        continue
      }
      batch.append(row)
      guard batch.count >= Self.batchSize else { continue }
      ahead = Set(rows.dropFirst(index + 1).lazy.compactMap(\.link?.key))
      try flush()
      ahead = []
    }
  }

  /// Writes the rows that wait.
  package mutating func flush() throws(ChangeError) {
    var rows: [ImportRow] = []
    swap(&rows, &batch)
    let there = try editor.current(rows.lazy.filter(dependsOnStored).compactMap(\.link?.key))
    var rejected: Set<LinkKey> = []
    for index in rows.indices {
      guard let key = rows[index].link?.key else { continue }
      try accept(&rows[index], over: there[key])
      if rows[index].link == nil { rejected.insert(key) }
    }
    try addWarnings(to: &rows, rejected)
    let links = rows.compactMap(\.link)
    var changes: [AppliedChange] = []
    if !links.isEmpty { changes = try terms.isDryRun ? self.changes(of: links) : applied(links) }
    var answers = changes.makeIterator()
    // A row stands in the report with what became of it: a loss is none where it is rejected.
    for row in rows {
      guard let link = row.link, let change = answers.next() else {
        report.add(row)
        continue
      }
      if case .takenElsewhere(let key) = change {
        report.add(row.rejected(at: "slug", LinkObstacle.slugOfOtherHost(key)))
        continue
      }
      // A link that stays as it is here loses nothing.
      if change != .kept { report.add(row) }
      report.count(ImportReport.Outcome(change), line: row.line, name: row.name ?? link.slug)
    }
    if !terms.isDryRun { homeward.removeAll() }
    rows.removeAll(keepingCapacity: true)
    swap(&rows, &batch)
  }

  private func dependsOnStored(_ row: ImportRow) -> Bool {
    reader.readsPart || terms.overwritesEdits || row.carried != nil || row.password != nil
      || row.link?.password != nil
  }

  /// Makes the link of a row what may be stored, with its password hashed, or rejects the row.
  private mutating func accept(_ row: inout ImportRow, over there: ShortLink?) throws(ChangeError) {
    guard var link = row.link else { return }
    guard editor.authority.covers(link.host) else {
      row = row.rejected(at: "host", LinkFault.hostOutOfReach(link.host))
      return
    }
    if reader.readsPart, var stored = there {
      stored.url = link.url
      stored.rare.name = link.rare.name
      stored.rare.tags = link.rare.tags
      stored.rare.expires = link.rare.expires
      link = stored
    }
    if let faults = try editor.circles(of: link, among: homeward) {
      guard faults.isEmpty else {
        row = row.rejected(faults.map { Sentence($0.reason, of: $0.path) })
        return
      }
      if homeward.count < Self.notedLimit { homeward[link.key] = link }
    }
    if row.password != nil || link.password != nil {
      switch passwords.password(
        of: link, typed: row.password, isDryRun: terms.isDryRun, stored: { there?.password })
      {
      case .success(let password): link.password = password
      case .failure(let fault):
        row = row.rejected(at: "password", fault)
        return
      }
    }
    if terms.overwritesEdits, link.password == nil, there?.password != nil {
      row.warnings = [Sentence(ImportRemark.passwordOverwritten, of: "password")]
    }
    if let carried = row.carried { link = try withCounts(link, carried, over: there) }
    if someHosts.count < 2 { someHosts.insert(link.host) }
    apps.note(link)
    row.link = link
  }

  /// Adds what is odd about links, whose names are seen beside those of the file and of the store.
  ///
  /// - Parameter rejected: the links that the file has and that will not be there.
  private mutating func addWarnings(
    to rows: inout [ImportRow], _ rejected: Set<LinkKey>
  ) throws(ChangeError) {
    let keys = rows.compactMap(\.link?.key)
    for key in keys where key.slug.hasSuffix(Slug.picture) && pictures.count < Self.notedLimit {
      pictures.insert(key)
    }
    var oddities = try editor.oddities(of: keys) { other, key in
      // The store is not asked for the picture of each of a million links.
      if other.slug.utf8.count > key.slug.utf8.count { return pictures.contains(other) }
      let isRead = reader.hasRead(other) && !rejected.contains(other) && !ahead.contains(other)
      return isRead ? true : nil
    }.makeIterator()
    for index in rows.indices {
      guard let link = rows[index].link else { continue }
      let all = (oddities.next() ?? []) + editor.sites.oddities(ofRulesOf: link)
      if !all.isEmpty { rows[index].warnings += all.map { Sentence($0) } }
    }
  }

  /// Gives a new link the counts from another store; an existing link keeps its own.
  private func withCounts(
    _ link: ShortLink, _ carried: CarriedCounts, over there: ShortLink?
  ) throws(ChangeError) -> ShortLink {
    var link = link.stamped(editor.now)
    guard there == nil else {
      link.rare.importedClicks = nil
      return link
    }
    if carried.clicks > 0 { link.rare.importedClicks = carried.clicks }
    guard link.maxClicks != nil, !terms.isDryRun, try editor.taken(link.key) == nil else {
      return link
    }
    let life = LinkLife(link)
    // Reserved before the link exists: if interrupted here, the clicks are not reserved twice.
    let missing = try carried.reserved - editor.read(editor.store.reservedClicks(of: life))
    guard missing > 0 else { return link }
    // Also beyond the limit, which may be below them and is raised again one day.
    _ = try editor.written { $0.reserve(missing, of: life, limit: .max, completion: $1) }
    return link
  }

  private mutating func applied(_ links: [ShortLink]) throws(ChangeError) -> [AppliedChange] {
    let author: AuditActor
    if let actor { author = actor } else { author = try editor.actorOfMany() }
    (actor, report.change) = (author, author.change)
    return try editor.written {
      $0.apply(
        links, overwritesEdits: terms.overwritesEdits, homes: editor.homes,
        by: author, now: editor.now, completion: $1)
    }
  }

  /// The result that `apply` would have, by reading alone: a dry run blocks no writer and needs no
  /// write access. No link appears twice in a file, so that one affects the result of another only on
  /// another host of its site.
  private mutating func changes(of links: [ShortLink]) throws(ChangeError) -> [AppliedChange] {
    var changes: [AppliedChange] = []
    let keys = links.map(\.key)
    let there = try editor.current(keys)
    let homes = try editor.current(keys.lazy.filter { there[$0] == nil }.flatMap(editor.homes))
    for link in links {
      let change = LinkChange(
        existing: there[link.key], incoming: link, now: editor.now,
        .importing(overwritesEdits: terms.overwritesEdits))
      if case .create = change, let home = otherHome(of: link.key, among: homes) {
        changes.append(.takenElsewhere(home))
      } else {
        changes.append(change.applied)
      }
    }
    return changes
  }

  /// The link that would keep one from being created; notes the key of the new link when there is none.
  ///
  /// - Parameter there: the links of the store on other hosts of the sites of new links.
  private mutating func otherHome(of key: LinkKey, among there: [LinkKey: ShortLink]) -> LinkKey? {
    func hash(_ key: LinkKey) -> Int { FNV1a((key.host + "/" + key.slug).utf8).value }
    let others = editor.homes(key)
    guard !others.isEmpty else { return nil }
    let home = others.first { made.contains(hash($0)) || there[$0] != nil }
    if home == nil { made.insert(hash(key)) }
    return home
  }
}

extension ImportRow {
  fileprivate func rejected(_ reasons: [Sentence]) -> ImportRow {
    var row = ImportRow(line: line, name: name, rejectedFor: reasons)
    row.rowOfLine = rowOfLine
    return row
  }

  fileprivate func rejected(at column: String, _ reason: some Wording) -> ImportRow {
    rejected([Sentence(reason, of: column)])
  }
}

extension ImportReport.Outcome {
  /// An import removes nothing.
  fileprivate init(_ change: AppliedChange) {
    self =
      switch change {
      case .created: .created
      case .updated: .updated
      case .kept: .kept
      // A link that is taken elsewhere is rejected before.
      case .unchanged, .removed, .takenElsewhere: .unchanged
      }
  }
}

extension PasswordHasher {
  /// The password that a link of a file will have. A link that already has the same password keeps
  /// its hash: every hash has its own salt, so otherwise every import would change the link.
  ///
  /// - Parameters:
  ///   - typed: the password in clear text, when the file has it.
  ///   - stored: the password of the existing link under the same key.
  func password<Failure>(
    of link: ShortLink, typed: String?, isDryRun: Bool, stored: () throws(Failure) -> PasswordHash?
  ) throws(Failure) -> Result<PasswordHash?, LinkFault> {
    if link.password == .withheld {
      // Without an existing password, the link would be open to everybody.
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
