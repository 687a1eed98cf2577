import JSONSyntax
import LinkStorage
import Links
import Questions
import Service
import Testing

@testable import Dashboard

@Suite struct ChartPeriodTests {
  /// 2026-11-22T12:00:00Z, on day 20,779.
  private let now = Timestamp(dateOrTime: "2026-11-22T12:00:00Z") ?? Timestamp(secondsSinceEpoch: 0)

  private func chosen(_ first: String, _ last: String) -> ChartPeriod? {
    ChartPeriod(from: first, to: last, now: now, hours: 14, in: .utc)
  }

  @Test(arguments: [
    ("2026-11-22", "2026-11-21"), ("2026-02-30", "2026-03-01"), ("2025-11-20", "2026-11-21"),
    ("2026-11-21T00:00:00Z", "2026-11-22"), ("", "2026-11-22"), ("heute", "morgen"),
  ])
  func `is none of dates that do not exist, are in the wrong order or too far apart`(
    first: String, last: String
  ) {
    #expect(chosen(first, last) == nil)
  }

  @Test func `goes from the first moment of one day to the last one of another`() throws {
    let period = try #require(chosen("2026-10-01", "2026-10-31"))
    #expect(period.since == .at(try #require(Timestamp("2026-10-01T00:00:00Z"))))
    #expect(period.until == .at(try #require(Timestamp("2026-11-01T00:00:00Z"))))
    #expect(period.before.since == .at(try #require(Timestamp("2026-08-31T00:00:00Z"))))
    #expect(period.before.until == period.since)
    #expect(period.columns.count == 31 && !period.isByHour)
    #expect(period.items.map(\.value) == ["2026-10-01", "2026-10-31"])
  }

  @Test(arguments: [
    ("2026-11-22", "2026-11-22", 24), ("2026-11-21", "2026-11-22", 48),
    ("2026-11-20", "2026-11-22", 3),
    ("2026-11-09", "2026-11-09", 24), ("2026-11-08", "2026-11-08", 1),
  ])
  func `has a column for each hour of a day or two whose hours are kept`(
    first: String, last: String, columns: Int
  ) {
    #expect(chosen(first, last)?.columns.count == columns)
  }

  @Test func `ends with the present, and compares with as much time before`() {
    for latest in ChartPeriod.Latest.allCases {
      let period = ChartPeriod(latest, now: now)
      let columns = period.columns
      #expect(columns.count * period.step == latest.display.days * 86_400 && period.until == nil)
      #expect(columns.upperBound == now.secondsSinceEpoch / period.step)
      #expect(period.before.until == period.since)
    }
  }

  @Test(arguments: [(100, 112, 12), (3, 2, -33), (5, 0, -100), (0, 7, nil), (1, .max, nil)])
  func `says a change in percent where there was something before`(
    before: Int, count: Int, percent: Int?
  ) {
    #expect(PageContext.change(from: before, to: count) == percent)
  }
}

/// Days of charts in the reader's zone.
@Suite struct LocalDaysTests {
  private let shelf = ZoneShelf()
  /// Six in the morning of the 23rd in Tokyo.
  private let now = Timestamp("2026-11-22T21:00:00Z") ?? Timestamp(secondsSinceEpoch: 0)

  private func zone(_ name: String) throws -> LocalZone { try #require(shelf.zone(name)) }

  private func time(_ text: String) throws -> PointInTime { .at(try #require(Timestamp(text))) }

  private func typed(_ first: String, _ last: String, _ zone: LocalZone) throws -> ChartPeriod {
    try #require(ChartPeriod(from: first, to: last, now: now, hours: 14, in: zone))
      .inLocalDays(of: zone, now: now, kept: 14)
  }

  @Test func `a week ends with the reader's day, and is compared with seven such days`() throws {
    let tokyo = try zone("Asia/Tokyo")
    let week = ChartPeriod(.week, now: now).inLocalDays(of: tokyo, now: now, kept: 14)
    #expect(week.isOfLocalDays && !week.isByHour && week.latest == .week)
    #expect(week.columns.map(ChartPeriod.date) == (17...23).map { "2026-11-\($0)" })
    #expect(week.since == (try time("2026-11-16T15:00:00Z")) && week.until == nil)
    #expect(week.before.since == (try time("2026-11-09T15:00:00Z")))
    #expect(week.before.until == week.since)
    #expect(week.items.map(\.value) == ["7d"])
  }

  @Test(arguments: ["Asia/Tokyo", "Pacific/Kiritimati", "America/Los_Angeles", "Pacific/Pago_Pago"])
  func `a week is of local days in every zone, with the hours that are kept by default`(
    name: String
  ) throws {
    let zone = try zone(name)
    for hour in 0..<24 {
      let now = Timestamp(secondsSinceEpoch: now.secondsSinceEpoch + hour * 3600)
      #expect(ChartPeriod(.week, now: now).inLocalDays(of: zone, now: now, kept: 14).isOfLocalDays)
    }
  }

  @Test func `typed days are local while the hours of both periods are kept`() throws {
    let tokyo = try zone("Asia/Tokyo")
    let local = try typed("2026-11-18", "2026-11-20", tokyo)
    #expect(local.isOfLocalDays && local.latest == nil)
    #expect(local.since == (try time("2026-11-17T15:00:00Z")))
    #expect(local.until == (try time("2026-11-20T15:00:00Z")))
    #expect(local.before.since == (try time("2026-11-14T15:00:00Z")))
    #expect(local.items.map(\.value) == ["2026-11-18", "2026-11-20"])
    for (first, last) in [("2026-11-12", "2026-11-20"), ("2026-10-01", "2026-10-05")] {
      #expect(try !typed(first, last, tokyo).isOfLocalDays, "\(first)")
    }
  }

  @Test(arguments: ChartPeriod.Latest.allCases)
  func `every other period keeps its days`(latest: ChartPeriod.Latest) throws {
    let period = ChartPeriod(latest, now: now)
    #expect(period.inLocalDays(of: .utc, now: now, kept: 14) == period)
    let tokyo = try zone("Asia/Tokyo")
    #expect(period.inLocalDays(of: tokyo, now: now, kept: 14).isOfLocalDays == (latest == .week))
    #expect(!period.inLocalDays(of: tokyo, now: now, kept: 7).isOfLocalDays)
  }

  @Test func `a day has 25 hours where the clock goes back`() throws {
    let berlin = try zone("Europe/Berlin")
    let now = try #require(Timestamp("2026-10-26T12:00:00Z"))
    let local = try #require(
      ChartPeriod(localDays: 20_751...20_751, in: berlin, now: now, kept: 14))
    #expect(ChartPeriod.date(20_751) == "2026-10-25" && local.hours?.count == 25)
    #expect(local.hoursBefore?.count == 24)
  }

  @Test func `hours add up to the days that they lie in`() throws {
    let rows = [
      ("2026-11-21T14:00:00Z", 1), ("2026-11-21T15:00:00Z", 2), ("2026-11-22T14:00:00Z", 4),
    ].map { Statistics.Row(name: $0, clicks: $1, bots: 10 * $1) }
    let hours = Statistics(rows: rows, clicks: 7, bots: 70, launches: 0)
    let days = hours.inDays(of: try zone("Asia/Tokyo"))
    #expect(days.rows.map(\.name) == ["2026-11-21", "2026-11-22"])
    #expect(days.rows.map(\.clicks) == [1, 6] && days.rows.map(\.bots) == [10, 60])
    #expect(days.clicks == 7 && days.bots == 70)
  }

  @Test(arguments: Language.allCases)
  func `the week of a link names its zone, at the chart and at the dates, and so does its export`(
    _ language: Language
  ) throws {
    let pages = try Pages()
    // The clicks are of the 21st in UTC, and of the evening before in New York.
    let there = pages.fixture.timestamp.description
    #expect(there.hasPrefix("2026-11-21T01"), "\(there)")
    func text(_ path: String, _ zone: String) throws -> String {
      let cookie = pages.cookie.replacing("\r\n", with: "") + "; keiro-zone=\(zone)\r\n"
      return try pages.fixture.ask(
        "/dashboard/" + path,
        fields: cookie + "Accept: text/html\r\nAccept-Language: \(language.rawValue)\r\n"
      ).text
    }
    let link = "links/a.example/often?period=7d"
    let local = try text(link, "America/New_York")
    #expect(local.contains(Phrase(.clicksByDay, "America/New_York").text(in: language)))
    #expect(local.contains("<span class=\"soft\">America/New_York</span>"))
    #expect(local.contains("2026-11-20 – ") && !local.contains("2026-11-21 – "))
    #expect(local.contains("?period=7d#statistics\" aria-current=\"true\""))
    let universal = try text(link, "UTC")
    #expect(universal.contains(Phrase(.clicksByDay, "UTC").text(in: language)))
    let split = try text(link + "&split=platform", "America/New_York")
    #expect(split.contains(Phrase(.clicksByDay, "UTC").text(in: language)))
    #expect(split.contains("<span class=\"soft\">UTC</span>"))
    let data = "chart.csv?slug=often&host=a.example&period=7d"
    #expect(try text(data, "America/New_York").contains("2026-11-20,9,0\r\n"))
    #expect(try text(data, "UTC").contains("2026-11-21,9,0\r\n"))
    let overview = try text("?period=7d", "America/New_York")
    #expect(overview.contains(Phrase(.clicksByDay, "UTC").text(in: language)))
  }
}

@Suite struct CountryMapTests {
  private func markup(_ clicks: [String: Int]) -> String? {
    CountryMap(clicks: clicks) { "\($0): \($1)" }.markup?.html
  }

  @Test func `each country has a tile of its own`() {
    let tiles = CountryMap.tiles
    #expect(tiles.count > 190)
    #expect(Set(tiles.map(\.code)).count == tiles.count)
    #expect(Set(tiles.map { [$0.column, $0.row] }).count == tiles.count)
    #expect(tiles.allSatisfy { (0..<30).contains($0.column) && $0.code.utf8.count == 2 })
    for code in ["JP", "US", "DE", "BR", "ZA", "AU", "IN", "NG"] {
      #expect(tiles.contains { $0.code == code }, "\(code)")
    }
  }

  @Test func `tiles grow darker with the root of their clicks`() throws {
    let html = try #require(markup(["JP": 1600, "DE": 400, "US": 100, "FR": 1, "XX": 9]))
    for (level, text) in [(4, "JP: 1600"), (3, "DE: 400"), (2, "US: 100"), (1, "FR: 1")] {
      let tip = "<title data-region=\"\(text.prefix(2))\">\(text)</title>"
      #expect(html.contains("class=\"m\(level)\">\(tip)"), "\(text)")
    }
    #expect(!html.contains("XX"))
    #expect(html.utf8.count < 9_000)
  }

  @Test(arguments: [[:], ["JP": 5], ["JP": 5, "XX": 3, "DE": 0]])
  func `there is none where it says nothing of where`(_ clicks: [String: Int]) {
    #expect(markup(clicks) == nil)
  }

  @Test func `every country is in a table, those without a tile too`() throws {
    let pages = try Pages()
    let codes = ["JP", "US", "DE", "FR", "IT", "ES", "BR", "IN", "AU", "XK", "QZ"]
    try pages.count(
      codes.enumerated().map { index, code in
        pages.clicks("often", 100 - index, traits: ClickTraits(country: code))
      })
    let html = try pages.text("links/a.example/often")
    for code in codes { #expect(html.contains("data-region=\"\(code)\""), "\(code)") }
    #expect(html.contains(Phrase.otherCountries(3).english))
  }
}
