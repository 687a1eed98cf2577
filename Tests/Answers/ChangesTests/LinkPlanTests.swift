import JSONSyntax
import LinkImport
import LinkStorage
import Links
import RandomCases
import SQLiteStore
import SiteModel
import Testing
import WebSyntax

@testable import Changes

/// Files of links of an owner, decided over a store and the sites of two hosts.
@Suite struct LinkPlanTests {
  private let store: any LinkStore
  private let sites: ServiceSnapshot
  init() throws {
    store = try SQLiteStore(in: MemoryDatabase())
    sites = try snapshot([["a.example", "www.a.example"], ["b.example"]])
  }

  private func editor(
    _ scopes: [TokenScope] = [.writeLinks], on hosts: [String] = [], at seconds: Int = 0
  ) -> LinkEditor {
    LinkEditor(
      by: caller(scopes, on: hosts), in: store, of: sites,
      at: Timestamp(secondsSinceEpoch: now.secondsSinceEpoch + seconds))
  }

  /// Applies a file in two pieces, which has the same result as one.
  @discardableResult
  private func apply(
    _ text: String, _ terms: ApplyingTerms = ApplyingTerms(), of owner: String = "web",
    by editor: LinkEditor? = nil
  ) throws -> LinkPlan {
    let editor = editor ?? self.editor()
    let bytes = Array(text.utf8)
    var file = editor.file(of: owner, nil)
    file.feed(Array(bytes[..<(bytes.count / 2)]))
    file.feed(Array(bytes[(bytes.count / 2)...]))
    file.finish()
    return try editor.apply(file, terms, passwords: plain)
  }

  private func make(_ slug: String, host: String = "a.example", owner: String? = nil) throws {
    var link = ShortLink(host: host, slug: slug, url: "https://e.example/\(slug)")
    link.owner = owner
    _ = try editor().create(LinkDraft(link, host: host, slug: .given(slug)))
  }

  private func slugs(_ entries: [LinkPlan.Entry]) -> [String] { entries.map(\.link.slug) }

  private var all: [ShortLink] {
    get throws { try store.links(LinkFilter(), after: nil, limit: 1000).links.map(\.link) }
  }

  private let csv = """
    host,slug,url,name,tags,password
    a.example,x,https://e.example/1,X,"one,two",
    b.example,y,https://e.example/2,,,secret

    """

  @Test func `makes what is missing, and the same file again changes nothing`() throws {
    let plan = try apply(csv, ApplyingTerms(isDryRun: true))
    #expect(plan.isDryRun && slugs(plan.made) == ["x", "y"])
    #expect(try all.isEmpty)
    let done = try apply(csv)
    #expect(!done.isDryRun && slugs(done.made) == ["x", "y"] && done.isWhole)
    #expect(try all.allSatisfy { $0.owner == "web" })
    let before = try all
    for terms in [ApplyingTerms(isDryRun: true), ApplyingTerms(), ApplyingTerms(prunes: true)] {
      let again = try apply(csv, terms, by: editor(at: 60))
      #expect(again.made.isEmpty && again.changed.isEmpty && again.removed.isEmpty)
      #expect(again.unchanged == 2)
    }
    #expect(try all == before)
  }

  @Test func `takes links with odd addresses, and says what is odd`() throws {
    let odd = """
      host,slug,url
      a.example,x.qr,https://e.example/1
      a.example,fine,https://e.example/2
      a.example,x,https://e.example/100%
      a.example,lone.qr,https://e.example/4

      """
    let done = try apply(odd)
    #expect(slugs(done.made) == ["x.qr", "fine", "x", "lone.qr"] && done.isWhole)
    #expect(
      done.warnings.map { "\($0.line): \($0.reason.english)" } == [
        "4: url: a '%' without two hexadecimal digits after it was written as '%25'",
        "2: '/x.qr' is the address of the QR code of the link 'x', which nobody gets any more",
        "4: the link has no QR code: the link 'x.qr' is at the address of it",
      ])
    let again = try apply(odd)
    #expect(again.unchanged == 4 && again.isWhole && again.warnings == done.warnings)
    // A file with a problem is refused, and its remarks are told as well.
    let refused = try apply(odd + "a.example,y,nowhere\n")
    #expect(!refused.isWhole && refused.warnings == done.warnings && refused.problems.count == 1)
  }

  @Test func `reads lines of any encoding in any pieces, and loses nothing of them`() throws {
    let line = #"{"host":"a.example","slug":"x","url":"https://e.example/1"}"# + "\n"
    let units = line.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let files: [[UInt8]] = [
      [0xEF, 0xBB, 0xBF] + Array(("\n\n" + line).utf8), [0xFF, 0xFE] + units, units,
    ]
    for (bytes, number) in zip(files, [3, 1, 1]) {
      var file = editor().file(of: "web", nil)
      for byte in bytes { file.feed([byte]) }
      file.finish()
      let plan = try editor().apply(file, ApplyingTerms(isDryRun: true), passwords: plain)
      #expect(slugs(plan.made) == ["x"] && plan.made.map(\.line) == [number])
    }
    let unnamed = try apply("host,slug,url,\na.example,x,https://e.example/1,lost\n")
    #expect(unnamed.problems.count == 1 && unnamed.made.isEmpty)
  }

  @Test func `sets back what was edited by hand, and tells both values`() throws {
    try apply(csv)
    let key = LinkKey(host: "a.example", slug: "x")
    let patch = LinkPatch(
      JSONNode(.object([.init("name", .string("By hand")), .init("maxClicks", .int(3))])), of: key,
      passwords: plain)
    _ = try editor().edit(key, patch)
    let done = try apply(csv)
    #expect(slugs(done.changed) == ["x"] && done.unchanged == 1)
    let fields = JSONNode(done.document(in: sites)).member("changed")?.array?[0].member("fields")
    #expect(
      fields.map { JSONOutput($0).compact }
        == #"[{"field":"name","old":"By hand","new":"X"},{"field":"maxClicks","old":3,"new":null}]"#
    )
    #expect(try store.currentLink(at: key)?.link.maxClicks == nil)
  }

  @Test func `leaves the links of others alone and names them`() throws {
    try make("x")
    try make("y", host: "b.example", owner: "mail")
    let before = try all
    let done = try apply(csv, ApplyingTerms(prunes: true))
    #expect(
      done.left.map(\.reason) == [.madeByHand, .ofOwner("mail")] && !done.isWhole)
    #expect(done.left.map(\.entry.line) == [2, 3])
    #expect(try all == before)
  }

  /// Letters that look alike, in one character and in two, are two owners to a store.
  @Test func `owners are the same by their bytes alone`() throws {
    let owners = ["caf\u{E9}", "cafe\u{301}"]
    let (file, other) = ("host,slug,url\na.example,x,https://e.example/1\n", "host,slug,url\n")
    try apply(file, of: owners[0])
    let before = try all
    let stopped = try apply(file, ApplyingTerms(prunes: true), of: owners[1])
    #expect(stopped.left.map(\.reason) == [.ofOwner(owners[0])] && stopped.changed.isEmpty)
    try apply(other, ApplyingTerms(prunes: true), of: owners[1])
    #expect(try all == before)
    let named = try apply(
      "host,slug,url,owner\na.example,y,https://e.example/,\(owners[0])\n", of: owners[1])
    #expect(named.problems.count == 1 && named.made.isEmpty)
    #expect(slugs(try apply(other, ApplyingTerms(prunes: true), of: owners[0]).removed) == ["x"])
  }

  @Test func `removes what the file no longer has with the word for it alone`() throws {
    try make("hand")
    try apply(csv)
    let less = "host,slug,url\na.example,x,https://e.example/1\n"
    let kept = try apply(less)
    #expect(slugs(kept.unlisted) == ["y"] && kept.removed.isEmpty && slugs(kept.changed) == ["x"])
    let plan = try apply(less, ApplyingTerms(prunes: true, isDryRun: true))
    #expect(slugs(plan.removed) == ["y"] && plan.unlisted.isEmpty)
    #expect(try all.count == 3)
    let done = try apply(less, ApplyingTerms(prunes: true))
    #expect(slugs(done.removed) == ["y"])
    #expect(try all.map(\.slug).sorted() == ["hand", "x"])
    // A table without rows is a file without links.
    #expect(slugs(try apply("host,slug,url\n", ApplyingTerms(prunes: true)).removed) == ["x"])
  }

  @Test(arguments: [
    ("{\"host\":\"a.example\",\"slug\":\"x\",\"url\":\"https://e.example/\"}\nbroken\n", 2),
    ("host,slug,url\na.example,x,https://e.example/\na.example,x,https://e.example/2\n", 3),
    ("host,slug,url,status\na.example,x,https://e.example/,299\n", 2),
    ("host,slug,url\nc.example,x,https://e.example/\n", 2), ("", 1),
    ("host,slug,url,owner\na.example,x,https://e.example/,other\n", 2),
    ("host,slug,url\na.example,x,https://a.example/y\na.example,y,https://a.example/x\n", 2),
    ("{\"host\":\"a.example\",\"slug\":\"x\",\"url\":\"https://e.example/\",\"nmae\":\"N\"}", 1),
    ("host,slug,url,password.hash\na.example,x,https://e.example/,withheld", 2),
  ])
  func `does nothing for a file with a line that cannot be taken`(_ text: String, line: Int) throws
  {
    for isDryRun in [true, false] {
      let plan = try apply(text, ApplyingTerms(prunes: true, isDryRun: isDryRun))
      #expect(plan.problems.first?.line == line, "\(text): \(plan.problems)")
      #expect(plan.made.isEmpty && plan.isDryRun == isDryRun)
    }
    #expect(try all.isEmpty)
  }

  @Test func `takes an export without hashes as it is`() throws {
    try apply(csv)
    let export = try all.map { LinkExport.row($0, .ndjson, withHashes: false) }.joined()
    let again = try apply(export)
    #expect(again.unchanged == 2 && again.isWhole, "\(again)")
  }

  @Test func `a plan for readers tells nobody whether a password is right`() throws {
    try apply(csv)
    let guess = csv.replacing("secret", with: "guess")
    let dry = ApplyingTerms(isDryRun: true)
    #expect(try apply(guess, dry).changed.count == 1)
    for file in [csv, guess] {
      #expect(try apply(file, dry, by: editor([.readLinks])).unchanged == 2)
    }
  }

  @Test func `a file has its bounds`() throws {
    let editor = editor()
    var file = editor.file(of: "web", .csv)
    file.feed(Array("host,slug,url\na.example,x,https://e.example/\n".utf8))
    file.feed(Array(String(repeating: "a.example,y,nowhere\n", count: 2_000).utf8))
    file.finish()
    let plan = try editor.apply(file, ApplyingTerms(), passwords: plain)
    #expect(plan.problems.count == 1000 && plan.made.isEmpty)
    var many = editor.file(of: "web", nil)
    many.feed(Array("host,slug,url\n".utf8))
    let rows = (0...100_000).map { "a.example,s\($0),https://e.example/\n" }
    many.feed(Array(rows.joined().utf8))
    many.finish()
    #expect(
      try editor.apply(many, ApplyingTerms(), passwords: plain).problems.map(\.line) == [100_002])
    #expect(try all.isEmpty)
  }

  @Test func `keeps to the reach of its caller`() throws {
    try apply(csv)
    let bound = editor(on: ["a.example"])
    let less = "host,slug,url\na.example,z,https://e.example/1\n"
    let done = try apply(less, ApplyingTerms(prunes: true), by: bound)
    #expect(slugs(done.made) == ["z"] && slugs(done.removed) == ["x"])
    #expect(try all.map(\.slug).sorted() == ["y", "z"])
    let beyond = "host,slug,url\nb.example,z,https://e.example/1\n"
    #expect(try apply(beyond, by: bound).problems.count == 1)
    #expect(try apply(less, ApplyingTerms(isDryRun: true), by: editor([.readLinks])).unchanged == 1)
    #expect(throws: ChangeError.refused(.insufficientScope(.writeLinks))) {
      try apply(less, by: editor([.readLinks]))
    }
  }

  @Test func `a link may move to another host of its site, and takes no visits of another`() throws
  {
    let one = "host,slug,url\na.example,x,https://e.example/1\n"
    let other = one.replacing("a.example", with: "www.a.example")
    try apply(one)
    #expect(
      try apply(other).left.map(\.reason)
        == [.slugOfOtherHost(LinkKey(host: "a.example", slug: "x"))])
    let moved = try apply(other, ApplyingTerms(prunes: true))
    #expect(moved.isWhole && slugs(moved.made) == ["x"] && slugs(moved.removed) == ["x"])
    #expect(try all.map(\.host) == ["www.a.example"])
  }

  @Test func `more links than a transaction has come in several`() throws {
    let text =
      "host,slug,url\n"
      + (0..<5100).map { "a.example,s\($0),https://e.example/\($0)\n" }
      .joined()
    let done = try apply(text)
    #expect(done.made.count == 5100)
    #expect(try store.audit(AuditQuery()).entries.map(\.entry.created) == [100, 5000])
    #expect(try apply(text).unchanged == 5100)
  }

  /// For any file and any store, a dry run predicts the result, and a second run finds nothing to
  /// do.
  @Test(arguments: 0..<40)
  func `a plan is what is done, and done once`(_ number: UInt64) throws {
    var generator = Dice(seed: CaseSeed.value &+ number)
    let names = (0..<8).map { "s\($0)" }
    for name in names where Bool.random(using: &generator) {
      try make(name, owner: ["web", "mail", nil].randomElement(using: &generator) ?? nil)
    }
    for round in 0..<3 {
      let rows = names.shuffled(using: &generator).prefix(Int.random(in: 0...8, using: &generator))
        .map { "a.example,\($0),https://e.example/\(Int.random(in: 0...2, using: &generator))\n" }
      let file = "host,slug,url\n" + rows.joined()
      let prunes = Bool.random(using: &generator)
      let others = try all.filter { $0.owner != "web" }
      var plan = try apply(file, ApplyingTerms(prunes: prunes, isDryRun: true))
      let done = try apply(file, ApplyingTerms(prunes: prunes), by: editor(at: round))
      plan.isDryRun = false
      #expect(
        JSONNode(plan.document(in: sites)).text == JSONNode(done.document(in: sites)).text)
      #expect(try all.filter { $0.owner != "web" } == others)
      let again = try apply(file, ApplyingTerms(prunes: prunes), by: editor(at: round + 10))
      #expect(again.made.isEmpty && again.changed.isEmpty && again.removed.isEmpty)
      #expect(again.left.count == done.left.count)
      guard prunes else { continue }
      let owned = try all.filter { $0.owner == "web" }.map(\.slug)
      #expect(
        Set(owned).isSubset(
          of: rows.compactMap { $0.split(separator: ",").dropFirst().first.map(String.init) }))
    }
  }
}

extension JSONNode {
  fileprivate var text: String { JSONOutput(self).compact }
}
