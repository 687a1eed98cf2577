import KeiroCommand
import LinkStorage
import Links
import ProgramSupport
import Testing

struct CarriedCountsTests {
  /// Two links with clicks, one of which has clicks that were never counted and a limit below them.
  private static func fill(_ store: any LinkStore) throws {
    let links = ["often", "limited"].map { slug in
      var link = ShortLink(host: "a.example", slug: slug, url: "https://e.example/\(slug)")
      link.createdAt = Timestamp(secondsSinceEpoch: 1_700_000_000)
      if slug == "limited" { link.maxClicks = 3 }
      if slug == "often" { link.rare.importedClicks = 100 }
      return link
    }
    try store.take(links)
    let clicks = links.map {
      ClickCount(
        key: $0.key, hour: 480_000, platform: "iphone", referrerHost: "", outcome: "redirect",
        isBot: false, count: 5)
    }
    try store.count(clicks)
    try waitForAnswer {
      store.reserve(2, of: LinkLife(links[1]), limit: 9, completion: $0)
    }
  }

  @Test(arguments: ["csv", "ndjson"])
  func `an export takes clicks and spent limits into another store`(_ format: String) throws {
    let (old, new) = (try StoreFixture(), try StoreFixture())
    let store = try old.store()
    try Self.fill(store)
    store.close()
    let export = old.run("links", "export", "--format", format)
    #expect(export.code == .done)
    let file = try new.folder.write(export.output, to: "links")
    // At the source, nothing changes.
    let home = old.run("links", "import", "--format", format, "--apply", file)
    #expect(home.output.hasPrefix("created 0, updated 0, unchanged 2, rejected 0\n"))
    #expect(old.run("links", "export", "--format", format).output == export.output)

    let dry = new.run("links", "import", "--format", format, file)
    #expect(dry.output.hasPrefix("would create 2, update 0, leave 0 unchanged, reject 0\n"))
    for expected in ["created 2, updated 0, unchanged 0", "created 0, updated 0, unchanged 2"] {
      let result = new.run("links", "import", "--format", format, "--apply", file)
      #expect(result.output.hasPrefix(expected), "\(result.output)")
    }
    let copy = try new.store()
    defer { copy.close() }
    let often = try #require(
      try copy.currentLink(at: LinkKey(host: "a.example", slug: "often"))?.link)
    #expect(often.importedClicks == 105)
    let limited = try #require(
      try copy.currentLink(at: LinkKey(host: "a.example", slug: "limited"))?.link)
    #expect(limited.importedClicks == 5 && limited.maxClicks == 3)
    #expect(try copy.reservedClicks(of: LinkLife(limited)) == 7)
  }

  @Test(arguments: ["csv", "ndjson"])
  func `as many clicks as a link can bring along come back from an export`(
    _ format: String
  ) throws {
    let (old, new) = (try StoreFixture(), try StoreFixture())
    let store = try old.store()
    var link = ShortLink(host: "a.example", slug: "much", url: "https://e.example/")
    link.rare.importedClicks = ShortLink.mostImportedClicks
    let now = Timestamp(secondsSinceEpoch: 9)
    try store.make(link, at: now)
    let click = ClickCount(
      key: link.key, hour: 480_000, platform: "iphone", referrerHost: "", outcome: "redirect",
      isBot: false, count: 2)
    try store.count([click])
    store.close()
    #expect(old.run("links", "remove", "--host", "a.example", "much").code == .done)
    #expect(old.run("links", "restore", "--host", "a.example", "much").code == .done)
    let export = old.run("links", "export", "--format", format)
    let file = try new.folder.write(export.output, to: "links")
    let result = new.run("links", "import", "--format", format, "--apply", file)
    #expect(result.output.hasPrefix("created 1, updated 0, unchanged 0, rejected 0\n"))
    let shown = new.run("links", "export", "--format", format)
    #expect(shown.output == export.output && shown.output.contains("1000000000000"))
  }
}
