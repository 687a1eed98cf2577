import JSONSyntax
import LinkImport
import Links
import Testing
import WebSyntax

/// Unexpected values found in real exports.
struct UnreadableTests {
  private func shortio(_ members: String) throws -> ImportedLink {
    try ImportedLink(
      #"[{"shortURL":"https://go.example.com/k","path":"k","originalURL":"https://e.example/","#
        + members + "}]", .shortio)
  }

  @Test(arguments: [
    ("2030-01-01", 1_893_456_000), ("2030-01-01T00:00:00.000Z", 1_893_456_000),
    ("2030-01-01 00:00:00+00", 1_893_456_000), ("2030-01-01 09:00:00+0900", 1_893_456_000),
    ("2030-01-01 00:00:00.123 UTC", 1_893_456_000), ("01/01/2030", 1_893_456_000),
    ("12/31/2029 6:00 PM", 1_893_434_400), ("31.12.2029 18:00", 1_893_434_400),
    ("31/12/2029 18:00:00", 1_893_434_400), ("Jan 1, 2030", 1_893_456_000),
    ("January 1st, 2030 12:00 AM", 1_893_456_000), ("1 Jan 2030", 1_893_456_000),
    ("Tue, 01 Jan 2030 00:00:00 GMT", 1_893_456_000), ("2030/01/01", 1_893_456_000),
    ("Tue Jan 01 2030 01:00:00 GMT+0100 (CET)", 1_893_456_000), ("20300101", 1_893_456_000),
    ("1893456000", 1_893_456_000), ("1893456000000", 1_893_456_000),
  ])
  func `reads times as people and programs spell them`(_ text: String, _ seconds: Int) throws {
    let link = try shortio("\"expiresAt\":\"\(text)\"").link
    #expect(link.expires == Timestamp(secondsSinceEpoch: seconds) && !link.archived)
  }

  @Test(arguments: ["02/03/2030", "soon", "2030-13-45", "1/2", "yes", "99", "00:00", "31.02.2030"])
  func `closes a link whose end cannot be read`(_ text: String) throws {
    let new = try shortio("\"expiresAt\":\"\(text)\"")
    #expect(new.link.archived && new.link.expires == nil)
    #expect(new.notes.contains { $0.contains("it may be an end, so the link is closed") })
  }

  @Test(arguments: ["null", "None", "0", "false", ""])
  func `takes words for nothing as no end`(_ text: String) throws {
    let ends = #""expiresAt":"\#(text)","ttl":"\#(text)","clicksLimit":"\#(text)""#
    let new = try shortio(ends)
    #expect(!new.link.archived && new.link.expires == nil && new.link.maxClicks == nil)
    #expect(!new.notes.contains { $0.contains("it may be an end") }, "\(new.notes)")
  }

  @Test(arguments: ["null", "None", #"\N"#])
  func `takes words for nothing in a table as nothing`(_ text: String) throws {
    let new = try ImportedLink(
      "short URL;original URL;archived;clicks;expires at\n"
        + "https://go.example.com/k;https://e.example/;\(text);\(text);\(text)\n", .shortio)
    #expect(!new.link.archived && new.link.expires == nil)
    #expect(!new.notes.contains { $0.contains("'\(text)'") }, "\(new.notes)")
    let title = try ImportedLink("keyword,url,title\nk,https://e.example/,NULL\n", .yourls)
    #expect(title.link.name == nil)
  }

  @Test(arguments: [
    ("TRUE", "FALSE"), ("WAHR", "FALSCH"), ("VRAI", "FAUX"), ("VERDADERO", "FALSO"),
    ("VERO", "FALSO"), ("WAAR", "ONWAAR"), ("PRAWDA", "FAŁSZ"), ("DOĞRU", "YANLIŞ"),
    ("ИСТИНА", "ЛОЖЬ"), ("TOSI", "EPÄTOSI"),
  ])
  func `reads yes and no as spreadsheets save them in their languages`(
    _ yes: String, _ no: String
  ) throws {
    func link(_ archived: String, _ others: String) throws -> ShortLink {
      try ImportedLink(
        "short URL;original URL;archived;hasPassword;skipQS\n"
          + "https://go.example.com/k;https://e.example/;\(archived);\(others);\(others)\n",
        .shortio
      ).link
    }
    let open = try link(yes, no)
    #expect(open.tags == ["archived"] && !open.archived && open.query == .merge)
    let closed = try link(no, yes)
    #expect(closed.tags == [] && closed.archived && closed.query == .drop)
  }

  @Test func `of two ends the first counts`() throws {
    let new = try shortio(#""expiresAt":"2031-01-01","ttl":"2030-01-01""#)
    #expect(new.link.expires == Timestamp(dateOrTime: "2030-01-01"))
  }

  @Test func `takes numbers with marks, and limits without counts`() throws {
    #expect(try shortio(#""clicksLimit":"1,234","clicks":"1.000""#).link.maxClicks == 234)
    let open = try shortio(#""clicksLimit":10"#)
    #expect(open.link.maxClicks == 10)
    #expect(open.notes.contains { $0.contains("does not say how many are used up") })
    let odd = try shortio(#""clicksLimit":10,"clicks":"many""#)
    #expect(odd.notes.contains("clicks: 'many' is not a whole number"), "\(odd.notes)")
    #expect(try shortio(#""clicksLimit":"some""#).link.archived)
  }

  @Test func `keeps the tags that a link can have`() throws {
    let tags = (0..<101).map { "\"t\($0)\"" }.joined(separator: ",")
    let new = try shortio("\"tags\":[\(tags)]")
    #expect(new.link.tags.count == 99)
    #expect(new.notes.contains("tags: 2 of 101 tags were dropped"))
  }

  @Test func `reads a dump of phpMyAdmin`() throws {
    let new = try ImportedLink(
      """
      -- phpMyAdmin SQL Dump
      SET SQL_MODE = "NO_AUTO_VALUE_ON_ZERO";
      START TRANSACTION;
      SET time_zone = "+00:00";
      INSERT INTO `yourls_url` (`keyword`, `url`) VALUES ('k', 'https://e.example/');
      """, .yourls)
    #expect(new.link.slug == "k")
  }

  @Test func `passes over the spaces around cells, and tells the query of a short URL`() throws {
    let new = try ImportedLink(
      "Link,Destination URL\n https://go.example.com/k?a=1 , https://e.example/ \n", .bitly)
    #expect(new.link.url == "https://e.example/")
    #expect(new.notes.contains { $0.contains("the query 'a=1' of the short URL was dropped") })
  }

  @Test(arguments: [ImportFormat.auto, .bitly, .csv])
  func `says that a file is empty`(_ format: ImportFormat) throws {
    #expect(try ImportedFile.told([[]], format).contains("the file is empty"))
  }

  @Test func `tells once what is wrong with a row of several addresses`() throws {
    let row = "https://go.example.com/a,\"b,c\",2024-01-01"
    let text = "Link,Custom Link,Date created,Destination URL\n\(row),ftp://e.example/\n"
    let told = try ImportedFile.told([Array(text.utf8)[...]], .bitly)
    #expect(told.split(separator: "\n").filter { $0.contains("rejected") }.count == 1)
    let good = text.replacing("ftp", with: "https")
    let taken = try ImportedFile.told([Array(good.utf8)[...]], .bitly)
    #expect(taken.split(separator: "\n").filter { $0.contains("taken") }.count == 3)
  }

  @Test func `names the hosts whose links become links of one`() throws {
    let text =
      "Link,Destination URL\nhttps://a.example/x,https://e.example/\n"
      + "https://b.example/y,https://e.example/\n"
    let told = try ImportedFile.told(
      [Array(text.utf8)[...]], .bitly, otherHost: "go.example.com")
    #expect(
      told.contains(
        "links of several hosts have become links of 'go.example.com': 'a.example', 'b.example'"))
  }

  @Test func `says what a table cannot hold`() throws {
    let new = try ImportedLink(
      "Short link,Destination URL\nhttps://go.example.com/k,https://e.example/\n", .dub)
    #expect(
      new.notes.contains {
        $0.hasPrefix("this table does not include passwords, ends, destinations for some visitors")
      })
  }

  @Test(arguments: [
    (
      "Link,Destination URL,Team,Ends on\nhttps://go.example.com/k,https://e.example/,,\n",
      "'Team', 'Ends on'"
    ),
    (
      #"[{"link":"https://go.example.com/k","long_url":"https://e.example/","team":1,"x":false}]"#,
      "'team'"
    ),
  ])
  func `names the columns that it does not know`(_ text: String, _ names: String) throws {
    let told = "columns that are not known: \(names); what they hold was kept under 'extra'"
    let new = try ImportedLink(text, .bitly)
    #expect(new.notes.contains { $0.hasPrefix(told) }, "\(new.notes)")
  }

  @Test(arguments: ["soon", "null", "2026-12-31"])
  func `a column that is said to hold the end is read like that of the service`(
    _ text: String
  ) throws {
    var reading = ImportReading()
    reading.mapping = try ["Ends=expires", "Most=maxClicks"].map { try ColumnMapping(parsing: $0) }
    let file =
      "Link,Destination URL,Ends,Most,Clicks\n"
      + "go.example.com/k,https://e.example/,\(text),10,4\n"
    let told = try ImportedFile.told([Array(file.utf8)[...]], .bitly, reading: reading)
    #expect(told.contains(#""archived":\#(text == "soon")"#), "\(told)")
    #expect(told.contains(#""maxClicks":6"#), "\(told)")
    #expect(!told.contains("does not include ends"), "\(told)")
    #expect(told.contains(#""expires":"\#(text)T00:00:00Z""#) == text.hasPrefix("20"), "\(told)")
  }

  @Test func `names the destination that a table lacks`() throws {
    let told = try ImportedFile.told([Array("shortUrl,slashtag,Target\n".utf8)[...]], .rebrandly)
    #expect(told.contains("no short link and destination: expected destination, …"), "\(told)")
  }

  @Test func `names what is mapped and in no row of JSON`() throws {
    var reading = ImportReading()
    reading.mapping = try ["ends=expires", "off=name"].map { try ColumnMapping(parsing: $0) }
    let row = #"[{"link":"go.example.com/k","long_url":"https://e.example/","Off":"a"}]"#
    let told = try ImportedFile.told([Array(row.utf8)[...]], .bitly, reading: reading)
    #expect(told.contains("note: no row has a value of what --map names: 'ends'\n"), "\(told)")
  }

  @Test(arguments: [
    ("", "$fallback_url: the field is empty, but every link needs it"),
    (
      #""$desktop_url":"e.example/","#,
      "$desktop_url: 'e.example/' is not a destination: expected an http or https URL"
    ),
  ])
  func `names the column that has no destination`(_ member: String, _ fault: String) throws {
    var reader = LinkImportReader(.branch, hosts: try ImportedFile.hosts(), now: OldVisit.noon)
    let rows = reader.rows(#"{"data":{\#(member)"url":"https://go.example.com/k"}}"#)
    #expect(rows.flatMap(\.problems) == [fault])
  }

  @Test func `drops a rule whose destination is none, and no other`() throws {
    let new = try ImportedLink(
      #"[{"domain":"go.example.com","key":"k","url":"https://e.example/","#
        + #""geo":{"JP":"javascript:x","DE":"https://de.example/"}}]"#, .dub)
    #expect(new.link.rules.map(\.url) == ["https://de.example/"])
    #expect(new.notes.contains { $0.hasPrefix("geo: a rule was dropped") })
  }

  @Test func `of two slugs that fold alike the first stays`() throws {
    var spelling = SlugSpelling()
    spelling.isCaseSensitive = false
    let site = SiteRules(
      hosts: [try #require(HostPattern("go.example.com"))], prefix: "/", spelling: spelling)
    var reader = LinkImportReader(
      .bitly, hosts: ImportHosts(sites: SiteTable([site]), otherHost: nil))
    let rows = reader.rows(
      "Link,Destination URL\nhttps://go.example.com/Spring,https://e.example/1\n"
        + "https://go.example.com/SPRING,https://e.example/2\n"
        + "https://go.example.com/%E6%97%A5,https://e.example/3\n")
    #expect(rows.compactMap(\.link?.slug) == ["spring", "日"])
    #expect(rows.flatMap(\.problems) == ["the link is already in line 2, and the first counts"])
  }
}

@Test(arguments: [
  (ImportFormat.csv, "host,slug,url\n"), (.bitly, "[]"), (.dub, "{\"links\":[]}"),
  (.bitly, "Link,Destination URL\r\n"),
])
func `says that a file holds no links`(_ format: ImportFormat, _ text: String) throws {
  var reader = LinkImportReader(format, hosts: try ImportedFile.hosts(), now: OldVisit.noon)
  #expect(reader.rows(text).isEmpty)
  #expect(reader.notes.map(\.english).contains("the file contains no links"), "\(reader.notes)")
}
