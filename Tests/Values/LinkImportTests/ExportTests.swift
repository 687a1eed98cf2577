import JSONSyntax
@testable import LinkImport
import Links
import LinkStorage
import RandomCases
import Testing
import WebSyntax

private func link(_ slug: String, _ change: (inout ShortLink) -> Void = { _ in }) -> ShortLink {
  var link = ShortLink(host: "a.example", slug: slug, url: "https://e.example/" + slug)
  change(&link)
  return link
}

@Test(arguments: LinkExport.Format.allCases)
func `an address that means something else as a URL is told`(_ format: LinkExport.Format) throws {
  let text =
    format == .csv
    ? "host,slug,url,tags\na.example,x,https://e.example/5%,\" a , a\"\na.example,y,https://e.example\\z,\n"
    : #"{"host":"a.example","slug":"x","url":"https://e.example/5%","tags":[" a ","a"]}"# + "\n"
      + #"{"host":"a.example","slug":"y","url":"https://e.example\\z"}"# + "\n"
  let found = rows(text, try #require(ImportFormat(rawValue: format.rawValue)))
  #expect(found.map { $0.link?.url } == ["https://e.example/5%25", "https://e.example/z"])
  #expect(found.map(\.problems.count) == [1, 1], "\(found.map(\.problems))")
  #expect(found.first?.link?.tags == ["a"])
}

@Test(arguments: LinkExport.Format.allCases)
func `importing an export changes nothing`(_ format: LinkExport.Format) throws {
  var samples = SampleLinks()
  let links = (0..<100).map { number in
    var link = samples.next()
    link.slug = "\(number)/\(link.slug.prefix(200))"
    return link
  }
  let text = LinkExport.header(format) + links.map { LinkExport.row($0, format) }.joined()
  let importFormat = try #require(ImportFormat(rawValue: format.rawValue))
  let found = rows(text, importFormat)
  #expect(found.flatMap(\.problems) == [])
  #expect(found.map(\.link) == links)
  for row in found {
    guard let incoming = row.link else { continue }
    var existing = incoming
    existing.createdAt = existing.createdAt ?? Timestamp(secondsSinceEpoch: 9)
    existing.updatedAt = Timestamp(secondsSinceEpoch: 10)
    let now = Timestamp(secondsSinceEpoch: 11)
    #expect(
      LinkChange(
        existing: existing, incoming: incoming, now: now, .importing(overwritesEdits: false))
        == .unchanged)
  }
  // Every cut reads the whole text, which is long.
  var dice = Dice(seed: CaseSeed.value)
  for _ in 0..<10 {
    let cut = dice.roll(0...text.utf8.count)
    #expect(rows(text, importFormat, pieces: cut) == found, "cut at \(cut)")
  }
}

@Test func `reads tables that people write`() {
  let found = rows(
    """
    domain;x,slug,url
    """, .csv)
  #expect(found.first?.link == nil)
  let good = rows(
    "Short URL,Long URL,tags,utm_source,archived,Colour\nhttps://a.example/x,https://e.example/,\"a,b\",s,yes,red\n",
    .csv)
  #expect(good.map(\.problems) == [[]])
  #expect(good.first?.link?.tags == ["a", "b"])
  #expect(good.first?.link?.campaign["utm_source"] == "s")
  #expect(good.first?.link?.archived == true)
  #expect(good.first?.link?.extra == [.init(name: "Colour", value: "red")])
}

@Test func `rejects a row of keiro's own formats that is wrong anywhere`() {
  let table = rows(
    "host,slug,url,status,password\na.example,x,https://e.example/,300,\na.example,y,https://e.example/,,p\n",
    .csv)
  #expect(table.allSatisfy { $0.link == nil })
  #expect(
    table.map(\.problems) == [
      ["status: 300 is not a redirect that keiro sends: expected one of 301, 302, 303, 307, 308"],
      [
        "password: a password cannot be hashed here: expected {\"hash\": …} as exports have it"
      ],
    ])
  let lines = rows(
    """
    {"host":"a.example","slug":"x","url":"https://e.example/"}

    {"host":"a.example","slug":"x","url":"https://e.example/2"}
    {"host":"a.example","slug":"y"
    {"host":"a.example","slug":"z","url":"https://e.example/","sttus":1}
    """, .ndjson)
  #expect(lines.map(\.line) == [1, 3, 4, 5])
  #expect(lines.map { $0.link?.slug } == ["x", nil, nil, nil])
  #expect(
    lines.map(\.problems) == [
      [], ["the link is already in line 1, and the first counts"],
      ["column 31: the text ends prematurely"],
      ["sttus: unknown key: did you mean 'status'?"],
    ])
}

@Test func `hands on passwords that a file has, when somebody hashes them`() {
  var reader = LinkImportReader(.csv, takesPasswords: true)
  let found = reader.rows("host,slug,url,password\na.example,x,https://e.example/,p\n")
  #expect(found.first?.password == "p")
  #expect(found.first?.link != nil && found.first?.link?.password == nil)
}

@Test func `reports an import as the contract has it`() {
  func told(isDryRun: Bool) -> String {
    var report = ImportReport(isDryRun: isDryRun)
    report.add(
      ImportRow(line: 2, name: "x", link: link("x"), reasons: [Sentence(english: "left out")]))
    report.add(ImportRow(line: 3, name: nil, rejectedFor: "wrong"))
    var odd = ImportRow(line: 4, name: "z", link: link("z"))
    odd.warnings = [Sentence(english: "odd")]
    report.add(odd)
    #expect(ImportReport(JSONNode(report.json)).problems == report.problems)
    for change in [ImportReport.Outcome.created, .updated, .unchanged, .created] {
      report.count(change, line: 2, name: "x")
    }
    report.count(.kept, line: 9, name: "y")
    return report.json.compact
  }
  let expected = """
    "created":2,"updated":1,"unchanged":1,"kept":1,"rejected":1,"problems":[\
    {"line":2,"link":"x","severity":"lossy","reason":"left out"},\
    {"line":3,"link":null,"severity":"rejected","reason":"wrong"}],\
    "warnings":[{"line":4,"link":"z","reason":"odd"}],\
    "keptLinks":[{"line":9,"link":"y"}]}
    """
  #expect(told(isDryRun: false) == "{" + expected)
  #expect(told(isDryRun: true) == "{\"dryRun\":true," + expected)
}

@Test func `no cell of an exported table begins as a formula, and each reads as it was`() {
  let starts = ["=", "+", "-", "@", "\t", "\r", "'=", "''-", "'", "''", "a=", " ="]
  for start in starts {
    for rest in ["", "1+1", "HYPERLINK(\"https://evil.test\")", "'", "\n=2", "\u{301}"] {
      let text = start + rest
      let tagged = link("x") { link in
        link.name = text
        link.campaign.items = [("utm_source", text)]
        link.social.title = text
        if !text.contains(",") {
          link.tags = [text.trimmed, "x" + text.trimmed, text.trimmed + "1"].filter { !$0.isEmpty }
        }
      }
      let table = LinkExport.header(.csv) + LinkExport.row(tagged, .csv)
      var decoder = CSVDecoder()
      let cells = decoder.feed(Array(LinkExport.row(tagged, .csv).utf8)[...]).flatMap(\.fields)
      #expect(!cells.isEmpty)
      let dangerous = cells.filter { cell in
        cell.utf8.first.map { "=+-@\t\r".utf8.contains($0) } ?? false
      }
      #expect(dangerous == [], "\(text.debugDescription)")
      // Such cells are split at separators.
      let tags = cells.filter { $0.contains(",x") }.flatMap { $0.split(separator: ",") }
      #expect(!tags.contains { "=+-@\t\r".utf8.contains($0.utf8.first ?? 0) })
      let found = rows(table, .csv)
      #expect(found.flatMap(\.problems) == [], "\(text.debugDescription)")
      #expect(found.map(\.link) == [tagged], "\(text.debugDescription)")
    }
  }
}

@Test func `a table of another service keeps its apostrophes`() {
  let found = rows(
    "short_link,link,utm_source\nhttps://a.example/x,https://e.example/,'=1\n", .firebase)
  #expect(found.first?.link?.campaign["utm_source"] == "'=1")
}

@Test func `a link has a bounded number of tags`() {
  let many = (0...FieldType.tagCount).map { "t\($0)" }
  func table(_ tags: [String]) -> String {
    "host,slug,url,tags\na.example,x,https://e.example/,\"\(tags.joined(separator: ","))\"\n"
  }
  #expect(rows(table(many), .csv).map(\.problems) == [["tags: 101 tags: expected at most 100"]])
  #expect(rows(table(many), .csv).first?.link == nil)
  #expect(rows(table(many.dropLast()), .csv).first?.link?.tags.count == 100)
}
