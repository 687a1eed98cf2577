import JSONSyntax
import LinkStorage
import Links
import Testing
@testable import ServiceSupport

/// The calls that answer questions and change nothing.
@Suite struct QuestionTests {
  let service: ServiceFixture

  init() throws { service = try ServiceFixture() }

  private static let windows = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/120.0"

  @Test func `counts visits by day, hour, platform, referrer and outcome`() throws {
    try service.add(#""slug": "x", "url": "https://a.example/""#)
    _ = try service.visit("/s/x", agent: Self.windows, fields: "Referer: https://r.example/p\r\n")
    _ = try service.visit("/s/x", agent: Self.windows)
    _ = try service.visit("/s/x", agent: "Googlebot/2.1 (+http://www.google.com/bot.html)")
    service.now += 3600
    _ = try service.visit("/s/fixed", agent: Self.windows)
    service.flushClicks()
    func rows(_ query: String) throws -> [String] {
      let answer = try service.call("GET", "/v1/stats?\(query)")
      #expect(answer.status == 200, "\(answer.text)")
      return (answer.json.member("rows")?.array ?? []).map { row in
        ["name", "clicks", "bots"].map { row.text(at: $0) ?? "?" }.joined(separator: " ")
      }
    }
    #expect(try rows("") == ["2026-11-21 3 1"])
    #expect(try rows("by=hour") == ["2026-11-21T01:00:00Z 2 1", "2026-11-21T02:00:00Z 1 0"])
    #expect(try rows("by=platform") == ["windows 3 0", "other 0 1"])
    #expect(try rows("by=referrer") == [" 2 1", "r.example 1 0"])
    #expect(try rows("by=outcome") == ["redirect 3 1"])
    #expect(try rows("slug=x&host=A.example") == ["2026-11-21 2 1"])
    #expect(try rows("slug=none") == [])
    #expect(try rows("since=2026-11-21T02:00:00Z") == ["2026-11-21 1 0"])
    #expect(try rows("until=2026-11-21") == [] && rows("since=7d") == ["2026-11-21 3 1"])
    #expect(try service.call("GET", "/v1/stats?by=launch")["clicks"] == "3")
    let split = try service.call("GET", "/v1/stats?split=platform")
    #expect(split.json.text(at: "rows.0.parts.windows") == "3")
    let hours = try service.call("GET", "/v1/stats?by=hour&split=outcome")
    #expect(hours.status == 200 && !hours.text.contains("parts"))
    #expect(
      try service.call("GET", "/v1/stats?split=outcome&format=csv").text
        == "day,clicks,bots,launches,redirect\r\n2026-11-21,3,1,0,3\r\n")
    for (query, name) in [
      ("by=week", "by"), ("split=day", "split"), ("since=soon", "since"),
      ("until=2026-13-01", "until"),
      ("since=99999999999999999999d", "since"), ("slugs=x", "slugs"),
      ("timeZone=Europe/Atlantis", "timeZone"), ("timeZone=../UTC", "timeZone"),
      ("timeZone=%2B25", "timeZone"), ("timeZone=Asia/Tokyo&split=platform", "split"),
      ("by=link&split=platform", "split"), ("by=platform&split=outcome", "split"),
    ] {
      #expect(try service.call("GET", "/v1/stats?\(query)").faults == [name])
    }
  }

  /// One step merges clicks into the tables, and the next one rolls them up.
  private func rollUp(after seconds: Int) throws {
    let later = Timestamp(secondsSinceEpoch: Int(service.now) + seconds)
    for _ in 0..<3 {
      try waitForAnswer {
        service.store.rollUp(StatisticsRetention(), limit: 100, now: later, completion: $0)
      }
    }
  }

  @Test func `notes which hours of a period have no rows any more`() throws {
    _ = try service.visit("/s/fixed", agent: Self.windows)
    service.flushClicks()
    #expect(try service.call("GET", "/v1/stats?by=hour")["note"] == nil)
    try rollUp(after: 20 * 86_400)
    let answer = try service.call("GET", "/v1/stats?by=hour")
    #expect(answer["clicks"] == "1" && answer.json.member("rows")?.array?.isEmpty == true)
    #expect(
      answer["note"]
        == "hours before 2026-11-27T00:00:00Z are kept as days: expected 'by' day for those")
    #expect(try service.call("GET", "/v1/stats?by=day")["note"] == nil)
  }

  /// Clicks at 01:31 and 02:31 on the 21st in UTC, and at 18:31.
  @Test(arguments: [
    ("", ["2026-11-21 3"]), ("timeZone=UTC", ["2026-11-21 3"]),
    ("timeZone=America/New_York", ["2026-11-20 2", "2026-11-21 1"]),
    ("timeZone=Asia/Tokyo", ["2026-11-21 2", "2026-11-22 1"]),
    ("timeZone=%2B02:00", ["2026-11-21 3"]), ("timeZone=+09", ["2026-11-21 2", "2026-11-22 1"]),
    ("timeZone=Asia/Kolkata", ["2026-11-21 2", "2026-11-22 1"]),
    ("timeZone=Asia/Tokyo&since=2026-11-22", ["2026-11-22 1"]),
    ("timeZone=Asia/Tokyo&until=2026-11-22", ["2026-11-21 2"]),
    ("timeZone=Asia/Kolkata&since=2026-11-22", ["2026-11-22 1"]),
    ("timeZone=Asia/Kolkata&until=2026-11-22", ["2026-11-21 2"]),
    ("timeZone=America/New_York&since=2026-11-20&until=2026-11-21", ["2026-11-20 2"]),
    (
      "timeZone=America/New_York&by=hour",
      [
        "2026-11-20T20:00:00-05:00 1", "2026-11-20T21:00:00-05:00 1",
        "2026-11-21T13:00:00-05:00 1",
      ]
    ),
    ("timeZone=America/New_York&by=outcome&until=2026-11-21", ["redirect 2"]),
  ])
  func `counts by the days of a time zone`(_ query: String, _ expected: [String]) throws {
    for seconds in [0, 3600, 16 * 3600] {
      service.now += Double(seconds)
      _ = try service.visit("/s/fixed", agent: Self.windows)
    }
    service.flushClicks()
    let answer = try service.call("GET", "/v1/stats?\(query)")
    #expect(answer.status == 200, "\(answer.text)")
    let rows = answer.json.member("rows")?.array ?? []
    #expect(rows.map { "\($0.text(at: "name") ?? "") \($0.text(at: "clicks") ?? "")" } == expected)
    let clicks = expected.compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }
    #expect(answer["clicks"] == String(clicks.reduce(0, +)))
    #expect(answer["note"] == nil)
  }

  @Test(arguments: ["America/New_York", "Asia/Tokyo"])
  func `has days of UTC where hours are kept no more, and says so`(_ zone: String) throws {
    _ = try service.visit("/s/fixed", agent: Self.windows)
    service.now += 20 * 86_400
    _ = try service.visit("/s/fixed", agent: Self.windows)
    service.flushClicks()
    try rollUp(after: 0)
    func answer(_ query: String) throws -> Answer {
      try service.call("GET", "/v1/stats?timeZone=\(zone)\(query)")
    }
    let local = zone == "Asia/Tokyo" ? "2026-12-11" : "2026-12-10"
    let all = try answer("")
    #expect(all["rows.0.name"] == "2026-11-21" && all["rows.0.clicks"] == "1")
    #expect(all["rows.1.name"] == local && all["rows.1.clicks"] == "1" && all["clicks"] == "2")
    #expect(all["timeZone"] == zone)
    #expect(
      all["note"]
        == "hours before 2026-11-27T00:00:00Z are kept as days: rows of earlier days are of days in "
        + "UTC")
    // The day of UTC that has the name of the day belongs to the period as a whole, and no other.
    for query in ["&since=2026-11-21", "&since=2026-11-21&by=platform"] {
      #expect(try answer(query)["clicks"] == "2", "\(query)")
    }
    for query in ["&since=2026-11-22", "&until=2026-11-22"] {
      #expect(try answer(query)["clicks"] == "1", "\(query)")
    }
    #expect(try answer("&until=2026-11-21")["clicks"] == "0")
    #expect(try answer("&since=2026-12-01")["note"] == nil)
    #expect(try answer("&by=language")["note"] == "these are counted by days in UTC")
    for (since, isPart) in [("2026-12-01", false), ("2026-12-01T06:00:00Z", true)] {
      let rows = try service.call("GET", "/v1/stats?by=language&since=\(since)")
      #expect(rows["note"] == (isPart ? "these are counted by days in UTC" : nil))
    }
  }

  @Test func `counts the clicks of a link of the configuration under one host`() throws {
    _ = try service.visit("/s/fixed", host: "www.a.example", agent: Self.windows)
    service.flushClicks()
    for host in ["a.example", "www.a.example", "A.example."] {
      #expect(try service.call("GET", "/v1/links/\(host)/fixed")["clicks"] == "1")
      #expect(try service.call("GET", "/v1/stats?host=\(host)&slug=fixed")["clicks"] == "1")
    }
    #expect(try service.call("GET", "/v1/stats?host=no%20host").faults == ["host"])
    #expect(try service.call("GET", "/v1/stats?host=a.example")["note"] == nil)
  }

  @Test func `says that launches belong to no host`() throws {
    let note = "launches belong to no host and no link: these are all of them"
    #expect(try service.call("GET", "/v1/stats?by=launch")["note"] == nil)
    #expect(try service.call("GET", "/v1/stats?by=launch&host=a.example")["note"] == note)
    #expect(try service.call("GET", "/v1/stats?by=appVersion&slug=fixed")["note"] == note)
  }

  @Test(arguments: [
    (
      "www.a.example",
      "nothing was counted under the host 'www.a.example': a link counts under the host that it "
        + "was made for, which may be a.example, open.a.example"
    ),
    ("a.exampel", "no site serves the host 'a.exampel': did you mean 'a.example'?"),
    (
      "x.w.example",
      "nothing was counted under the host 'x.w.example': a link counts under the host that it was "
        + "made for, which may be *.w.example"
    ),
    ("*.w.example", nil),
    ("p.example", "no site serves the host 'p.example': did you mean 'a.example'?"),
  ])
  func `says why a host has no counts`(_ host: String, _ note: String?) throws {
    _ = try service.visit("/s/fixed", host: "www.a.example", agent: Self.windows)
    service.flushClicks()
    let answer = try service.call("GET", "/v1/stats?host=\(host)")
    #expect(answer.status == 200 && answer["clicks"] == "0" && answer["note"] == note)
  }

  @Test func `questions that need a store fail with it`() throws {
    let store = try BrokenStore()
    let service = try ServiceFixture(store: store)
    store.fails = true
    let launch =
      #"{"kind": "userActivity", "activityType": "NSUserActivityTypeBrowsingWeb", "webpageURL": "https://a.example/s/x"}"#
    for (target, body) in [
      ("/v1/explain", #"{"url": "https://a.example/s/x"}"#),
      ("/v1/explain", #"{"url": "https://a.example/s/x", "matrix": true}"#),
      ("/v1/launches:evaluate", launch),
    ] {
      let answer = try service.call("POST", target, body)
      #expect(answer.status == 503 && answer.problem == "store-unavailable", "\(answer.text)")
    }
  }

  @Test(arguments: [
    ("validate?kind=windows", "{}", ["kind"]), ("match", "{}", ["urls"]),
    ("match", #"{"urls": ["a b"], "ios": "x", "aasa": 7}"#, ["aasa", "ios", "urls[0]"]),
    ("match", #"{"urls": ["https://no.example/"]}"#, ["aasa"]),
    ("match", #"{"urls": [7]}"#, ["urls[0]"]), ("diff", #"{"old": {}, "new": []}"#, ["new"]),
    ("launches:evaluate", "[]", [""]), ("launches:evaluate", "7", [""]),
    ("launches:evaluate", #"{"launch": 7}"#, ["launch"]),
  ])
  func `tells what is wrong with a question`(
    _ target: String, _ body: String, _ faults: [String]
  ) throws {
    let answer = try service.call("POST", "/v1/" + target, body)
    #expect(answer.status == (target.hasPrefix("validate") ? 400 : 422), "\(answer.text)")
    #expect(answer.faults.sorted() == faults, "\(answer.text)")
  }

  @Test func `evaluates URLs against the file that is served`() throws {
    let own = try service.call(
      "POST", "/v1/match", #"{"urls": ["https://a.example/item/1", "https://a.example/x"]}"#)
    #expect(own.status == 200, "\(own.text)")
    #expect(own["verdicts.0.verdict"] == "match" && own["verdicts.1.verdict"] == "no_match")
  }

  @Test func `reads no signed files`() throws {
    // A CMS message without signers around {}.
    let signed = "MCAGCSqGSIb3DQEHAqATMBECAQExADAIBgYqAwQFBgcxAA=="
    for body in [
      "{\"aasa\": \"\(signed)\", \"urls\": [\"/a\"]}", "{\"old\": \"\(signed)\", \"new\": {}}",
    ] {
      let target = body.contains("urls") ? "/v1/match" : "/v1/diff"
      let answer = try service.call("POST", target, body)
      #expect(answer.status == 422, "\(answer.text)")
      #expect(answer.text.contains("begins like a signed CMS message"), "\(answer.text)")
    }
  }

  @Test func `evaluates launches with links of the store`() throws {
    try service.add(#""slug": "x", "url": "https://a.example/item/9""#)
    let launch =
      #"{"kind": "userActivity", "activityType": "NSUserActivityTypeBrowsingWeb", "webpageURL": "https://a.example/s/x"}"#
    let answer = try service.call("POST", "/v1/launches:evaluate?app=shop", launch)
    #expect(answer["event.kind"] == "deepLink" && answer["destination.screen"] == "item")
    #expect(try service.call("POST", "/v1/launches:evaluate?app=shp", launch).faults == ["app"])
    for body in ["{}", #"{"kind": 7}"#, #"{"launch": {}}"#] {
      #expect(try service.call("POST", "/v1/launches:evaluate", body).status == 200)
    }
    #expect(try service.call("POST", "/v1/launches:evaluate", "").status == 400)
    #expect(try service.call("POST", "/v1/validate", "").problem == "empty-body")
  }
}
