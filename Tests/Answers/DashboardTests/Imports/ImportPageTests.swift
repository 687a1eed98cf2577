import JSONSyntax
import LinkImport
import Management
import SiteModel
import Testing

@testable import Dashboard

/// What the page about an uploaded file says of it.
@Suite struct ImportPageTests {
  private let pages: Pages

  init() throws { pages = try Pages() }

  /// The report of a trial run of a file.
  private func report(_ text: String) throws -> ImportReport {
    let sites = pages.fixture.pages.service.snapshot.siteTable
    var reader = LinkImportReader(.auto, hosts: ImportHosts(sites: sites, otherHost: nil), now: nil)
    var report = ImportReport(isDryRun: true)
    reader.feed(Array(text.utf8)[...]) { report.add($0) }
    reader.finish { report.add($0) }
    report.notes = reader.notes
    return report
  }

  @Test(arguments: Language.allCases)
  func `a file that cannot be read is advised in words of the page`(_ language: Language) throws {
    try pages.shelve(.tried(report("Brief,Goes to\ntea,https://b.example/\n")))
    let html = try pages.text("import/report", in: language)
    let fault = Sentence(FileFault.unknownService(columns: ["Brief", "Goes to"]))
    let told = Markup(text: String(fault.text(onPagesIn: language).dropFirst()))
    #expect(html.contains(told.html) && !html.contains("--map"))
    #expect(html.contains(">\(Word.chooseOtherFile.text(in: language))</a>"))
    #expect(!html.contains("method=\"post\" action=\"/dashboard/import/report\""))
  }

  @Test func `a row is refused in the reader's language`() throws {
    let file = "host,slug,url\na.example,x,https://b.example/,1\na.example,x,\n"
    try pages.shelve(.tried(report(file)))
    let html = try pages.text("import/report", in: .japanese)
    for remark in [ImportRemark.fields(4, expected: 3), .emptyField] {
      #expect(html.contains(remark.japanese), "\(remark)")
    }
  }

  @Test(arguments: Language.allCases)
  func `remarks about the whole file are on the page`(_ language: Language) throws {
    var report = ImportReport(isDryRun: true)
    let remark = Sentence(FileRemark.clicksLeftOut(service: "Bitly"))
    report.notes = [remark]
    try pages.shelve(.tried(report))
    let html = try pages.text("import/report", in: language)
    #expect(html.contains(remark.text(onPagesIn: language).dropFirst()))
    #expect(!html.contains("--clicks"))
  }

  @Test func `links that are kept are named with their lines`() throws {
    var report = ImportReport(isDryRun: true)
    report.count(.created, line: 2, name: "new")
    try pages.shelve(.tried(report))
    #expect(!(try pages.text("import/report")).contains(Word.keptHint.english))
    report.count(.kept, line: 3, name: "https://a.example/s/often")
    try pages.shelve(.tried(report))
    let html = try pages.text("import/report")
    #expect(html.contains(Word.keptHint.english))
    #expect(html.contains("<bdi>https://a.example/s/often</bdi>"))
  }
}
