import Changes
import DirectRequests
import HTTPCore
import JSONSyntax
import LinkImport
import LinkStorage
import Links
import Management
import Service
import SiteModel
import System
import Testing
import WebSyntax

@testable import Dashboard

/// What the page about an uploaded file says of it.
@Suite struct ImportPageTests {
  private let pages: Pages

  init() throws { pages = try Pages() }

  /// What became of the file at `import/report`.
  private func upload() throws -> Upload {
    let owner = try #require(try pages.store.sessions(of: nil).first?.subject)
    ImportRun.settle()
    return try #require(pages.fixture.memory.uploads.upload("report", of: owner))
  }

  /// The report of a trial run of a file.
  private func report(_ text: String) throws -> ImportReport {
    let sites = pages.fixture.pages.service.snapshot.siteTable
    var reader = LinkImportReader(.auto, hosts: ImportHosts(sites: sites, otherHost: nil), now: nil)
    var report = ImportReport(isDryRun: true)
    for row in reader.feed(Array(text.utf8)[...]) + reader.finish() { report.add(row) }
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

  @Test(arguments: Language.allCases)
  func `columns have a choice of fields, which is kept for their header`(
    _ language: Language
  ) throws {
    let table = "Brief,Goes to\ntea<,https://b.example/\n"
    try pages.shelve(.tried(report(table)), table: table)
    let html = try pages.text("import/report", in: language)
    #expect(html.contains("<select name=\"column\" aria-label=\"Goes to\">"))
    #expect(html.contains("tea&lt;"))
    for field in ["url", "updatedAt"] {
      let name = try #require(Phrase("field", field)).text(in: language)
      #expect(html.contains("<option value=\"\(field)\">\(name)"))
    }
    let answer = try pages.ask("import/report", "column=slug&column=url")
    #expect(answer.status == .seeOther)
    let cookie = try #require(answer.fields["Set-Cookie"]).prefix { $0 != ";" }
    let upload = try upload()
    let mapping = try [ColumnMapping(parsing: "1=slug"), ColumnMapping(parsing: "2=url")]
    #expect(upload.reading.mapping == mapping)
    let request = try #require(
      HTTPRequest.decoded(Array("GET / HTTP/1.1\r\nHost: a\r\nCookie: \(cookie)\r\n\r\n".utf8)))
    let peer = HTTPPeer(address: IPAddress("192.0.2.1"), isSecure: true)
    let known = KnownColumns(try PageRequest(request, from: peer, proxies: TrustedProxies()))
    #expect(known.mapping(of: upload.columns) == mapping)
    let other = FileColumn.columns(of: Array("a,b\n".utf8), isWhole: true)
    #expect(known.mapping(of: other) == [])
  }

  @Test func `a column without a name is known by its number`() throws {
    let table = "slug,url, \ntea,https://b.example/,lost\n"
    try pages.shelve(.tried(report(table)), table: table)
    let html = try pages.text("import/report")
    #expect(html.contains("<th scope=\"row\" dir=\"auto\">3</th>"))
    #expect(html.contains("<select name=\"column\" aria-label=\"3\">"))
  }

  @Test(arguments: Language.allCases)
  func `the list of links is read back unchanged`(_ language: Language) throws {
    try pages.add("rich", url: "https://b.example/rich?a=1,2") {
      $0.tags = ["a", "b c"]
      $0.skipPage = true
      $0.maxClicks = 7
      $0.expires = Timestamp(secondsSinceEpoch: 4_000_000_000)
    }
    let list = try pages.ask("links/export?view=list", in: language).wholeBody
    let directory = pages.fixture.pages.directory
    var work = try pages.fixture.editor.importing(
      ImportTerms(.auto, isDryRun: true), passwords: directory.passwords)
    try work.feed(list)
    let result = try work.finish()
    #expect(result.unchanged == 3 && result.problems.isEmpty, "\(result.problems)")
    #expect(result.created + result.updated + result.kept + result.rejected == 0)
  }

  @Test func `each format has a sample, and a tick sends its visitors on`() throws {
    let form = try pages.text("import")
    for source in ImportSource.all {
      let address = "import?sample=\(source.format.rawValue)"
      #expect(form.contains("href=\"/dashboard/\(address)\" download"))
      let answer = try pages.ask(address)
      #expect(answer.status == .ok && answer.body == Array(source.sample.utf8))
    }
    #expect(try pages.ask("import?sample=none").status == .notFound)
    var report = ImportReport(isDryRun: true)
    report.count(.created, line: 2, name: "new")
    try pages.shelve(.tried(report))
    #expect(try pages.text("import/report").contains("name=\"skipPage\" value=\"yes\""))
    _ = try pages.ask("import/report", "skipPage=yes")
    let upload = try upload()
    #expect(upload.reading.skipsPage)
  }

  @Test func `a busy moment costs no file that was tried`() throws {
    var report = ImportReport(isDryRun: true)
    report.count(.created, line: 2, name: "new")
    try pages.shelve(.tried(report))
    let slots = pages.fixture.pages.directory.queues.transfers
    var held = (0..<8).compactMap { slots.enter(owner: "t\($0)") }
    #expect(held.count == 8)
    func apply() throws -> HTTPResponse {
      try pages.fixture.ask(
        "/dashboard/import/report", method: "POST", fields: pages.cookie, body: "a=b")
    }
    let busy = try apply()
    #expect(busy.status == .serviceUnavailable && busy.fields["Retry-After"] == "1")
    #expect(
      try pages.text("import/report").contains(
        "method=\"post\" action=\"/dashboard/import/report\""))
    held.removeAll()
    #expect(try apply().status == .seeOther)
    let upload = try upload()
    #expect(upload.stage != .tried(report))
  }

  @Test func `rows that are rejected come before those that lose something`() throws {
    let lossy = "Link,Destination URL,Status\nhttps://a.example/s/x,https://b.example/,Hidden\n"
    try pages.shelve(.tried(report(lossy + "https://x.page.link/y,https://b.example/,Active\n")))
    let html = try pages.text("import/report")
    let places = [Word.rejected, .lossy].compactMap { word in
      html.firstRange(of: ">\(word.english)</span>")?.lowerBound
    }
    #expect(places.count == 2 && places == places.sorted())
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

@Suite struct UploadShelfTests {
  private let shelf = UploadShelf()
  private let folder = Process.temporaryFolder

  private func instant(_ seconds: Double) -> HTTPInstant {
    HTTPInstant(secondsSinceEpoch: seconds, steadySeconds: seconds)
  }

  /// Stores a file for a trial import; nil if there is no room.
  @discardableResult
  private func bring(
    _ id: String, of owner: String, at seconds: Double = 0, _ stage: Upload.Stage? = nil
  ) throws -> Upload? {
    guard let slot = shelf.begin(owner, at: instant(seconds)) else { return nil }
    let file = try TemporaryFile(in: folder, name: "keiro-shelf-\(UInt64.random(in: 0 ... .max))")
    let upload = Upload(
      id: id, owner: owner, fileName: "links.csv", file: file, size: 1,
      terms: .init(.auto, isDryRun: true),
      time: seconds)
    if let stage { upload.enter(stage) }
    shelf.put(upload, in: slot)
    return upload
  }

  private let report = ImportReport(isDryRun: false)

  @Test func `lets go of a file that was imported, and keeps its report`() throws {
    for number in 0..<50 {
      let upload = try #require(try bring("\(number)", of: "a", .applied(report)))
      #expect(upload.file == nil)
    }
    #expect(shelf.upload("0", of: "a") != nil && shelf.upload("0", of: "b") == nil)
    for number in 50..<100 { try bring("\(number)", of: "a", .applied(report)) }
    #expect((0..<100).count { shelf.upload("\($0)", of: "a") != nil } == 64)
  }

  @Test func `gives each person a share`() throws {
    for number in 0..<4 { #expect(try bring("\(number)", of: "a", .applying) != nil) }
    #expect(try bring("4", of: "a") == nil)
    #expect(try bring("5", of: "b") != nil)
  }

  @Test func `counts files that are still arriving`() {
    var slots = (0..<4).map { _ in shelf.begin("a", at: instant(0)) }
    #expect(slots.allSatisfy { $0 != nil } && shelf.begin("a", at: instant(0)) == nil)
    slots.removeLast()
    #expect(shelf.begin("a", at: instant(0)) != nil)
  }

  @Test func `gives the people of one host one share of what is arriving`() throws {
    let reach = HostReach([try #require(HostPattern("a.example"))])
    let slots = (0..<6).map { shelf.begin("\($0)", reach: reach, at: instant(0)) }
    #expect(slots.count { $0 != nil } == 4)
    #expect(shelf.begin("other", at: instant(0)) != nil)
  }

  @Test func `drops what its owner has left, the oldest first`() throws {
    for number in 0..<6 {
      #expect(try bring("\(number)", of: "a", at: Double(number), .tried(report)) != nil)
    }
    #expect((0..<6).filter { shelf.upload("\($0)", of: "a") != nil } == [2, 3, 4, 5])
  }

  @Test func `lets no four people shut out all others`() throws {
    for owner in ["a", "b", "c", "d"] {
      for number in 0..<4 { try bring("\(owner)\(number)", of: owner, .tried(report)) }
    }
    #expect(try bring("e", of: "e", .tried(report)) != nil)
  }

  @Test(arguments: [Upload.Stage.trying, .applying])
  func `keeps what is at work, however old`(_ stage: Upload.Stage) throws {
    let upload = try #require(try bring("a", of: "a", stage))
    try bring("b", of: "b", at: 7200, .tried(report))
    #expect(shelf.upload("a", of: "a") === upload)
    upload.enter(.applied(report))
    try bring("c", of: "c", at: 7200, .tried(report))
    #expect(shelf.upload("a", of: "a") == nil)
  }

  @Test func `forgets everything after an hour`() throws {
    try bring("a", of: "a", .tried(report))
    try bring("b", of: "b", at: 3600, .tried(report))
    #expect(shelf.upload("a", of: "a") == nil && shelf.upload("b", of: "b") != nil)
  }
}
