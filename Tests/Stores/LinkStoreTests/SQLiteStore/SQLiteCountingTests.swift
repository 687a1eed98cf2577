import FoundationEssentials
import LinkStorage
import Links
import SQLStorage
import Testing

@testable import SQLiteStore

private let key = LinkKey(host: "a.example", slug: "x")

/// Counts in a file: from releases without sums of days, after kills, and during growth.
@Suite(.tidies) struct SQLiteCountingTests {
  private func rows(_ table: String, _ path: String) throws -> Int {
    try Database(path: path).first("SELECT count(*) FROM \(table)") { $0.int(0) } ?? 0
  }

  /// A file of the schema without sums of days, with unbounded referrers and versions.
  private func released(_ path: String) throws {
    let old = try Database(path: path)
    try Schema.migrate(old, path: path, upTo: 6)
    try old.execute(
      """
      INSERT INTO counted_links (id, host, slug, total) VALUES (7, 'a.example', 'x', 5000);
      WITH RECURSIVE n(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM n WHERE n < 4999)
      INSERT INTO clicks (link, hour, platform, referrer, outcome, bot, count)
        SELECT 7, \(firstDay * 24) + n % 48, 'iphone', 'r' || n, 'redirect', 0, 1 FROM n;
      INSERT INTO launches (day, app, event, app_version, system_version, count) VALUES
        (\(firstDay), 'a', 'deepLink', '1', '26.0', 2), (\(firstDay), 'a', 'normal', '1', '26.1', 3),
        (\(firstDay + 1), 'a', 'normal', '2', '', 4);
      INSERT INTO launch_ids (id, seen_at) VALUES ('a/1', 1), ('a/2', 2);
      """)
  }

  @Test func `counts of released versions are kept, told, and bounded once they are rolled up`()
    throws
  {
    let path = try temporaryFolder() + "/a.db"
    try released(path)
    let store = try opened(SQLiteStore(path: path))
    let before = try store.statistics(StatisticsQuery(by: .day))
    #expect(before.rows.map(\.clicks) == [2504, 2496] && before.rows.map(\.launches) == [5, 4])
    #expect(try store.statistics(StatisticsQuery(by: .referrer)).rows.count == 5000)
    let launches = [StatisticsQuery.Grouping.launch, .appVersion, .systemVersion]
    #expect(
      try launches.map { by throws in
        try store.statistics(StatisticsQuery(by: by)).rows.map { "\($0.name) \($0.launches)" }
      } == [["normal 7", "deepLink 2"], ["1 5", "2 4"], [" 4", "26.1 3", "26.0 2"]])
    try store.rollUp(at: day(firstDay + 30))
    #expect(try store.statistics(StatisticsQuery(by: .day)) == before)
    #expect(try store.clicks(of: key) == 5000)
    let referrers = try store.statistics(StatisticsQuery(by: .referrer))
    #expect(referrers.clicks == 5000)
    // The limit for each of the two days.
    #expect(referrers.rows.count == 2 * CountedNames.referrersOfLink + 1)
    #expect(try rows("clicks", path) == 0)
  }

  @Test func `a kill between two steps loses no click and doubles none`() throws {
    var path = try temporaryFolder() + "/a.db"
    try released(path)
    var store = try SQLiteStore(path: path)
    let before = try store.statistics(StatisticsQuery(by: .platform))
    var kills = 0
    while kills < 60 {
      let step = try store.step(
        StatisticsRetention(hours: 1), limit: 400, at: day(firstDay + 30))
      guard !step.isIdle else { break }
      kills += 1
      path = try killed(path)
      store.close()
      store = try SQLiteStore(path: path)
      #expect(try store.statistics(StatisticsQuery(by: .platform)) == before, "\(kills)")
    }
    #expect(kills > 20 && kills < 60)
    #expect(try store.clicks(of: key) == 5000)
    store.close()
  }

  @Test func `forgets the oldest identifiers of launches when there are too many`() throws {
    let path = try temporaryFolder() + "/a.db"
    try released(path)
    let store = try opened(SQLiteStore(path: path))
    func report(_ ids: [String], at seconds: Int) throws -> Int {
      try waitForAnswer {
        store.report(
          ids.map { CountedLaunch(id: $0, launch: launch("normal")) },
          now: Timestamp(secondsSinceEpoch: seconds), completion: $0)
      }
    }
    #expect(try report(["a/1", "a/3", "a/4"], at: 3) == 2)
    #expect(try rows("launch_ids", path) == 4)
    // As if all others existed as well.
    try Database(path: path).execute(
      "UPDATE rollup SET launch_ids = \(CountedLaunch.identifiersKept)")
    #expect(try report(["a/5", "a/6", "a/3"], at: 4) == 2)
    #expect(try rows("launch_ids", path) == 4)
    #expect(try report(["a/3", "a/4", "a/5", "a/6"], at: 5) == 0)
    #expect(try store.forget(.launchIdentifiers, before: time(0)) == 4)
    let known = try Database(path: path).first("SELECT launch_ids FROM rollup") { $0.int(0) }
    #expect(known == CountedLaunch.identifiersKept - 4)
  }
}
