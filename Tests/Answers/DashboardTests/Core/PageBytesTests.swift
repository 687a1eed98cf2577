import AppAssociation
import HTTPCore
import JSONSyntax
import LinkImport
import LinkStorage
import Links
import SiteModel
import Testing

@testable import Dashboard

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
    let room = [DeliveryRoom(webhook: pages.webhook, count: 100)]
    let until = Timestamp(secondsSinceEpoch: now.secondsSinceEpoch + 60)
    let leased = try waitForAnswer {
      store.leaseDeliveries(room, owner: "a", until: until, now: now, completion: $0)
    }
    let tried = leased.map { delivery in
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
    #expect(try waitForAnswer { store.settleDeliveries(tried, owner: "a", completion: $0) } > 50)
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
    let now = pages.fixture.timestamp
    let platforms = ["iphone", "ipad", "android", "mac", "windows", "linux", "other"]
    let counts = (0..<365).flatMap { day in
      platforms.enumerated().map { index, platform in
        ClickCount(
          key: LinkKey(host: "a.example", slug: "often"),
          hour: now.secondsSinceEpoch / 3600 - 24 * day, platform: platform,
          referrerHost: "site-\(day).example", outcome: "redirect", isBot: false,
          count: (day * 7919 + index * 104_729) % 9973 + 1)
      }
    }
    try pages.count(counts)
  }
}
