import JSONSyntax
import LinkImport
import LinkStorage
import Links
import SQLiteStore
import SiteModel
import Testing
import WebSyntax

@testable import Changes

/// The hosts of a site share one set of links: a slug is on one of them, whoever creates the link.
@Suite struct OneHomeTests {
  private let store: any LinkStore
  private let editor: LinkEditor
  init() throws {
    store = try SQLiteStore(in: MemoryDatabase())
    editor = LinkEditor(
      by: .everything(as: .service), in: store,
      of: try snapshot([["a.example", "www.a.example", "m.a.example"]]), at: now)
  }

  private func key(_ host: String, _ slug: String) -> LinkKey { LinkKey(host: host, slug: slug) }

  private func make(_ host: String, _ slug: String) throws {
    let link = ShortLink(host: host, slug: slug, url: "https://e.example/")
    _ = try editor.create(LinkDraft(link, host: host, slug: .given(slug)))
  }

  private func text(_ rows: [String]) -> [UInt8] {
    Array(("host,slug,url\n" + rows.map { "\($0),https://e.example/\n" }.joined()).utf8)
  }

  private func importing(_ rows: [String], isDryRun: Bool) throws -> ImportReport {
    var run = try editor.importing(
      ImportTerms(.csv, isDryRun: isDryRun), passwords: plain)
    try run.feed(text(rows))
    return try run.finish()
  }

  @discardableResult
  private func apply(_ rows: [String], isDryRun: Bool = false) throws -> LinkPlan {
    var file = editor.file(of: "web", .csv)
    file.feed(text(rows))
    file.finish()
    let terms = ApplyingTerms(prunes: true, isDryRun: isDryRun)
    return try editor.apply(file, terms, passwords: plain)
  }

  private var keys: [String] {
    get throws {
      try store.links(LinkFilter(), after: nil, limit: 99).links
        .map { "\($0.link.host)/\($0.link.slug)" }.sorted()
    }
  }

  @Test(arguments: [true, false])
  func `an import rejects a slug of another host, in the store or on an earlier line`(
    _ isDryRun: Bool
  ) throws {
    try make("a.example", "x")
    let report = try importing(
      ["www.a.example,x", "m.a.example,y", "www.a.example,y", "a.example,z"], isDryRun: isDryRun)
    #expect(report.created == 2 && report.rejected == 2)
    #expect(
      report.problems.map(\.reason) == [
        "slug: the link 'x' on 'a.example', a host of the same site, has its visits",
        "slug: the link 'y' on 'm.a.example', a host of the same site, has its visits",
      ])
    #expect(report.problems.map(\.line) == [2, 4])
    #expect(
      try keys == (isDryRun ? ["a.example/x"] : ["a.example/x", "a.example/z", "m.a.example/y"]))
  }

  @Test(arguments: [true, false])
  func `an import tells what is odd about names, in the store or in the file`(
    _ isDryRun: Bool
  ) throws {
    try make("a.example", "x")
    let report = try importing(
      [
        "www.a.example,x.qr", "a.example,y.qr", "a.example,y", "a.example,lone.qr",
        "a.example,robots.txt",
      ], isDryRun: isDryRun)
    #expect(report.created == 5 && report.rejected == 0)
    #expect(
      report.problems.map { "\($0.line): \($0.reason)" } == [
        "2: '/x.qr' is the address of the QR code of the link 'x', which nobody gets any more",
        "3: '/y.qr' is the address of the QR code of the link 'y', which nobody gets any more",
        "4: the link has no QR code: the link 'y.qr' is at the address of it",
        "6: '/robots.txt' is never reached: the site answers there itself",
      ])
    #expect(report.problems.allSatisfy { $0.severity == .warning })
  }

  @Test(arguments: [true, false])
  func `an import tells nothing of a link that it rejects, and sees rows from elsewhere`(
    _ isDryRun: Bool
  ) throws {
    let circle = "a.example,x.qr,https://e.example/\na.example,x,https://a.example/x\n"
    var run = try editor.importing(
      ImportTerms(.csv, isDryRun: isDryRun), passwords: plain)
    try run.feed(Array(("host,slug,url\n" + circle).utf8))
    #expect(try run.finish().problems.map(\.severity) == [.rejected])
    var rows = try editor.importing(
      ImportTerms(.urlList, isDryRun: isDryRun), passwords: plain)
    for (line, slug) in ["y.qr", "y"].enumerated() {
      let url = "https://a.example/\(slug)"
      #expect(try rows.mustAsk(for: url, line: line))
      let answer = OldAnswer(url: url, status: 302, location: "https://e.example/")
      try rows.take(answer, line: line)
    }
    #expect(
      try rows.finish().problems.map { "\($0.line): \($0.reason)" } == [
        "0: '/y.qr' is the address of the QR code of the link 'y', which nobody gets any more",
        "1: the link has no QR code: the link 'y.qr' is at the address of it",
      ])
    guard !isDryRun else { return }
    var again = try editor.importing(ImportTerms(.urlList, isDryRun: true), passwords: plain)
    #expect(try !again.mustAsk(for: "https://a.example/y", line: 1))
    let note = "1 link is here already and was not asked for: --overwrite asks again"
    #expect(try again.finish().notes.map(\.english) == [note])
  }

  @Test func `an import asks for no listed link that is here already, and says so`() throws {
    try make("a.example", "x")
    var run = try editor.importing(ImportTerms(.urlList, isDryRun: true), passwords: plain)
    #expect(try !run.mustAsk(for: "https://a.example/x", line: 1))
    let report = try run.finish()
    #expect(report.unchanged == 1 && report.problems.isEmpty)
    #expect(
      report.notes.map(\.english)
        == ["1 link is here already and was not asked for: --overwrite asks again"])
    let all = ImportTerms(.urlList, isDryRun: true, overwritesEdits: true)
    run = try editor.importing(all, passwords: plain)
    #expect(try run.mustAsk(for: "https://a.example/x", line: 1))
  }

  @Test func `an import and a file tell of rules by country where no country is known`() throws {
    let line =
      #"{"host":"a.example","slug":"x","url":"https://e.example/","rules":"#
      + #"[{"if":{"country":["DE"]},"url":"https://e.example/de"}]}"#
    let reason = "the rule never matches: 'country' needs server.geoDatabase, which is not set"
    var run = try editor.importing(
      ImportTerms(.ndjson, isDryRun: true), passwords: plain)
    try run.feed(Array(line.utf8))
    let report = try run.finish()
    #expect(report.problems.map(\.reason) == [reason])
    #expect(report.problems.map(\.severity) == [.warning])
    var file = editor.file(of: "web", .ndjson)
    file.feed(Array(line.utf8))
    file.finish()
    let terms = ApplyingTerms(prunes: true, isDryRun: true)
    let plan = try editor.apply(file, terms, passwords: plain)
    #expect(plan.warnings.map(\.reason.english) == [reason])
  }

  @Test func `of two lines of a file with one slug, the first makes the link`() throws {
    let rows = ["www.a.example,x", "a.example,x"]
    for isDryRun in [true, false] {
      let plan = try apply(rows, isDryRun: isDryRun)
      #expect(plan.made.map(\.link.host) == ["www.a.example"] && !plan.isWhole)
      #expect(plan.left.map(\.reason) == [.slugOfOtherHost(key("www.a.example", "x"))])
    }
    #expect(try keys == ["www.a.example/x"])
  }

  @Test func `a move to another host is undone as a whole`() throws {
    try apply(["a.example,x", "a.example,y"])
    try apply(["www.a.example,x", "m.a.example,y"])
    #expect(try keys == ["m.a.example/y", "www.a.example/x"])
    let change = try #require(
      try store.versions(of: key("www.a.example", "x")).first?.change?.number)
    let planned = try editor.undo(change, isDryRun: true)
    let undone = try editor.undo(change, isDryRun: false)
    #expect(planned.undone == 4 && planned.left.isEmpty)
    #expect(undone.undone == 4 && undone.left.isEmpty)
    #expect(try keys == ["a.example/x", "a.example/y"])
  }

  @Test func `a link does not come back to a slug of another host`() throws {
    try make("a.example", "x")
    try editor.delete(key("a.example", "x"))
    let change = try #require(try store.versions(of: key("a.example", "x")).first?.change?.number)
    try make("www.a.example", "x")
    let taken = key("www.a.example", "x")
    for isDryRun in [true, false] {
      let undone = try editor.undo(change, isDryRun: isDryRun)
      #expect(undone.undone == 0)
      #expect(undone.left.map(\.reason) == [.slugOfOtherHost(taken)])
    }
    #expect(throws: ChangeError.refused(.slugTaken(taken))) {
      try editor.restore(key("a.example", "x"), version: nil)
    }
    #expect(try keys == ["www.a.example/x"])
  }
}
