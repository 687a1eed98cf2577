import Changes
import LinkImport
import LinkStorage
import Links
import SiteModel
import Testing
import WebSyntax

/// Imports, over every engine: a dry run, the run itself, and a repeated run.
@Suite(.tidies) struct ImportSuite {
  /// Readable hashes, each with another salt.
  static let passwords = PasswordHasher(
    hash: { PasswordHash("\(UInt64.random(in: 0 ... .max)):\($0)") },
    verify: { password, hash in hash.text.split(separator: ":").last.map(String.init) == password },
    fault: { _ in nil })

  /// The site `a.example`, whose short links lie below `/`.
  ///
  /// - Parameters:
  ///   - destinations: the hosts that links may lead to; empty for any.
  ///   - slugs: the links of the configuration.
  static func sites(
    destinations: [String] = [], slugs: [String] = []
  ) throws -> ServiceSnapshot {
    var site = SiteDefinition(hosts: [try #require(HostPattern("a.example"))])
    if !destinations.isEmpty {
      site.destinationHosts = destinations.compactMap { HostPattern($0) }
    }
    site.shortLinks = ShortLinksDefinition(
      prefix: "/", app: nil,
      links: slugs.map { ShortLink(host: "a.example", slug: $0, url: "https://e.example/") })
    let compilation = ServiceSnapshot.compile(ServiceDefinition(apps: [], sites: [site]))
    return try #require(compilation.snapshot, "\(compilation.problems)")
  }

  static func strictSites() throws -> ServiceSnapshot {
    try sites(destinations: ["e.example"], slugs: ["spring"])
  }

  /// An import, ready for the file.
  static func importing(
    _ format: ImportFormat, into store: any LinkStore, isDryRun: Bool, overwrites: Bool = false,
    of sites: ServiceSnapshot? = nil, onto otherHost: String? = nil, at now: Timestamp = time(0)
  ) throws -> LinkImport {
    let editor = LinkEditor(
      by: .everything(as: .service), in: store, of: try sites ?? Self.sites(), at: now)
    return try editor.importing(
      ImportTerms(format, isDryRun: isDryRun, overwritesEdits: overwrites, onto: otherHost),
      passwords: passwords)
  }

  static func run(
    _ text: String, _ format: ImportFormat, into store: any LinkStore, isDryRun: Bool,
    overwrites: Bool = false, of sites: ServiceSnapshot? = nil, onto otherHost: String? = nil,
    at now: Timestamp = time(0)
  ) throws -> ImportReport {
    var running = try importing(
      format, into: store, isDryRun: isDryRun, overwrites: overwrites, of: sites,
      onto: otherHost, at: now)
    try running.feed(Array(text.utf8))
    return try running.finish()
  }

  static let mixed = """
    short_link,link,ofl,archived
    https://a.example/x,https://e.example/1,,
    https://a.example/y,https://e.example/2,https://other.example/,true
    https://a.example/x,https://e.example/3,,
    https://a.example/spring,https://e.example/4,,
    https://a.example/z,https://other.example/,,
    https://a.example/z,https://e.example/6,,
    https://x.page.link/w,https://e.example/7,,
    https://a.example/_keiro/q,https://e.example/8,,
    https://a.example/apple-app-site-association,https://e.example/9,,
    """

  @Test(arguments: StoreEngine.allCases)
  func `says in a dry run what the run will do, and the same again when nothing is left`(
    engine: StoreEngine
  ) throws {
    let store = try engine.store()
    let sites = try Self.strictSites()
    let dry = try Self.run(Self.mixed, .firebase, into: store, isDryRun: true, of: sites)
    #expect(try store.links(afterID: 0, limit: 10).isEmpty)
    let real = try Self.run(Self.mixed, .firebase, into: store, isDryRun: false, of: sites)
    #expect(dry.isDryRun && !real.isDryRun)
    #expect(dry.problems == real.problems && dry.causes == real.causes)
    #expect([dry.created, dry.updated, dry.unchanged, dry.rejected] == [3, 0, 0, 6])
    #expect([real.created, real.updated, real.unchanged, real.rejected] == [3, 0, 0, 6])
    #expect(
      real.problems.map { "\($0.line): \($0.reason)" } == [
        "3: archived: it is archived there but still redirects: it stays live, with the tag "
          + "'archived'",
        "3: ofl: 'https://other.example/' is not a destination: the host 'other.example' is not "
          + "among the site's destinationHosts: expected e.example",
        "4: the link is already in line 2, and the first counts",
        "5: slug: 'spring' is a link of the configuration, which takes precedence: expected another slug",
        "6: link: 'https://other.example/' is not a destination: the host 'other.example' is not "
          + "among the site's destinationHosts: expected e.example",
        "8: no site serves the host 'x.page.link'",
        "9: '_keiro/q' is not a slug: the name is reserved: expected another one",
        "10: slug: 'apple-app-site-association' is not a slug: the name is reserved: expected another one",
      ])
    let again = try Self.run(
      Self.mixed, .firebase, into: store, isDryRun: false, of: sites, at: time(9))
    #expect([again.created, again.updated, again.unchanged, again.rejected] == [0, 0, 3, 6])
    let other = try store.link(at: LinkKey(host: "a.example", slug: "y"))?.link
    #expect(other?.desktop.fallback == nil && other?.tags == ["archived"])
  }

  @Test(arguments: StoreEngine.allCases)
  func `maps hosts that no site serves`(engine: StoreEngine) throws {
    let store = try engine.store()
    let report = try Self.run(
      Self.mixed, .firebase, into: store, isDryRun: false,
      of: try Self.strictSites(), onto: "a.example")
    #expect(report.created == 4)
    #expect(try store.link(at: LinkKey(host: "a.example", slug: "w")) != nil)
  }

  @Test(arguments: StoreEngine.allCases)
  func `hashes passwords once and keeps the hash of one that has not changed`(
    engine: StoreEngine
  ) throws {
    let store = try engine.store()
    func run(_ password: String, isDryRun: Bool) throws -> ImportReport {
      try Self.run(
        "host,slug,url,password\na.example,x,https://e.example/,\(password)\n", .csv, into: store,
        isDryRun: isDryRun)
    }
    func hash() throws -> PasswordHash? {
      try store.link(at: LinkKey(host: "a.example", slug: "x"))?.link.password
    }
    #expect(try run("p", isDryRun: true).created == 1)
    #expect(try run("p", isDryRun: false).created == 1)
    let first = try #require(try hash())
    #expect(Self.passwords.verify("p", first))
    #expect(try run("p", isDryRun: true).unchanged == 1)
    #expect(try run("p", isDryRun: false).unchanged == 1)
    #expect(try hash() == first)
    #expect(try run("q", isDryRun: true).updated == 1)
    #expect(try run("q", isDryRun: false).updated == 1)
    #expect(Self.passwords.verify("q", try #require(try hash())))
  }

  @Test(arguments: StoreEngine.allCases)
  func `imports more than one batch, fed in odd pieces`(engine: StoreEngine) throws {
    let (store, watcher) = try engine.stores()
    var running = try Self.importing(.ndjson, into: store, isDryRun: false)
    let count = 12_345
    // The last hundred repeat links of the first batch.
    let lines = (0..<count + 100).map { number in
      "{\"host\":\"a.example\",\"slug\":\"s\(number % count)\",\"url\":\"https://e.example/\"}\n"
    }
    let bytes = Array(lines.joined().utf8)
    var cursor = try watcher.changes(since: nil).cursor
    var counts: [Int] = []
    func lookForBatch() throws {
      let changes = try watcher.changes(since: cursor)
      guard changes.links != .keys([]) else { return }
      cursor = changes.cursor
      counts.append(try Self.slugs(in: store).count)
    }
    for start in stride(from: 0, to: bytes.count, by: 7777) {
      try running.feed(bytes[start..<min(start + 7777, bytes.count)])
      try lookForBatch()
    }
    let report = try running.finish()
    try lookForBatch()
    #expect(counts == [5000, 10_000, count])
    #expect(try Set(Self.slugs(in: store)) == Set((0..<count).map { "s\($0)" }))
    #expect([report.created, report.rejected] == [count, 100])
    #expect(report.problems.first?.line == count + 1)
  }

  @Test(arguments: StoreEngine.allCases)
  func `keeps what was edited since, and names it`(engine: StoreEngine) throws {
    let store = try engine.store()
    func run(_ text: String, dry: Bool = false, overwrites: Bool = false) throws -> ImportReport {
      try Self.run(text, .csv, into: store, isDryRun: dry, overwrites: overwrites, at: time(5))
    }
    func counts(_ report: ImportReport) -> [Int] {
      [report.created, report.updated, report.unchanged, report.kept, report.rejected]
    }
    let key = LinkKey(host: "a.example", slug: "x")
    func edit(_ change: (inout ShortLink) -> Void) throws {
      let stored = try store.currentLink(at: key)
      var link = try #require(stored?.link)
      change(&link)
      _ = try store.update(link, revision: nil, at: time(3))
    }
    let file = "host,slug,url\na.example,x,https://e.example/1\na.example,y,https://e.example/2\n"
    #expect(counts(try run(file)) == [2, 0, 0, 0, 0])
    try edit { $0.url = "https://e.example/edited" }
    for dry in [true, false] {
      let report = try run(file, dry: dry)
      #expect(counts(report) == [0, 0, 1, 1, 0])
      #expect(report.keptLinks.map { "\($0.line) \($0.link)" } == ["2 x"])
    }
    #expect(try store.currentLink(at: key)?.link.url == "https://e.example/edited")
    // A link that agrees with the file counts as written by it.
    #expect(counts(try run(file.replacing("/1", with: "/edited"))) == [0, 0, 2, 0, 0])
    for dry in [true, false] {
      #expect(counts(try run(file, dry: dry, overwrites: true)) == [0, 1, 1, 0, 0])
    }
    // Now an import made the last change, so the next one may change it.
    #expect(counts(try run(file.replacing("/1", with: "/3"))) == [0, 1, 1, 0, 0])
    let stored = try store.currentLink(at: key)
    #expect(stored?.link.url == "https://e.example/3" && stored?.revision == 4)
  }

  @Test(arguments: StoreEngine.allCases)
  func `keeps what was made here, and names it`(engine: StoreEngine) throws {
    let store = try engine.store()
    let made = ShortLink(host: "a.example", slug: "x", url: "https://e.example/made")
    _ = try store.create(made, CreationTerms(), by: .service, at: time(0))
    func run(dry: Bool, overwrites: Bool = false) throws -> ImportReport {
      try Self.run(
        "host,slug,url\na.example,x,https://e.example/100%\n", .csv, into: store,
        isDryRun: dry, overwrites: overwrites, at: time(5))
    }
    for dry in [true, false] {
      let report = try run(dry: dry)
      #expect(report.updated == 0 && report.kept == 1)
      #expect(report.keptLinks.map { "\($0.line) \($0.link)" } == ["2 x"])
      #expect(report.problems.isEmpty)
    }
    #expect(try store.currentLink(at: made.key)?.link.url == made.url)
    #expect(try run(dry: false, overwrites: true).updated == 1)
  }

  @Test(arguments: StoreEngine.allCases)
  func `rejects what leads back to itself over links of the file or the store`(
    engine: StoreEngine
  ) throws {
    let store = try engine.store()
    _ = try store.create(
      ShortLink(host: "a.example", slug: "old", url: "https://a.example/d"), CreationTerms(),
      at: time(0))
    let file = """
      host,slug,url
      a.example,a,https://a.example/a
      a.example,b,https://a.example/c
      a.example,c,https://a.example/b
      a.example,d,https://a.example/old
      a.example,e,https://e.example/
      """
    for isDryRun in [true, false] {
      let report = try Self.run(file, .csv, into: store, isDryRun: isDryRun)
      #expect([report.created, report.rejected] == [2, 3])
      #expect(
        report.problems.map { "\($0.line) \($0.severity): \($0.reason)" } == [
          "2 rejected: url: 'https://a.example/a' leads back to the link itself: expected another address",
          "4 rejected: url: 'https://a.example/b' leads back to the link itself: expected another address",
          "5 rejected: url: 'https://a.example/old' leads back to the link itself: expected another address",
        ])
    }
  }

  @Test func `warns of the same names wherever the pieces of a file end`() throws {
    // The second link of the pair is the first row of another batch.
    let names = ["x.qr"] + (2...5000).map { "s\($0)" } + ["x"]
    let lines = ["host,slug,url"] + names.map { "a.example,\($0),https://e.example/" }
    let text = lines.joined(separator: "\n") + "\n"
    let whole = try Self.run(text, .csv, into: StoreEngine.memory.store(), isDryRun: true)
    var running = try Self.importing(
      .csv, into: StoreEngine.memory.store(), isDryRun: true)
    for line in lines { try running.feed(Array((line + "\n").utf8)) }
    #expect(try running.finish() == whole)
    #expect(whole.problems.map(\.line) == [5002])
  }

  @Test(
    arguments: StoreEngine.allCases,
    [
      (ImportFormat.csv, "host,slug,url\na.example,", ",https://e.example/"),
      (.auto, "Link,Destination URL\nhttps://a.example/", ",https://e.example/"),
    ])
  func `takes nothing of a file in another encoding`(
    engine: StoreEngine, _ file: (format: ImportFormat, head: String, destination: String)
  ) throws {
    let store = try engine.store()
    let good = file.head + "x" + file.destination + "1\n"
    let last = good.split(separator: "\n").last ?? ""
    let bytes = Array(good.utf8) + Array(last.utf8) + [0x83, 0x65]
    for isDryRun in [true, false] {
      var running = try Self.importing(file.format, into: store, isDryRun: isDryRun)
      try running.feed(bytes)
      let report = try running.finish()
      #expect([report.created, report.rejected] == [0, 1])
      #expect(
        report.problems.map { "\($0.line): \($0.reason)" } == [
          "3: the byte 0x83 is not UTF-8, and the text looks like Shift-JIS: 'iconv -f CP932 -t "
            + "UTF-8 FILE >NEW' makes a file that can be imported"
        ])
      var pieces = [bytes][...]
      #expect(ImportReport.refusal(isDryRun: isDryRun) { pieces.popFirst() } == report)
    }
    #expect(try Self.slugs(in: store).isEmpty)
    var pieces = [Array(good.utf8)][...]
    #expect(ImportReport.refusal(isDryRun: true) { pieces.popFirst() } == nil)
  }

  private static func slugs(in store: any LinkStore) throws -> [String] {
    var slugs: [String] = []
    try store.forEachLink {
      slugs.append($0.link.slug)
      return true
    }
    return slugs
  }

  @Test(arguments: StoreEngine.allCases)
  func `an import keeps every field, also clicks that were counted elsewhere`(
    _ engine: StoreEngine
  ) throws {
    let sample = UnpackedLink(fullSample("f"))
    for field in LinkField.all { #expect(!field.type.isAbsent(in: sample), "\(field.path)") }
    let store = try engine.store()
    let links = (0..<150).map { fullSample("f\($0)") }
    let made = try store.apply(links, at: time(0))
    #expect(made.allSatisfy { $0 == .created })
    for link in links { #expect(try store.currentLink(at: link.key)?.link == link) }
    #expect(try store.apply(links, at: time(9)).allSatisfy { $0 == .unchanged })
  }
}
