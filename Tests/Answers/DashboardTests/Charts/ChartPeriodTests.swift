import Links
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
    #expect(period.since(now: now) == .at(try #require(Timestamp("2026-10-01T00:00:00Z"))))
    #expect(period.until == .at(try #require(Timestamp("2026-11-01T00:00:00Z"))))
    #expect(period.before(now: now).since == .at(try #require(Timestamp("2026-08-31T00:00:00Z"))))
    #expect(period.before(now: now).until == period.since(now: now))
    #expect(period.columns(now: now).count == 31 && !period.isByHour)
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
    #expect(chosen(first, last)?.columns(now: now).count == columns)
  }

  @Test func `ends with the present, and compares with as much time before`() {
    for latest in ChartPeriod.Latest.allCases {
      let period = ChartPeriod.latest(latest)
      let columns = period.columns(now: now)
      #expect(columns.count * period.step == latest.display.days * 86_400 && period.until == nil)
      #expect(columns.upperBound == now.secondsSinceEpoch / period.step)
      #expect(period.before(now: now).until == period.since(now: now))
    }
  }

  @Test(arguments: [(100, 112, 12), (3, 2, -33), (5, 0, -100), (0, 7, nil), (1, .max, nil)])
  func `says a change in percent where there was something before`(
    before: Int, count: Int, percent: Int?
  ) {
    #expect(PageContext.change(from: before, to: count) == percent)
  }
}
