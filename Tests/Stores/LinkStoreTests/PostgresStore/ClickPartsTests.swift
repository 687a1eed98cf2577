import LinkStorage
import Links
import PostgresServer
import SQLStorage
import Testing

@testable import PostgresStore

private let key = LinkKey(host: "a.example", slug: "x")

private func click(_ hour: Int, _ platform: String = "iphone", count: Int = 1) -> ClickCount {
  clicked("x", count, hour: hour, on: platform, from: "t.co")
}

/// The hours in PostgreSQL: a partition for each day, kinds with numbers, and data of an earlier
/// release.
@Suite(.enabled(if: PostgresServer.isWanted), .tidies) struct ClickPartsTests {
  private func open() throws -> (PostgresStore, String) {
    let database = try PostgresDatabase.temporary()
    return (try opened(PostgresStore(database)), database)
  }

  private func number(_ sql: String, _ database: String) throws -> Int? {
    try PostgresDatabase.connect(database).first(sql) { $0.int(0) }
  }

  private func parts(_ database: String) throws -> Int? {
    try number(
      "SELECT count(*) FROM pg_inherits WHERE inhparent = 'keiro.click_counts'::regclass", database)
  }

  @Test func `days have parts that are made ahead, and go as a whole`() throws {
    let (store, database) = try open()
    try store.rollUp(at: day(firstDay))
    // Eight days and the default partition.
    #expect(try parts(database) == 9)
    try store.count([
      click((firstDay - 1) * 24), click(firstDay * 24), click(firstDay * 24 + 23),
      click(firstDay * 24 + 23, "android"), click((firstDay + 1) * 24),
      click((firstDay + 8) * 24),
    ])
    #expect(try number("SELECT count(*) FROM keiro.click_counts_day_20000", database) == 3)
    #expect(try number("SELECT count(*) FROM keiro.click_counts_day_20001", database) == 1)
    #expect(try number("SELECT count(*) FROM keiro.click_counts_rest", database) == 2)
    func answers() throws -> [Statistics] {
      try [.day, .platform, .referrer].map { by throws in
        try store.statistics(StatisticsQuery(host: key.host, slug: key.slug, by: by))
      }.map { statistics in
        var statistics = statistics
        statistics.rowsSinceHour = nil
        return statistics
      }
    }
    let before = try answers()
    let retention = StatisticsRetention(hours: 2, days: 100)
    let steps = try store.rollUp(retention, at: day(firstDay + 3))
    #expect(steps.contains { $0.rolledUp == 3 })
    #expect(try number("SELECT count(*) FROM keiro.click_counts", database) == 2)
    #expect(try number("SELECT min(hour) FROM keiro.click_counts", database) == 480_024)
    // Two more days ahead, one expired day less; hours of a day that are in the default partition
    // stay there.
    #expect(try parts(database) == 10)
    #expect(try answers() == before)
    // Late clicks reach their day by way of the default partition.
    try store.count([click(firstDay * 24)])
    #expect(try store.statistics(StatisticsQuery(slug: key.slug, by: .day)).clicks == 7)
    try store.rollUp(retention, at: day(firstDay + 20))
    #expect(try number("SELECT count(*) FROM keiro.click_counts", database) == 0)
    #expect(try store.statistics(StatisticsQuery(slug: key.slug, by: .day)).clicks == 7)
    #expect(try store.clicks(of: key) == 7)
  }

  @Test func `what a program of the release before counts is told, rolled up and kept`() throws {
    let (store, database) = try open()
    try store.make(ShortLink(host: key.host, slug: key.slug, url: "https://www.example.com/"))
    try store.count([click(firstDay * 24)])
    try PostgresDatabase.run(
      database,
      "INSERT INTO keiro.clicks SELECT id, hour, false, 'android', '', 'landing', 5 "
        + "FROM keiro.counted, (VALUES (480001), (480100)) AS h (hour) WHERE slug = 'x'")
    func platforms() throws -> [Int] {
      try store.statistics(StatisticsQuery(slug: key.slug, by: .platform)).rows.map(\.clicks)
    }
    #expect(try platforms() == [10, 1])
    let hours = StatisticsQuery(slug: key.slug, sinceHour: 480_001, by: .hour)
    #expect(try store.statistics(hours).rows.map(\.clicks) == [5, 5])
    try store.rollUp(StatisticsRetention(hours: 2, days: 100), at: day(firstDay + 5))
    #expect(try number("SELECT count(*) FROM keiro.clicks", database) == 1)
    #expect(try platforms() == [10, 1])
    #expect(try store.delete(key, revision: nil).isDone)
    #expect(try platforms() == [10, 1])
  }

  @Test func `kinds that nobody asks for go long after their hours`() throws {
    let (store, database) = try open()
    func age(_ days: Int) throws {
      try PostgresDatabase.run(
        database, "UPDATE keiro.click_kinds SET used_on = current_date - \(days)")
    }
    func kinds() throws -> Int? { try number("SELECT count(*) FROM keiro.click_kinds", database) }
    try store.count([click(firstDay * 24), click(firstDay * 24, "android")])
    try age(74)
    try store.rollUp(at: day(firstDay))
    #expect(try kinds() == 2)
    // A kind that is used again counts as recently used, and keeps its number.
    let next = try opened(PostgresStore(database))
    try next.count([click(firstDay * 24)])
    #expect(try kinds() == 2)
    #expect(
      try number("SELECT count(*) FROM keiro.click_kinds WHERE used_on = current_date", database)
        == 1)
    #expect(try number("SELECT sum(count)::bigint FROM keiro.click_counts", database) == 3)
    try age(75)
    try store.rollUp(at: day(firstDay))
    #expect(try kinds() == 0)
    // A click counts once, regardless of its kind.
    #expect(try store.statistics(StatisticsQuery(slug: key.slug, by: .day)).clicks == 3)
  }

  @Test func `a role that may not make tables counts and rolls up all the same`() throws {
    let (store, database) = try open()
    let role = "keiro_guest_\(UInt32.random(in: 0 ... .max))"
    for statement in [
      "CREATE ROLE \(role) LOGIN", "GRANT USAGE ON SCHEMA keiro TO \(role)",
      "GRANT ALL ON ALL TABLES IN SCHEMA keiro TO \(role)",
      "GRANT ALL ON ALL SEQUENCES IN SCHEMA keiro TO \(role)",
    ] { try PostgresDatabase.run(database, statement) }
    defer {
      try? PostgresDatabase.run(database, "DROP OWNED BY \(role)")
      try? PostgresDatabase.run(database, "DROP ROLE \(role)")
    }
    let words = database.split(separator: " ").map { $0.hasPrefix("user=") ? "user=\(role)" : $0 }
    let guest = try opened(PostgresStore(words.joined(separator: " ")))
    try guest.count([click(firstDay * 24), click(firstDay * 24 + 240)])
    try guest.rollUp(StatisticsRetention(hours: 2, days: 100), at: day(firstDay + 10))
    #expect(try parts(database) == 1)
    #expect(try number("SELECT count(*) FROM keiro.click_counts", database) == 1)
    #expect(try store.statistics(StatisticsQuery(slug: key.slug, by: .day)).clicks == 2)
  }
}
