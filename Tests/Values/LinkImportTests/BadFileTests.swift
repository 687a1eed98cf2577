import JSONSyntax
import LinkImport
import Testing

/// Files that are damaged, made up or malicious: each gets a report or a refusal, in memory that
/// does not grow with the file.
struct BadFileTests {
  private static let names = [
    "bitly.csv", "bitly.json", "dub.csv", "dub.json", "shlink.csv", "shlink.json", "yourls.sql",
    "yourls.csv", "kutt.json", "rebrandly.json", "shortio.csv", "shortio.json", "branch.json",
  ]

  private func rows(_ pieces: some Sequence<[UInt8]>, _ format: ImportFormat) throws -> [ImportRow]
  {
    var reader = LinkImportReader(
      format, hosts: try ImportedFile.hosts(otherHost: "go.example.com"))
    return reader.rows(pieces.lazy.map { $0[...] })
  }

  @Test(arguments: names)
  func `loses nothing in silence of a file that is cut off`(_ name: String) throws {
    let bytes = try ImportedFile(name).bytes
    let whole = try rows([bytes], .auto)
    for end in stride(from: 0, to: bytes.count, by: max(bytes.count / 61, 1)) {
      let part = try rows([Array(bytes[..<end])], .auto)
      // The rows taken from the part are those taken from the whole, except for the last row.
      let taken = part.filter { $0.line != part.last?.line }.compactMap(\.link)
      #expect(taken.allSatisfy { link in whole.contains { $0.link == link } }, "\(end)")
    }
  }

  @Test(arguments: ["bitly.json", "dub.json", "shlink.json", "kutt.json", "shortio.json"])
  func `says that a list is cut off`(_ name: String) throws {
    let bytes = try ImportedFile(name).bytes
    let part = try rows([Array(bytes[..<(bytes.count / 2)])], .auto)
    #expect(part.last?.problems.first?.contains("truncated") == true)
  }

  @Test func `says that a dump is cut off`() throws {
    let bytes = try ImportedFile("yourls.sql").bytes
    let text = String(decoding: bytes, as: UTF8.self)
    let end = try #require(text.firstRange(of: "It''s")?.lowerBound)
    let part = try rows([Array(text[..<end].utf8)], .auto)
    #expect(part.last?.problems == ["the file ends in the middle of a row: it may be truncated"])
    #expect(part.count == 2)
  }

  @Test func `says that a file is cut off within a character`() throws {
    let bytes = Array("host,slug,url\ngo.example.com,é,https://www.example.com/日本".utf8)
    for length in [bytes.count - 1, bytes.count - 2, 30] {
      let part = try rows([Array(bytes.prefix(length))], .csv)
      #expect(
        part.last?.problems == [
          "the file ends within a UTF-8 character: it may be truncated, or in another encoding "
            + "such as Windows-1252: save it as UTF-8"
        ])
    }
    // No character begins with this byte.
    let other = try rows([bytes + [0xFF]], .csv).last?.problems
    #expect(other?.first?.contains("0xFF") == true, "\(other ?? [])")
  }

  @Test(arguments: [
    ("host,slug,url\n\"", ImportFormat.csv), ("", .csv), ("{\"host\":\"", .ndjson),
    ("[{\"a\":\"", .dub),
    ("INSERT INTO `yourls_url` VALUES ('", .yourls), ("/*", .yourls),
    ("[{\"domain\":\"go.example.com\",\"key\":\"a\",\"url\":\"", .auto),
    (String(repeating: "[", count: 10), .dub),
    (String(repeating: "{\"links\":[", count: 10), .bitly),
  ])
  func `reads 4 MB without a line end in little memory`(
    _ beginning: String, _ format: ImportFormat
  ) throws {
    let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
    let pieces = [Array(beginning.utf8)] + Array(repeating: piece, count: 4)
    let found = try rows(pieces, format)
    #expect(found.count <= 2 && found.allSatisfy { $0.link == nil })
    #expect(!found.isEmpty)
  }

  @Test func `tells rows of one line by their number in it`() throws {
    let values = ["a", "b c", "d", "e f"].map { "('\($0)','https://www.example.com/')" }
    let columns = "(`keyword`, `url`)"
    let dump = "INSERT INTO `yourls_url` \(columns) VALUES \(values.joined(separator: ","));\n"
    let objects = ["a", "b c", "d", "e f"].map {
      "{\"domain\":\"go.example.com\",\"key\":\"\($0)\",\"url\":\"https://www.example.com/\"}"
    }
    for (text, format) in [
      (dump, ImportFormat.yourls), ("[" + objects.joined(separator: ",") + "]", .dub),
    ] {
      let found = try rows([Array(text.utf8)], format)
      #expect(found.map(\.line) == [1, 1, 1, 1])
      #expect(found.map(\.rowOfLine) == [nil, 2, 3, 4])
      var report = ImportReport(isDryRun: true)
      for row in found { report.add(row) }
      let told = try JSONDocument(parsing: Array(report.json.compact.utf8)).root
      #expect(ImportReport(told).problems == report.problems)
      #expect(Set(report.problems.map(\.row)) == [2, 4])
    }
  }

  @Test(arguments: [
    ("host,slug,url\ngo.example.com,e*,https://www.example.com/\n", ImportFormat.csv),
    ("host,slug,url,e*\ngo.example.com,a,https://www.example.com/,\n", .csv),
    ("{\"host\":\"go.example.com\",\"slug\":\"e*\",\"url\":\"https://www.example.com/\"}", .ndjson),
    ("[{\"domain\":\"go.example.com\",\"key\":\"e*\",\"url\":\"https://www.example.com/\"}]", .dub),
    (
      "INSERT INTO `yourls_url` (`keyword`, `url`) VALUES ('e*', 'https://www.example.com/');",
      .yourls
    ),
  ])
  func `refuses marks in succession that would be sorted for minutes`(
    _ text: String, _ format: ImportFormat
  ) throws {
    let marks = String(repeating: "\u{301}\u{323}", count: 100_000)
    let found = try rows([Array(text.replacing("*", with: marks).utf8)], format)
    #expect(found.map(\.link) == [nil])
    let place = format == .ndjson ? "column 33: " : ""
    let told = "\(place)there are more than 100 combining marks in succession"
    #expect(found.first?.problems == [told])
  }

  @Test func `takes the first of very many rows for the same link`() throws {
    let row = Array("go.example.com,a,https://www.example.com/\n".utf8)
    let many = Array(repeating: row, count: 1000).flatMap(\.self)
    let found = try rows([Array("host,slug,url\n".utf8)] + Array(repeating: many, count: 4), .csv)
    #expect(found.count == 4000 && found.filter { $0.link != nil }.count == 1)
  }

  @Test func `reads columns in any order`() throws {
    let lines = [
      ["Link", "Title", "Destination URL", "Custom Link", "Status"],
      ["go.example.com/a", "T", "https://www.example.com/", "", "Active"],
    ]
    let expected = try #require(try rows([text(lines)], .auto).first?.link)
    for turn in 1..<5 {
      let turned = lines.map { Array($0[turn...] + $0[..<turn]) }
      #expect(try rows([text(turned)], .auto).first?.link == expected)
    }
  }

  private func text(_ lines: [[String]]) -> [UInt8] {
    Array(lines.map { $0.joined(separator: ",") + "\n" }.joined().utf8)
  }

  @Test(
    arguments: [
      ([0x50, 0x4B, 0x03, 0x04, 0x14], "a ZIP archive or an Excel workbook"),
      ([0x1F, 0x8B, 0x08, 0, 0], "compressed by gzip"),
      ([0xD0, 0xCF, 0x11, 0xE0, 0xA1], "an old Excel workbook"),
    ] as [([UInt8], String)])
  func `unpacks nothing`(_ bytes: [UInt8], _ name: String) throws {
    for format in [ImportFormat.auto, .csv, .bitly, .yourls] {
      #expect(
        try rows([bytes, [UInt8](repeating: 7, count: 1 << 20)], format).map(\.problems) == [
          ["the file is \(name) and not text: expected its contents as text"]
        ])
    }
  }

  @Test(
    arguments: [
      ("\u{65E5}\u{672C}\u{8A9E}", [0x93, 0xFA, 0x96, 0x7B, 0x8C, 0xEA], "CP932"),
      ("\u{3053}\u{3093}", [0x82, 0xB1, 0x82, 0xF1], "CP932"),
      (
        "caf\u{E9}, M\u{FC}nchen",
        Array("caf".utf8) + [0xE9, 0x2C, 0x4D, 0xFC] + Array("nchen".utf8),
        "WINDOWS-1252"
      ),
      ("it\u{2019}s", [0x69, 0x74, 0x92, 0x73], "WINDOWS-1252"),
      (
        "Z\u{FC}rich \u{2013} Gen\u{E8}ve",
        [0x5A, 0xFC] + Array("rich ".utf8) + [0x96, 0x20] + Array("Gen".utf8) + [0xE8]
          + Array("ve".utf8),
        "WINDOWS-1252"
      ),
    ] as [(String, [UInt8], String)])
  func `tells the encoding of a text that is not UTF-8`(
    _ text: String, _ bytes: [UInt8], _ name: String
  ) throws {
    let found = try rows([Array("host,slug,url\n".utf8) + bytes + [0x0A]], .csv)
    let problem = try #require(found.last?.problems.first)
    #expect(problem.contains("'iconv -f \(name) -t UTF-8 FILE >NEW'"), "\(text): \(problem)")
  }
}
