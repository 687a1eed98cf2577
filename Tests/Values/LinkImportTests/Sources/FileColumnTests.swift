import JSONSyntax
@testable import LinkImport
import Links
import Testing
import WebSyntax

@Suite struct FileColumnTests {
  /// The rows of a file, and the format that it was recognised as.
  private func read(
    _ text: String, _ reading: ImportReading = ImportReading()
  ) -> (rows: [ImportRow], reader: LinkImportReader) {
    var reader = LinkImportReader(.auto, reading)
    let rows = reader.feed(Array(text.utf8)[...]) + reader.finish()
    return (rows, reader)
  }

  @Test(arguments: ImportSource.all.map(\.format))
  func `the sample of each service is read as a file of it`(_ format: ImportFormat) throws {
    let source = try #require(ImportSource.named(format))
    let (rows, reader) = read(source.sample)
    #expect(reader.recognition?.format == format)
    let row = try #require(rows.last)
    #expect(!row.isRejected && row.reasons == [], "\(row.problems)")
    let link = try #require(row.link)
    #expect(link.url == "https://www.example.com/spring")
  }

  @Test(arguments: [
    "Short link,Leads to,Name,Tags,State,Clicks,Created,Expires",
    "短縮リンク,リンク先,名前,タグ,状態,クリック,作成日時,終了日時",
  ])
  func `the exported list is read by its header, without facts that are no fields`(
    _ header: String
  ) throws {
    let row =
      "https://go.example.com/a,https://www.example.com/,A,\"b, c\",Active,12,2026-04-01T09:00:00Z,"
    let (rows, reader) = read("\u{FEFF}\(header)\r\n\(row)\r\n")
    #expect(reader.recognition?.format == .csv && reader.readsPart)
    let link = try #require(rows.last?.link)
    #expect(rows.flatMap(\.problems) == [])
    #expect(link.slug == "a" && link.url == "https://www.example.com/")
    #expect(link.name == "A" && link.tags == ["b", "c"])
    #expect(link.createdAt?.description == "2026-04-01T09:00:00Z")
    #expect(link.extra == [] && link.importedClicks == nil && link.expires == nil)
  }

  @Test func `links of the configuration in the exported list are skipped with a word`() throws {
    let site = SiteRules(
      hosts: [try #require(HostPattern("go.example.com"))], prefix: "/",
      isConfigured: { $0 == "fixed" })
    let hosts = ImportHosts(sites: SiteTable([site]), otherHost: nil)
    let header = "Short link,Leads to,Name,Tags,State,Clicks,Created,Expires\r\n"
    func row(_ slug: String) -> String {
      "https://go.example.com/\(slug),https://www.example.com/,,,Active,,,\r\n"
    }
    for (text, slugs) in [(row("fixed") + row("a"), ["a"]), (row("fixed"), [])] {
      var reader = LinkImportReader(.csv, hosts: hosts)
      let rows = reader.rows(header + text)
      #expect(rows.map { $0.link?.slug } == slugs && rows.flatMap(\.problems) == [])
      #expect(
        reader.notes.map(\.english) == [
          "links of the configuration file stay as they are there, and were skipped: 1"
        ])
    }
  }

  @Test func `columns have their first values, and the fields that their names say`() {
    let table = "Short URL;Note\nhttps://a.example/1;x\nhttps://a.example/2\n"
    let columns = FileColumn.columns(of: Array(table.utf8), isWhole: true)
    #expect(columns.map(\.name) == ["Short URL", "Note"])
    #expect(columns.map(\.path) == ["short_link", nil])
    #expect(columns.map(\.values) == [["https://a.example/1", "https://a.example/2"], ["x", ""]])
  }

  @Test func `columns without names are numbered, and other files have none`() {
    let table = "https://a.example/1,https://b.example/1"
    let columns = FileColumn.columns(of: Array(table.utf8), isWhole: true)
    #expect(columns.map(\.name) == ["1", "2"])
    #expect(columns.first?.values == ["https://a.example/1"])
    for text in ["", #"{"host":"a","slug":"b"}"#, "INSERT INTO `yourls_url` VALUES (1);"] {
      #expect(FileColumn.columns(of: Array(text.utf8), isWhole: true).isEmpty || text.isEmpty)
    }
  }

  @Test func `a whole import sends visitors on without a page`() throws {
    let sample = ImportSource.named(.bitly)?.sample ?? ""
    let (before, reader) = read(sample)
    let remark = Sentence(FileRemark.pageInOtherApps(service: "Bitly"))
    #expect(before.last?.link?.skipPage == false && reader.notes.contains(remark))
    var reading = ImportReading()
    reading.skipsPage = true
    let (after, quiet) = read(sample, reading)
    #expect(after.last?.link?.skipPage == true && !quiet.notes.contains(remark))
  }
}
