import Changes
import JSONSyntax
import LinkStorage
import Links
import PostgresStore
import SQLStorage
import SQLiteStore

enum StoreSource: Equatable, Sendable {
  case sqlite(String)
  case postgres(String)

  /// Nil if the text names no kind of store.
  init?(_ text: String) {
    if text.hasPrefix("sqlite:") {
      let path = String(text.dropFirst("sqlite:".count))
      guard !path.isEmpty else { return nil }
      self = .sqlite(path)
      return
    }
    guard text.hasPrefix("postgresql://") || text.hasPrefix("postgres://") || text.contains("=")
    else { return nil }
    self = .postgres(text)
  }

  func open() throws(LinkStoreError) -> any LinkStore & CountTransfer {
    switch self {
    case .sqlite(let path):
      let left = LeftClicks(beside: path).visits
      // Counts are copied once: those that come later would be missing for good.
      guard left == 0 else {
        throw .uncopied(
          "the last process left \(CountBatch.clicks(left)) beside '\(path)': expected them counted, "
            + "which a start with this store does")
      }
      return try SQLiteStore.reading(path)
    case .postgres(let text): return try PostgresStore(text)
    }
  }
}

extension LinkStoreError {
  fileprivate static func uncopied(_ message: String) -> LinkStoreError {
    LinkStoreError(.failed, message, operation: StoreCopying.operation)
  }
}

/// `keiro store copy`: copies from another store everything that is meaningful in this one.
///
/// What exists here is left alone, and each page of counts and of the audit log is copied once, so
/// an interrupted copy can be repeated.
struct StoreCopying {
  let from: any LinkStore & CountTransfer
  let into: any LinkStore & CountTransfer
  let applies: Bool
  let now: Timestamp
  let progress: ProgressBar
  var sums = Sums()

  /// What errors name as failed when the copy is refused, rather than a store failing.
  static let operation = "copy"

  private static let batchSize = 5000
  private static let pageSize = 200

  struct Sums {
    var created = 0
    var kept = 0
    var tokens = 0
    var webhooks = 0
    var people = 0
    var passkeys = 0
    var auditEntries = 0
    /// The names of people that are already in use here.
    var takenNames: [String] = []
    /// The links that the store cannot hold, with the field that it cannot.
    var unstorable: [(link: LinkKey, field: String)] = []
    var counted = 0
    var clicks = 0
    var launches = 0
    /// The number of pages of counts that were copied earlier.
    var repeated = 0

    func document(applies: Bool) -> JSONOutput {
      [
        "dryRun": .bool(!applies), "links": .int(created), "kept": .int(kept),
        "tokens": .int(tokens), "webhooks": .int(webhooks), "people": .int(people),
        "passkeys": .int(passkeys), "auditEntries": .int(auditEntries),
        "takenNames": .strings(takenNames),
        "unstorable": .array(
          unstorable.map { entry in
            [
              "host": .string(entry.link.host), "slug": .string(entry.link.slug),
              "field": .string(entry.field),
            ]
          }),
        "clicks": .int(clicks), "countedLinks": .int(counted), "launches": .int(launches),
        "countedBefore": .bool(repeated > 0),
      ]
    }
  }

  private static let staying =
    "sessions (everybody signs in once more), deliveries to webhooks, answers to idempotency keys, "
    + "and the versions of links: of what was changed before, only deletions can be undone there"

  mutating func run() throws(LinkStoreError) -> CommandAnswer {
    defer { progress.clear() }
    try refuseCircle()
    // The audit log comes first, so that its entries precede those of this copy.
    try copyAudit()
    try copyLinks()
    try copyTokens()
    try copyWebhooks()
    try copyPeople()
    if applies, let templates = try from.sharedValue(CampaignTemplate.storedName),
      try into.sharedValue(CampaignTemplate.storedName) == nil
    {
      try into.keepShared(CampaignTemplate.storedName, templates)
    }
    try copyFormer()
    try copyCounts()
    return CommandAnswer(document: JSONNode(sums.document(applies: applies)), lines: lines)
  }

  private var lines: [String] {
    let verb = applies ? "copied" : "would copy"
    return [
      "\(verb) \(sums.created) links and \(sums.tokens) tokens; \(sums.kept) links were here already",
      "\(verb) \(sums.clicks) clicks of \(sums.counted) links and \(sums.launches) launches"
        + (sums.repeated > 0 ? "; others of this source were counted here before" : ""),
      "\(verb) \(sums.webhooks) webhooks, \(sums.people) people with \(sums.passkeys) passkeys, and "
        + "\(sums.auditEntries) entries of the audit log",
    ]
      + sums.takenNames.map {
        "not copied: '\($0)', since somebody else has this name here"
      }
      + sums.unstorable.map { key, field in
        "not copied: the link '\(key.host)/\(key.slug)', since its '\(field)' has a NUL, which "
          + "PostgreSQL cannot store: change the field and copy again"
      } + ["not copied: " + Self.staying]
  }

  /// Refuses to copy counts back to the store they were copied from: they would count twice.
  private func refuseCircle() throws(LinkStoreError) {
    let identity = try into.countIdentity()
    guard try from.countIdentity() != identity else {
      throw .uncopied(
        "the source is the configured store itself, or a copy of it such as a backup: expected "
          + "another store; 'keiro store restore' puts a backup in the place of the store")
    }
    guard try from.countSources()[identity] == nil else {
      throw .uncopied(
        "the source has counts of the configured store, which would count twice: expected a store "
          + "that is new")
    }
  }

  // MARK: - Links and tokens

  private mutating func copyLinks() throws(LinkStoreError) {
    var last = 0
    while true {
      let links = try from.links(afterID: last, limit: Self.batchSize)
      guard let end = links.last else { break }
      try copy(links.map(\.link))
      last = end.id
      progress.show(0, rows: sums.created + sums.kept)
    }
    if applies { try waitForAnswer { into.endApplying(completion: $0) } }
  }

  private mutating func copy(_ links: [ShortLink]) throws(LinkStoreError) {
    let known = Set(try into.links(at: links.map(\.key)).map(\.link.key))
    var new = links.filter { !known.contains($0.key) }
    sums.kept += links.count - new.count
    if !(into is SQLiteStore) {
      new.removeAll { link in
        guard let field = link.fieldWithNull else { return false }
        sums.unstorable.append((link.key, field))
        return true
      }
    }
    sums.created += new.count
    guard applies, !new.isEmpty else { return }
    try waitForAnswer {
      into.apply(new, overwritesEdits: false, by: .service, now: now, completion: $0)
    }
  }

  private mutating func copyTokens() throws(LinkStoreError) {
    let known = Set(try into.tokens().map(\.id))
    for token in try from.tokens() where !known.contains(token.id) {
      sums.tokens += 1
      guard applies else { continue }
      try waitForAnswer { into.createToken(token, by: .service, completion: $0) }
    }
  }

  // MARK: - Webhooks, people and what they did

  private mutating func copyWebhooks() throws(LinkStoreError) {
    let known = Set(try into.webhooks().map(\.id))
    for webhook in try from.webhooks() where !known.contains(webhook.id) {
      sums.webhooks += 1
      guard applies else { continue }
      _ = try waitForAnswer {
        into.createWebhook(webhook, by: .service, now: now, completion: $0)
      }
    }
  }

  private mutating func copyPeople() throws(LinkStoreError) {
    let here = try into.people()
    let (known, names) = (Set(here.map(\.id)), Set(here.map(\.name)))
    for person in try from.people() {
      if !known.contains(person.id) {
        guard !names.contains(person.name) else {
          sums.takenNames.append(person.name)
          continue
        }
        sums.people += 1
        if applies {
          _ = try waitForAnswer { into.createPerson(person, by: .service, completion: $0) }
        }
      }
      for passkey in try from.passkeys(of: person.id)
      where try into.passkey(credential: passkey.credential) == nil {
        sums.passkeys += 1
        if applies { try copy(passkey) }
      }
    }
  }

  private func copy(_ passkey: Passkey) throws(LinkStoreError) {
    // Its last signature follows, with a counter that has to be higher.
    var added = passkey
    if passkey.usedAt != nil { added.counter = max(passkey.counter - 1, 0) }
    _ = try waitForAnswer {
      into.addPasskey(added, invitation: nil, by: .service, now: now, completion: $0)
    }
    guard let time = passkey.usedAt else { return }
    _ = try waitForAnswer {
      into.notePasskey(
        credential: passkey.credential, counter: passkey.counter, now: time, completion: $0)
    }
  }

  private mutating func copyAudit() throws(LinkStoreError) {
    let source = try from.countIdentity()
    var last = try into.lastAuditEntry(of: source)
    while true {
      let entries = try from.auditEntries(after: last, limit: Self.batchSize)
      guard let end = entries.last else { return }
      sums.auditEntries += entries.count
      last = end.number
      guard applies else { continue }
      try waitForAnswer { into.takeAudit(entries, of: source, completion: $0) }
    }
  }

  // MARK: - Counts

  /// Copies deleted links, whose clicks are in the sums of their tags and campaigns.
  private func copyFormer() throws(LinkStoreError) {
    guard applies else { return }
    let source = try from.countIdentity()
    var last: Int?
    while true {
      let links = try from.formerLinks(after: last, limit: Self.pageSize)
      guard let end = links.last else { return }
      last = end.number
      try waitForAnswer { into.takeFormer(links, of: source, now: now, completion: $0) }
    }
  }

  private mutating func copyCounts() throws(LinkStoreError) {
    let source = try from.countIdentity()
    let taken = try into.countSources()[source] ?? 0
    if taken > 0 { sums.repeated += 1 }
    let last = try from.lastCountedLink()
    var first = CountPage.firstLink(after: taken, size: Self.pageSize)
    while first <= last {
      let links = try from.counts(ofLinks: first...first + Self.pageSize - 1)
      let page = CountPage(source: source, links: links, from: first, size: Self.pageSize)
      if try take(page) {
        sums.counted += links.count
        sums.clicks += links.reduce(0) { $0 + $1.total }
      }
      first += Self.pageSize
      progress.show(0, rows: sums.created + sums.kept + sums.counted)
    }
    for day in try from.launchDays() {
      let page = CountPage(source: source, launches: try from.launches(onDay: day), onDay: day)
      guard page.number > taken, try take(page) else { continue }
      // Each dimension contains every launch, so one of them is enough.
      sums.launches += page.launches.reduce(0) { $1.dimension == .event ? $0 + $1.count : $0 }
    }
  }

  /// - Returns: whether the page was new.
  private func take(_ page: CountPage) throws(LinkStoreError) -> Bool {
    guard applies else { return true }
    return try waitForAnswer { into.take(page, completion: $0) } == .counted
  }
}
