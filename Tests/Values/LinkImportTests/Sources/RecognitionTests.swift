import LinkImport
import Testing

private func told(
  _ text: String, _ format: ImportFormat = .auto, _ mapping: [String] = []
) throws -> [String] {
  var reading = ImportReading()
  for text in mapping { reading.mapping.append(try ColumnMapping(parsing: text)) }
  return try ImportedFile.told([Array(text.utf8)[...]], format, reading: reading)
    .split(separator: "\n").map(String.init)
}

struct RecognitionTests {
  @Test(arguments: [
    ("short_link,link\n", "firebase: it has the columns 'short_link', 'link'"),
    ("host,slug,url\n", "csv: it has the columns 'host', 'slug', 'url'"),
    ("Host;SLUG;Url\n", "csv: it has the columns 'host', 'slug', 'url'"),
    (
      #"{"host":"go.example.com","slug":"a","url":"https://e.example/"}"#,
      "ndjson: it has the members 'host', 'slug', 'url'"
    ),
  ])
  func `tells keiro's own files and Firebase's`(_ text: String, _ expected: String) throws {
    #expect(try told(text).first == expected)
  }

  @Test func `says which columns it does not know`() throws {
    #expect(
      try told("a,b\n1,2\n") == [
        "1 rejected -",
        "  ! no service is known whose files have 'a', 'b': expected --format, or --map COLUMN=FIELD "
          + "for the address and the destination of links",
      ])
  }

  @Test func `says of an object without members that it is empty`() throws {
    #expect(
      try told("{}") == ["1 rejected -", "  ! the file is empty: expected links, one per row"])
  }

  @Test func `takes a table whose columns the caller names`() throws {
    let text = "Old;Where to;Note\nhttps://go.example.com/a;https://e.example/;x\n"
    let rows = try told(text, .auto, ["Old=short_link", "where-to=url", "Note=ignore"])
    #expect(rows.first == "csv: --map says what its columns hold")
    #expect(rows.dropFirst().first == "2 taken https://go.example.com/a")
    #expect(!rows.joined().contains("extra"))
  }

  @Test func `takes columns by their numbers where they have no names`() throws {
    let text = "a,https://e.example/a,go.example.com\nb,https://e.example/b,go.example.com\n"
    let rows = try told(text, .csv, ["1=slug", "2=url", "3=host"])
    #expect(rows.filter { $0.contains("taken") } == ["1 taken a", "2 taken b"])
  }

  @Test func `names the columns that there are when one is missing`() throws {
    #expect(
      try told("host,slug,url\n", .csv, ["Lnk=url"]).last
        == "  ! there is no column 'Lnk': expected one of host, slug, url")
  }

  @Test func `knows a list of addresses`() throws {
    #expect(
      try told("https://go.example.com/a\nhttps://go.example.com/b\n").last
        == "  ! the file is only a list of addresses: --format url-list asks the old service for "
        + "the destination of each")
  }
}
