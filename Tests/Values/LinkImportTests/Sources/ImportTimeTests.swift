import FoundationEssentials
import LinkImport
import Links
import Testing
import WebSyntax

/// Times of files that name no offset, and the zone and status that the caller says.
@Suite struct ImportTimeTests {
  private static func zone(_ name: String) throws -> LocalZone {
    if let zone = LocalZone(offset: name) { return zone }
    let file = try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/" + name))
    return LocalZone(name: name, rules: try #require(TimeZoneRules(Array(file))))
  }

  private func link(
    _ text: String, _ format: ImportFormat, zone: String?, status: Int? = nil
  ) throws -> ImportRow {
    var reading = ImportReading()
    reading.zone = try zone.map(Self.zone)
    reading.status = status.flatMap(ShortLink.RedirectStatus.init)
    var reader = LinkImportReader(
      format, reading, hosts: try ImportedFile.hosts(otherHost: "go.example.com"))
    return try #require(reader.rows(text).last)
  }

  /// A file of each format with a time, and the field that it becomes.
  private static let files: [(format: ImportFormat, text: @Sendable (String) -> String)] = [
    (.csv, { "host,slug,url,expires\ngo.example.com,a,https://e.example/,\($0)\n" }),
    (.csv, { "host,slug,url,expires,path\ngo.example.com,a,https://e.example/,\($0),append\n" }),
    (
      .ndjson,
      {
        #"{"host":"go.example.com","slug":"a","url":"https://e.example/","expires":"\#($0)"}"#
          + "\n"
      }
    ),
    (
      .dub,
      { "Short link,Destination URL,Expires at\ngo.example.com/a,https://e.example/,\($0)\n" }
    ),
    (.shlink, { "shortCode,longUrl,validUntil\na,https://e.example/,\($0)\n" }),
    (.shortio, { "originalURL,path,expiresAt\nhttps://e.example/,a,\($0)\n" }),
  ]

  @Test(arguments: [
    ("2027-01-15 12:00:00", "Europe/Berlin", "2027-01-15T11:00:00Z"),
    ("2027-07-15 12:00:00", "Europe/Berlin", "2027-07-15T10:00:00Z"),
    ("2027-07-15T12:00", "Europe/Berlin", "2027-07-15T10:00:00Z"),
    ("2027-07-15", "Europe/Berlin", "2027-07-14T22:00:00Z"),
    // A time that the clocks skip, and one that they show twice.
    ("2027-03-28 02:30:00", "Europe/Berlin", "2027-03-28T01:30:00Z"),
    ("2027-10-31 02:30:00", "Europe/Berlin", "2027-10-31T00:30:00Z"),
    ("2027-07-15 12:00:00", "+02:00", "2027-07-15T10:00:00Z"),
    ("2027-07-15 12:00:00", "-0330", "2027-07-15T15:30:00Z"),
    // A time with an offset of its own keeps it.
    ("2027-07-15T12:00:00Z", "Europe/Berlin", "2027-07-15T12:00:00Z"),
    ("2027-07-15T12:00:00+05:00", "Europe/Berlin", "2027-07-15T07:00:00Z"),
  ])
  func `reads local times of every format by the clocks of the zone`(
    _ text: String, _ zone: String, _ expected: String
  ) throws {
    for file in Self.files {
      let row = try link(file.text(text), file.format, zone: zone)
      #expect(row.link?.expires?.description == expected, "\(file.format) \(row.problems)")
    }
  }

  @Test func `without a zone, keiro's own files need times with an offset`() throws {
    for file in Self.files {
      let row = try link(file.text("2027-07-15 12:00:00"), file.format, zone: nil)
      let isOwn = file.format == .csv || file.format == .ndjson
      #expect(row.isRejected == isOwn, "\(file.format)")
      if !isOwn { #expect(row.link?.expires?.description == "2027-07-15T12:00:00Z") }
    }
  }

  @Test func `says how it reads local times that are twice or never`() throws {
    var reading = ImportReading()
    for (zone, isTold) in [("Europe/Berlin", true), ("+02:00", false), ("UTC", false)] {
      reading.zone = try Self.zone(zone)
      let told = try ImportedFile.told(
        [Array("host,slug,url\n".utf8)[...]], .csv, reading: reading)
      #expect(
        told.contains("note: times without an offset were read by the clocks of \(zone)") == isTold)
    }
  }

  // MARK: - Statuses

  @Test(
    arguments: [
      (.bitly, "Link,Destination URL\ngo.example.com/a,https://e.example/\n", 301),
      (.yourls, "keyword,url\na,https://e.example/\n", 301),
      (.kutt, #"{"data":[{"address":"a","target":"https://e.example/"}]}"#, 302),
      (.shlink, "shortCode,longUrl\na,https://e.example/\n", 302),
      (.shortio, "originalURL,path,redirectType\nhttps://e.example/,a,307\n", 307),
      (.csv, "host,slug,url\ngo.example.com,a,https://e.example/\n", 302),
      (.csv, "host,slug,url,status\ngo.example.com,a,https://e.example/,308\n", 308),
      (.ndjson, #"{"host":"go.example.com","slug":"a","url":"https://e.example/"}"# + "\n", 302),
    ] as [(ImportFormat, String, Int)])
  func `answers as the service did, or as the caller says`(
    _ format: ImportFormat, _ text: String, _ status: Int
  ) throws {
    #expect(try link(text, format, zone: nil).link?.status.rawValue == status)
    #expect(try link(text, format, zone: nil, status: 303).link?.status.rawValue == 303)
  }

  @Test(arguments: [(.bitly, true), (.yourls, true), (.shlink, false)] as [(ImportFormat, Bool)])
  func `says that links answer with another status than usual`(
    _ format: ImportFormat, _ isTold: Bool
  ) throws {
    let names: [ImportFormat: String] = [
      .bitly: "Link,Destination URL", .yourls: "keyword,url", .shlink: "shortCode,longUrl",
    ]
    for status in [nil, ShortLink.RedirectStatus.found] {
      var reading = ImportReading()
      reading.status = status
      let told = try ImportedFile.told(
        [Array("\(names[format] ?? "")\n".utf8)[...]], format, reading: reading)
      #expect(told.contains("note: its links answer 301") == (isTold && status == nil), "\(told)")
    }
  }

  @Test func `an answer of the old service keeps its status`() throws {
    for (status, expected) in [(301, 301), (302, 302), (308, 308)] {
      var links = LinkImportReader(.urlList, hosts: try ImportedFile.hosts())
      let answer = OldAnswer(
        url: "https://go.example.com/a", status: status, location: "https://e.example/")
      #expect(links.row(answer, line: 1).link?.status.rawValue == expected)
    }
  }
}
