import LinkStorage
import Links
import PostgresStore
import SQLiteStore

/// `keiro store copy`: takes links and tokens of another store over.
///
/// Links that are here already stay as they are, so that what was broken off can be begun again.
struct StoreCopying {
  let source: StoreSource
  let applies: Bool
  let now: Timestamp

  private static let batchSize = 1000

  private struct Sums {
    var created = 0
    var kept = 0
    var tokens = 0
  }

  func run(
    into settings: StoreSettings, _ console: Console
  ) throws(LinkStoreError) -> ExitCode {
    guard settings.name != nil else {
      console.complain(
        "keiro store: the store is the memory of the server: nothing can be copied there")
      return .negative
    }
    let from = try openSource()
    defer { from.close() }
    let into = try settings.open(for: applies ? .writing : .reading)
    defer { into.close() }
    var sums = Sums()
    var last = 0
    var progress = ProgressBar(total: nil, console)
    defer { progress.clear() }
    while true {
      let links = try from.links(afterID: last, limit: Self.batchSize)
      guard let end = links.last else { break }
      try copy(links.map(\.link), into, &sums)
      last = end.id
      progress.show(0, rows: sums.created + sums.kept)
    }
    try copyTokens(from, into, &sums)
    progress.clear()
    let verb = applies ? "copied" : "would copy"
    console.print(
      "\(verb) \(sums.created) links and \(sums.tokens) tokens; \(sums.kept) links were here already"
    )
    return .done
  }

  private func openSource() throws(LinkStoreError) -> any LinkStore {
    switch source {
    case .sqlite(let path):
      var options = SQLiteStore.Options()
      options.isReadOnly = true
      return try SQLiteStore(path: path, options: options)
    case .postgres(let text): return try PostgresStore(text)
    }
  }

  private func copy(
    _ links: [ShortLink], _ into: any LinkStore, _ sums: inout Sums
  ) throws(LinkStoreError) {
    var new: [ShortLink] = []
    for link in links where try into.currentLink(at: link.key) == nil { new.append(link) }
    sums.kept += links.count - new.count
    sums.created += new.count
    guard applies, !new.isEmpty else { return }
    try waitForAnswer { into.apply(new, overwritesEdits: false, now: now, completion: $0) }
  }

  private func copyTokens(
    _ from: any LinkStore, _ into: any LinkStore, _ sums: inout Sums
  ) throws(LinkStoreError) {
    let known = Set(try into.tokens().map(\.id))
    for token in try from.tokens() where !known.contains(token.id) {
      sums.tokens += 1
      guard applies else { continue }
      try waitForAnswer { into.createToken(token, completion: $0) }
    }
  }
}
