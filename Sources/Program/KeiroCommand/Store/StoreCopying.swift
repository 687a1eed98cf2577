import JSONSyntax
import LinkStorage
import Links
import PostgresStore
import SQLiteStore

/// `keiro store copy`: takes links, tokens and counts of another store over.
///
/// Links and tokens that are here already stay as they are, and each page of counts is taken once: what
/// was broken off can be begun again.
struct StoreCopying {
  let source: StoreSource
  let applies: Bool
  let json: Bool
  let now: Timestamp

  private static let batchSize = 1000
  /// So many links have their counts in a page.
  private static let pageSize = 200

  private struct Sums {
    var created = 0
    var kept = 0
    var tokens = 0
    var counted = 0
    var clicks = 0
    var launches = 0
    /// Pages of counts that had been taken before.
    var repeated = 0

    func document(applies: Bool) -> JSONOutput {
      .object([
        .init("dryRun", .bool(!applies)), .init("links", .int(created)), .init("kept", .int(kept)),
        .init("tokens", .int(tokens)), .init("clicks", .int(clicks)),
        .init("countedLinks", .int(counted)), .init("launches", .int(launches)),
        .init("countedBefore", .bool(repeated > 0)),
      ])
    }
  }

  private typealias Source = any LinkStore & CountTransfer

  func run(
    into settings: StoreSettings, _ console: Console
  ) throws(LinkStoreError) -> ExitCode {
    guard settings.name != nil else {
      return console.tell(
        CommandFailure(
          code: "store-in-memory",
          detail: "the store is the memory of the server: nothing can be copied there",
          exit: .negative), of: "keiro store")
    }
    let from = try openSource()
    defer { from.close() }
    let into = try settings.open(for: applies ? .writing : .reading)
    defer { into.close() }
    try refuseCircle(from, into)
    var sums = Sums()
    var progress = ProgressBar(total: nil, console)
    defer { progress.clear() }
    try copyLinks(from, into, &sums, &progress)
    try copyTokens(from, into, &sums)
    try copyCounts(from, into, &sums, &progress)
    let staying = try staying(from)
    progress.clear()
    if json {
      console.print(sums.document(applies: applies))
      return .done
    }
    let verb = applies ? "copied" : "would copy"
    console.print(
      "\(verb) \(sums.created) links and \(sums.tokens) tokens; \(sums.kept) links were here already"
    )
    console.print(
      "\(verb) \(sums.clicks) clicks of \(sums.counted) links and \(sums.launches) launches"
        + (sums.repeated > 0 ? "; others of this source were counted here before" : ""))
    console.print("not copied: " + staying.joined(separator: ", "))
    return .done
  }

  /// What a copy leaves behind: secrets of webhooks and passkeys of people belong to one service.
  private func staying(_ from: Source) throws(LinkStoreError) -> [String] {
    let (webhooks, people) = (try from.webhooks().count, try from.people().count)
    return [
      "\(webhooks) \(webhooks == 1 ? "webhook" : "webhooks")",
      "\(people) \(people == 1 ? "person" : "people")", "the audit log", "sessions",
    ]
  }

  private func openSource() throws(LinkStoreError) -> Source {
    switch source {
    case .sqlite(let path):
      var options = SQLiteStore.Options()
      options.isReadOnly = true
      return try SQLiteStore(path: path, options: options)
    case .postgres(let text): return try PostgresStore(text)
    }
  }

  /// Counts that went there from here would count twice.
  private func refuseCircle(
    _ from: Source, _ into: any CountTransfer
  ) throws(LinkStoreError) {
    let identity = try into.countIdentity()
    let own = try from.countIdentity()
    let sources = try from.countSources()
    guard identity != own, sources[identity] == nil else {
      throw LinkStoreError(
        kind: .failed, code: 0,
        message: identity == own
          ? "the source is the configured store itself: expected another one"
          : "the source has counts of the configured store, which would count twice: expected a "
            + "store that is new",
        operation: "copy")
    }
  }

  // MARK: - Links and tokens

  private func copyLinks(
    _ from: Source, _ into: any ManagedLinks, _ sums: inout Sums,
    _ progress: inout ProgressBar
  ) throws(LinkStoreError) {
    var last = 0
    while true {
      let links = try from.links(afterID: last, limit: Self.batchSize)
      guard let end = links.last else { return }
      try copy(links.map(\.link), into, &sums)
      last = end.id
      progress.show(0, rows: sums.created + sums.kept)
    }
  }

  private func copy(
    _ links: [ShortLink], _ into: any ManagedLinks, _ sums: inout Sums
  ) throws(LinkStoreError) {
    var new: [ShortLink] = []
    for link in links where try into.currentLink(at: link.key) == nil { new.append(link) }
    sums.kept += links.count - new.count
    sums.created += new.count
    guard applies, !new.isEmpty else { return }
    try waitForAnswer {
      into.apply(new, overwritesEdits: false, by: .service, now: now, completion: $0)
    }
  }

  private func copyTokens(
    _ from: Source, _ into: any TokenKeeping, _ sums: inout Sums
  ) throws(LinkStoreError) {
    let known = Set(try into.tokens().map(\.id))
    for token in try from.tokens() where !known.contains(token.id) {
      sums.tokens += 1
      guard applies else { continue }
      try waitForAnswer { into.createToken(token, by: .service, completion: $0) }
    }
  }

  // MARK: - Counts

  private func copyCounts(
    _ from: Source, _ into: any CountTransfer, _ sums: inout Sums,
    _ progress: inout ProgressBar
  ) throws(LinkStoreError) {
    let source = try from.countIdentity()
    let taken = try into.countSources()[source] ?? 0
    if taken > 0 { sums.repeated += 1 }
    let last = try from.lastCountedLink()
    var first = CountPage.firstLink(after: taken, size: Self.pageSize)
    while first <= last {
      let links = try from.counts(ofLinks: first...first + Self.pageSize - 1)
      let page = CountPage(source: source, links: links, from: first, size: Self.pageSize)
      if try take(page, into) {
        sums.counted += links.count
        sums.clicks += links.reduce(0) { $0 + $1.total }
      }
      first += Self.pageSize
      progress.show(0, rows: sums.created + sums.kept + sums.counted)
    }
    for day in try from.launchDays() {
      let page = CountPage(source: source, launches: try from.launches(onDay: day), onDay: day)
      guard page.number > taken, try take(page, into) else { continue }
      // Each dimension has all of them.
      sums.launches += page.launches.reduce(0) { $1.dimension == .event ? $0 + $1.count : $0 }
    }
  }

  /// - Returns: whether the page is new.
  private func take(
    _ page: CountPage, _ into: any CountTransfer
  ) throws(LinkStoreError) -> Bool {
    guard applies else { return true }
    return try waitForAnswer { into.take(page, completion: $0) } == .counted
  }
}
