import JSONSyntax
import LinkImport
import Testing

@testable import Dashboard

/// What the page about an uploaded file says of it.
@Suite struct ImportPageTests {
  private let pages: Pages

  init() throws { pages = try Pages() }

  @Test(arguments: Language.allCases)
  func `a file that cannot be read is advised in words of the page`(_ language: Language) throws {
    let fault = FileFault.unknownService(columns: ["Short"])
    try pages.shelve(.failed(Sentence(fault)))
    let html = try pages.text("import/report", in: language)
    let told = try #require(fault.onPages).text(in: language)
    #expect(html.contains(Markup(text: String(told.dropFirst())).html))
    #expect(!html.contains("--map"))
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
