import AppAssociation
import DirectRequests
import HTTPCore
import JSONSyntax
import LinkImport
import LinkStorage
import Links
import Management
import Service
import SiteModel
import Testing
import WebSyntax

@testable import Dashboard

/// Every page about a refusal says what to do next.
@Suite struct RefusalPageTests {
  @Test func `who may not do something learns who can change that, in words for people`() throws {
    let pages = try PagesFixture()
    let viewer = try pages.cookie([.readLinks])
    let refusal = try pages.ask("/dashboard/people", fields: viewer)
    #expect(refusal.status == .forbidden)
    let said = refusal.text
    #expect(said.contains("<h1>Not allowed</h1>"))
    #expect(said.contains("This token does not allow this."))
    #expect(said.contains("Sign out, then sign in with another token or with your own account."))
    #expect(!said.contains("expected"))
    #expect(said.contains("href=\"/dashboard/\">To the overview"))
  }

  @Test(arguments: PageKind.allCases)
  func `an address names the methods that it knows`(_ kind: PageKind) throws {
    let rows = kind.reachRows
    var known = rows.contains { $0.method == "GET" } ? ["GET", "HEAD"] : []
    // A file and a token are sent elsewhere.
    let takesForms = rows.contains { $0.method == "POST" } || [.importForm, .signIn].contains(kind)
    if takesForms { known.append("POST") }
    let pages = try PagesFixture()
    let cookie = try pages.cookie()
    let row = try #require(rows.first)
    for method in ["GET", "POST", "PUT"] where !known.contains(method) {
      let answer = try pages.ask(
        row.text(row.target, "own", [:]), method: method, fields: cookie)
      #expect(answer.status == .methodNotAllowed)
      #expect(answer.fields["Allow"] == known.joined(separator: ", "), "\(method) \(row.name)")
    }
  }

  @Test(arguments: [
    ("links?state=x", "archived"), ("links/export?view=list&state=x", "archived"),
    ("tags/spring?state=x", "archived"), ("chart.csv?state=x", "archived"),
    ("links?sort=x", "clicks"), ("?period=x", "24h"), ("?split=x", "outcome"),
    ("links/a.example/often?split=x", "outcome"), ("chart.csv?only=x&name=JP", "country"),
    ("?top=x", "campaign"), ("webhooks/x?state=x", "failed"),
  ])
  func `a choice that is none is refused with those that there are`(
    _ path: String, _ known: String
  ) throws {
    let pages = try Pages()
    for language in Language.allCases {
      let html = try pages.text(path, in: language, status: .badRequest)
      #expect(html.contains(known))
      #expect(html.contains(language == .english ? "is no choice here" : "「x」は選べません"))
    }
    _ = try pages.text(path.replacing("=x", with: "="))
  }

  @Test(arguments: ["day", "link", "way"])
  func `what narrows no chart is no choice either`(_ name: String) throws {
    let html = try Pages().text("?only=\(name)&name=x", status: .badRequest)
    #expect(html.contains(Markup(text: "'\(name)' is no choice here").html))
  }

  @Test(arguments: ["name=", ""])
  func `a text that would be compared for minutes is refused with its form`(_ start: String) {
    for (count, isRefused) in [(100, false), (101, true)] {
      let text = start + "e" + String(repeating: "%CC%81", count: count)
      #expect((PageForm(Array(text.utf8)[...]) == nil) == isRefused)
    }
  }

  @Test(arguments: [
    (HTTPStatus.uriTooLong, Word.addressTooLong), (.requestHeaderFieldsTooLarge, .cookiesTooLarge),
  ])
  func `a head that is too long is refused with a page where a browser asks for one`(
    _ status: HTTPStatus, _ word: Word
  ) throws {
    let fixture = try ReachFixture()
    var failure = HTTPFailure(status, "too long")
    let starts = [
      ("GET /dashboard/l", true), ("POST /dashboard?", true), ("GET /v1/links?a=", false),
    ]
    for (start, isPage) in starts {
      failure.start = start
      let answer = fixture.handler.response(to: failure, from: HTTPPeer(address: nil))
      #expect(answer.status == status && answer.closesConnection)
      #expect(answer.text.contains("<title>") == isPage)
      let said = word.english.prefix(1).uppercased() + word.english.dropFirst()
      #expect(answer.text.contains(String(said.prefix(24))) == isPage)
    }
  }

  @Test func `what is no position in a list is refused`() throws {
    let pages = try Pages()
    for path in ["audit", "links", "webhooks/\(pages.webhook)"] {
      let html = try pages.text(path + "?cursor=x", status: .badRequest)
      #expect(html.contains(Word.notCursor.english))
    }
    #expect(try pages.text("?host=a+b", status: .badRequest).contains("is not a host"))
  }

  @Test(arguments: [false, true])
  func `a form that is too long is refused in words for people`(_ isSignedIn: Bool) throws {
    let pages = try Pages()
    let limit = isSignedIn ? 512 : 32
    for (length, isTooLong) in [(limit * 1024, false), (limit * 1024 + 1, true)] {
      let head =
        "POST /dashboard/links HTTP/1.1\r\nHost: keiro.example.com\r\nOrigin: \(PagesFixture.origin)\r\n"
        + "Accept: text/html\r\nContent-Length: \(length)\r\n"
        + (isSignedIn ? pages.cookie : "") + "\r\n"
      let body = String(repeating: "a", count: length)
      let request = try #require(HTTPRequest.decoded(Array((head + body).utf8)))
      let peer = HTTPPeer(address: IPAddress("192.0.2.1"), isSecure: true)
      let intake = pages.fixture.pages.intake(for: request, from: peer, at: pages.fixture.now)
      guard case .refuse(let answer) = intake else {
        #expect(!isTooLong)
        continue
      }
      #expect(isTooLong && answer.status == .contentTooLarge)
      #expect(answer.text.contains("longer than \(limit) kilobytes"))
    }
  }

  @Test func `the role of a person comes from an admin or from the provider`() {
    var person = DashboardPerson(
      id: "p", name: "Anna", role: .viewer, createdAt: Timestamp(secondsSinceEpoch: 0))
    #expect(RefusalAdvice.wayToMoreRights(for: person).english.contains("An admin can give you"))
    person.provider = "Login"
    #expect(RefusalAdvice.wayToMoreRights(for: person).english.contains("comes from ‘Login’"))
    #expect(RefusalAdvice.wayToMoreRights(for: nil).english.contains("another token"))
  }

  @Test func `a link that is not there may be among the deleted ones`() throws {
    let pages = try PagesFixture()
    let cookie = try pages.cookie()
    let missing = try pages.ask("/dashboard/links/shop.example/nothing", fields: cookie)
    #expect(missing.status == .notFound)
    #expect(missing.text.contains("href=\"/dashboard/links?state=deleted\">Deleted"))
    let nowhere = try pages.ask("/dashboard/nothing", fields: cookie)
    #expect(nowhere.status == .notFound && !nowhere.text.contains("state=deleted"))
  }

  @Test(arguments: [
    (LinkStoreError.Kind.locked, true), (.unreachable, true), (.corrupt, false), (.full, false),
  ])
  func `another try is advised where it may help`(kind: LinkStoreError.Kind, mayPass: Bool) throws {
    let error = LinkStoreError(kind: kind, code: 0, message: "", operation: "")
    let layout = PageLayout(language: .english, files: try #require(AssetFiles()))
    let said = layout.plain(Problem(error)).text
    #expect(said.contains("Try again in a moment.") == mayPass)
    #expect(said.contains("If that does not help") == mayPass)
    #expect(said.contains("keiro store verify"))
    #expect(said.contains("class=\"button\" href=\"/dashboard/\"") == mayPass)
  }

  @Test(arguments: [
    (
      Problem(LinkStoreError(kind: .corrupt, code: 0, message: "", operation: "")),
      "The store cannot be used", "keiro store verify"
    ),
    (Problem.busy("too many pages are waiting"), "One moment", "Try again in 1 second."),
    (
      Problem.tooManyRequests("too many sign-ins were started", wait: 40), "One moment",
      "Try again in 40 seconds."
    ),
    (Problem(.badRequest, "invalid-form", "the form is not complete"), "That did not work", ""),
  ])
  func `a page without a user says the same`(problem: Problem, title: String, next: String) throws {
    let files = try #require(AssetFiles())
    let answer = PageLayout(language: .english, files: files).plain(problem)
    #expect(answer.status == problem.status)
    #expect(answer.text.contains("<h1>\(title)</h1>"))
    #expect(next.isEmpty || answer.text.contains(next))
    let isTimed = problem.fields.contains { $0.name == "Retry-After" }
    #expect((answer.fields["Retry-After"] != nil) == isTimed)
  }
}

struct ReaderZoneTests {
  private let shelf = ZoneShelf()

  private func zone(_ name: String) throws -> LocalZone { try #require(shelf.zone(name)) }

  @Test(arguments: [
    ("UTC", "2026-11-21 10:00 UTC"), ("Asia/Tokyo", "2026-11-21 19:00 JST"),
    ("America/Sao_Paulo", "2026-11-21 07:00 UTC-03"), ("Asia/Kolkata", "2026-11-21 15:30 IST"),
  ])
  func `shows a time as its clocks do, and names them`(name: String, text: String) throws {
    #expect(try zone(name).text(#require(Timestamp("2026-11-21T10:00:00Z"))) == text)
  }

  @Test(arguments: [
    ("UTC", "2026-12-31T23:59:59Z", "2026-12-31T23:59:59"),
    ("UTC", "2026-12-31T23:59:00Z", "2026-12-31T23:59"),
    ("Asia/Tokyo", "2026-12-31T15:00:00Z", "2027-01-01T00:00"),
    ("Europe/Berlin", "2026-07-01T10:00:30Z", "2026-07-01T12:00:30"),
  ])
  func `means what it shows in a field`(name: String, time: String, typed: String) throws {
    let zone = try zone(name)
    #expect(try zone.typed(#require(Timestamp(time))) == typed)
    #expect(zone.meant(typed) == time)
  }

  @Test(arguments: [
    ("2026-11-21", "2026-11-20T15:00:00Z"), ("7d", "7d"), ("soon", "soon"), ("", ""),
    ("2026-13-01T00:00", "2026-13-01T00:00"), ("2026-11-21T00:00:00Z", "2026-11-21T00:00:00Z"),
  ])
  func `reads dates from their beginning, and leaves what says its own zone`(
    text: String, meant: String
  ) throws {
    #expect(try zone("Asia/Tokyo").meant(text) == meant)
  }

  @Test func `a date alone stays a date in UTC`() {
    #expect(LocalZone.utc.meant("2026-11-21") == "2026-11-21")
  }

  @Test(arguments: [
    "../../../etc/passwd", "/etc/passwd", "Asia/../../../../etc/passwd", "", "Asia", "zone1970.tab",
    "Asia/Atlantis", "Asia/Tokyo\u{0}", String(repeating: "a", count: 65),
  ])
  func `knows no zone of another name`(name: String) {
    #expect(shelf.zone(name) == nil)
  }

  @Test func `offers every zone that it lists`() {
    let names = shelf.names
    #expect(names.count > 200 && names == names.sorted())
    #expect(names.allSatisfy { shelf.zone($0) != nil })
  }

  @Test func `draws the hours of a reader's day, which may be 23 or 25`() throws {
    let now = try #require(Timestamp("2026-10-26T12:00:00Z"))
    let berlin = try zone("Europe/Berlin")
    let period = try #require(
      ChartPeriod(from: "2026-10-25", to: "2026-10-25", now: now, hours: 14, in: berlin))
    #expect(period.isByHour && period.columns.count == 25)
    #expect(period.since == .at(try #require(Timestamp("2026-10-24T22:00:00Z"))))
    #expect(period.until == .at(try #require(Timestamp("2026-10-25T23:00:00Z"))))
    #expect(period.items.map(\.value) == ["2026-10-25", "2026-10-25"])
    let kolkata = try zone("Asia/Kolkata")
    let half = try #require(
      ChartPeriod(from: "2026-10-25", to: "2026-10-25", now: now, hours: 14, in: kolkata))
    #expect(half.since == .at(try #require(Timestamp("2026-10-24T18:00:00Z"))))
    #expect(half.columns.count == 24)
  }
}

@Suite struct PageBytesTests {
  @Test(arguments: [
    "", "links", "links/a.example/long-0?edit", "links/new", "audit", "help", "design",
    "links/a.example/ruled?edit=1", "links/a.example/often?period=365d&split=platform",
    "?period=365d&split=platform", "sites/a.example?url=https://a.example/s/often", "people",
    "links?tag=tag-0-0&period=365d",
  ])
  func `a page and its files are less than 100 kilobytes as they are sent`(_ path: String) throws {
    let pages = try Pages()
    for number in 0..<60 {
      var link = ShortLink(
        host: "a.example", slug: "long-\(number)",
        url: "https://b.example/" + String(repeating: "path/", count: 60) + String(number))
      link.name = String(repeating: "名前", count: 40)
      link.tags = (0..<5).map { "tag-\(number)-\($0)" }
      try pages.add(link)
    }
    try pages.add(try ruled())
    try countYear(pages)
    try expectFewBytes(path, pages)
  }

  @Test func `a webhook with a page full of deliveries is less than 100 kilobytes, too`() throws {
    let pages = try Pages()
    let (store, now) = (pages.store, pages.fixture.timestamp)
    for number in 0..<60 {
      let delivery = NewDelivery(
        webhook: pages.webhook, message: "msg_\(number * 7_919_104_729)", type: .linkUpdated,
        body: body(number), time: now)
      _ = try waitForAnswer { store.addDelivery(delivery, completion: $0) }
    }
    let count = try pages.settle(100) { delivery in
      var delivery = delivery
      for attempt in 0..<Delivery.attemptsKept {
        delivery.note(
          DeliveryAttempt(
            time: Timestamp(secondsSinceEpoch: now.secondsSinceEpoch + attempt * 3607),
            status: nil,
            error: StoredFault(
              sentence: "the connection to hooks.example.com:443 was refused", code: nil),
            milliseconds: (delivery.number * 7919 + attempt * 104_729) % 9973))
      }
      return delivery
    }
    #expect(count > 50)
    let html = try expectFewBytes("webhooks/\(pages.webhook)", pages)
    #expect(html.matches(of: #/name="delivery"/#).count == 50)
  }

  /// The body of an event about a link with much to say.
  private func body(_ number: Int) -> String {
    let parts = (0..<12).map { "\"name\($0)\":\"value \(number * 7919 + $0 * 104_729)\"" }
    return "{\"type\":\"link.updated\",\"data\":{\(parts.joined(separator: ","))}}"
  }

  @Test func `the report of an import with 200 problems is less than 100 kilobytes, too`() throws {
    let pages = try Pages()
    var report = ImportReport(isDryRun: true)
    for line in 0..<300 {
      let url = "https://b.example/" + String(line * 7919) + String(repeating: "/path", count: 20)
      report.add(
        ImportRow(
          line: line, name: "go.example/name-\(line * 104_729)",
          rejectedFor: [Sentence(LinkFault.notHost(url))]))
      report.count(.kept, line: line, name: "https://go.example/kept-\(line * 7919)")
    }
    try pages.shelve(.tried(report))
    let html = try expectFewBytes("import/report", pages)
    #expect(html.matches(of: /And 100 more/).count == 2)
  }

  @Test func `a site with large documents is less than 100 kilobytes, too`() throws {
    let app = AppDefinition(
      key: "shop", name: "Shop",
      apple: .init(appIDs: [try #require(AppIdentifier("AAAAAAAAAA.com.example.shop"))]),
      android: .init(
        packageName: "com.example.shop",
        sha256CertFingerprints: (0..<200).map { number in
          let start = String(0x10 + number, radix: 16).uppercased().suffix(2)
          return ([String(start)] + Array(repeating: "0A", count: 31)).joined(separator: ":")
        }))
    let routes = (0..<1000).map { number in
      RouteDefinition(
        component: Component(path: "/part-\(number * 7919)/page-\(number * 104_729)/*"), apps: [0])
    }
    let pages = try Pages(PagesFixture(apps: [app], routes: routes))
    let html = try expectFewBytes("sites/a.example", pages)
    #expect(html.contains("/part-0/page-0/"))
  }

  /// The page with its files as a browser gets them.
  @discardableResult
  private func expectFewBytes(_ path: String, _ pages: Pages) throws -> String {
    let html = try pages.text(path)
    let files = html.matches(of: #/"\/dashboard\/((?:style|script|icon)\.[^"]+)"/#).map {
      String($0.1)
    }
    #expect(Set(files).count == 3)
    let bytes = try ([path] + Set(files)).map { path in
      let answer = try pages.fixture.ask(
        "/dashboard/" + path, fields: pages.cookie + "Accept-Encoding: gzip\r\n")
      #expect(answer.status == .ok)
      #expect(path.hasPrefix("icon") || answer.fields["Content-Encoding"] == "gzip")
      return answer.body.count
    }
    #expect(bytes.reduce(0, +) < 100_000, "\(bytes)")
    return html
  }

  /// A link with the maximum number of rules.
  private func ruled() throws -> ShortLink {
    var link = ShortLink(host: "a.example", slug: "ruled", url: "https://b.example/")
    link.rules = (0..<LinkRule.countLimit).map { number in
      var condition = LinkRule.Condition()
      condition.languages = ["ja", "en-GB"]
      let path = String(repeating: "rule/", count: 20)
      return LinkRule(if: condition, url: "https://b.example/\(path)\(number)")
    }
    return link
  }

  /// Clicks on every day of a year, from seven platforms.
  private func countYear(_ pages: Pages) throws {
    let hour = pages.fixture.timestamp.secondsSinceEpoch / 3600
    let platforms = ["iphone", "ipad", "android", "mac", "windows", "linux", "other"]
    let counts = (0..<365).flatMap { day in
      platforms.enumerated().map { index, platform -> ClickCount in
        let count = (day * 7919 + index * 104_729) % 9973 + 1
        return pages.clicks(
          "often", count, hour: hour - 24 * day, platform: platform, from: "site-\(day).example")
      }
    }
    try pages.count(counts)
  }
}
