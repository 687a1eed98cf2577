import HTTPCore
import LinkStorage
import Links
import Testing

@testable import Dashboard

@Suite struct PageBytesTests {
  @Test(arguments: [
    "", "links", "links/a.example/long-0?edit", "links/new", "audit", "help", "design",
    "links/a.example/ruled?edit=1", "links/a.example/often?period=365d&split=platform",
    "?period=365d&split=platform", "sites/a.example?url=https://a.example/s/often", "people",
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
      platforms.enumerated().map { place, platform in
        ClickCount(
          key: LinkKey(host: "a.example", slug: "often"),
          hour: now.secondsSinceEpoch / 3600 - 24 * day, platform: platform,
          referrerHost: "site-\(day).example", outcome: "redirect", isBot: false,
          count: (day * 7919 + place * 104_729) % 9973 + 1)
      }
    }
    let store = pages.store
    try waitForAnswer {
      store.count(
        CountBatch(writer: CountWriter(), sequence: 1, clicks: counts, launches: []), now: now,
        completion: $0)
    }
  }
}
