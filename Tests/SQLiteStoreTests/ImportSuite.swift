import AppAssociation
import LinkImport
import Links
import LinkStorage
import Testing

/// Imports, over every engine: a dry run, the run itself, and the run again.
struct ImportSuite {
  /// Hashes that can be read, each with another salt.
  static let passwords = PasswordHasher(
    hash: { PasswordHash("\(UInt64.random(in: 0 ... .max)):\($0)") },
    verify: { password, hash in hash.text.split(separator: ":").last.map(String.init) == password },
    fault: { _ in nil })

  static func places(otherHost: String? = nil) throws -> ImportPlaces {
    let site = SiteRules(
      hosts: [try #require(HostPattern("a.example"))], prefix: "/",
      destinationHosts: [try #require(HostPattern("e.example"))], isConfigured: { $0 == "spring" })
    return ImportPlaces(sites: SiteTable([site]), otherHost: otherHost)
  }

  static func run(
    _ text: String, _ format: ImportFormat, into store: any LinkStore, isDryRun: Bool,
    places: ImportPlaces, at now: Timestamp = time(0)
  ) throws -> ImportReport {
    var running = LinkImport(
      format, into: store, places: places, passwords: passwords, now: now, isDryRun: isDryRun)
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
    try engine.withStore { store in
      let places = try Self.places()
      let dry = try Self.run(Self.mixed, .firebase, into: store, isDryRun: true, places: places)
      #expect(try store.links(afterID: 0, limit: 10).isEmpty)
      let real = try Self.run(Self.mixed, .firebase, into: store, isDryRun: false, places: places)
      #expect(dry == real)
      #expect([real.created, real.updated, real.unchanged, real.rejected] == [3, 0, 0, 6])
      #expect(
        real.problems.map { "\($0.line): \($0.reason)" } == [
          "3: ofl: 'https://other.example/' is not a destination: the host 'other.example' is not "
            + "among the site's destinationHosts: expected e.example",
          "4: the link stands already in line 2: the first counts",
          "5: slug: 'spring' is a link of the configuration, which wins when it is visited",
          "6: link: 'https://other.example/' is not a destination: the host 'other.example' is not "
            + "among the site's destinationHosts: expected e.example",
          "8: no site serves the host 'x.page.link'",
          "9: '_keiro/q' is not a slug: the name is reserved",
          "10: slug: 'apple-app-site-association' is not a slug: the name is reserved",
        ])
      let again = try Self.run(
        Self.mixed, .firebase, into: store, isDryRun: false, places: places, at: time(9))
      #expect([again.created, again.updated, again.unchanged, again.rejected] == [0, 0, 3, 6])
      let other = try store.link(at: LinkKey(host: "a.example", slug: "y"))?.link
      #expect(other?.desktop.fallback == nil && other?.archived == true)
    }
  }

  @Test(arguments: StoreEngine.allCases)
  func `maps hosts that no site serves`(engine: StoreEngine) throws {
    try engine.withStore { store in
      let report = try Self.run(
        Self.mixed, .firebase, into: store, isDryRun: false,
        places: try Self.places(otherHost: "a.example"))
      #expect(report.created == 4)
      #expect(try store.link(at: LinkKey(host: "a.example", slug: "w")) != nil)
    }
  }

  @Test(arguments: StoreEngine.allCases)
  func `hashes passwords once and keeps the hash of one that has not changed`(
    engine: StoreEngine
  ) throws {
    try engine.withStore { store in
      let places = try Self.places()
      func run(_ password: String, isDryRun: Bool) throws -> ImportReport {
        try Self.run(
          "host,slug,url,password\na.example,x,https://e.example/,\(password)\n", .csv, into: store,
          isDryRun: isDryRun, places: places)
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
  }

  @Test(arguments: StoreEngine.allCases)
  func `imports more than one batch, fed in odd pieces`(engine: StoreEngine) throws {
    try engine.withStores { store, watcher throws in
      var running = LinkImport(
        .ndjson, into: store, places: .anywhere, passwords: Self.passwords, now: time(0),
        isDryRun: false)
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
  }

  private static func slugs(in store: any LinkStore) throws -> [String] {
    var slugs: [String] = []
    try store.forEachLink {
      slugs.append($0.link.slug)
      return true
    }
    return slugs
  }
}
