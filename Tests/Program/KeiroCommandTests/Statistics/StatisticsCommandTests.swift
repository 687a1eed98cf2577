import KeiroCommand
import Links
import LinkStorage
import ProgramSupport
import Testing

struct StatisticsCommandTests {
  private let fixture: StoreFixture

  init() throws {
    fixture = try StoreFixture()
    let store = try fixture.store()
    func click(_ slug: String, hour: Int, _ platform: String, bot: Bool, _ count: Int) -> ClickCount
    {
      ClickCount(
        key: LinkKey(host: "a.example", slug: slug), hour: hour, platform: platform,
        referrerHost: "", outcome: "redirect", isBot: bot, count: count)
    }
    // 2026-11-20T23:00:00Z is the hour 498671.
    let clicks = [
      click("x", hour: 498_671, "iphone", bot: false, 10),
      click("x", hour: 498_672, "android", bot: false, 5),
      click("y", hour: 498_672, "bot", bot: true, 7),
    ]
    let launches = [
      LaunchCount(
        app: "a", event: "deepLink", appVersion: "1", systemVersion: "26.0", day: 20_778, count: 3)
    ]
    try store.count(clicks, launches)
    store.close()
  }

  @Test func `shows days with bots and launches beside the clicks`() {
    #expect(
      fixture.run("stats").output == """
        day         clicks  bots  launches
        2026-11-20      10     0         0  ████████████████████████████████████████
        2026-11-21       5     7         3  ████████████████████
        all             15     7         3

        """)
  }

  @Test func `launches of apps are no counts of a link that never was`() {
    for grouping in ["day", "launch", "way", "link"] {
      let result = fixture.run(
        "stats", "--host", "a.example", "--slug", "none", "--by", grouping)
      #expect(result.code == .negative && result.output == "", "\(grouping): \(result)")
    }
    let removed = fixture.run("stats", "--host", "a.example", "--slug", "x")
    #expect(removed.code == .done && removed.error.contains("from before it was removed"))
  }

  @Test func `says from when on hours have rows`() throws {
    let store = try fixture.store()
    let now = Timestamp(secondsSinceEpoch: (20_778 + 14) * 86_400 + 3600)
    for _ in 0..<4 {
      try waitForAnswer {
        store.rollUp(StatisticsRetention(), limit: 100, now: now, completion: $0)
      }
    }
    store.close()
    let result = fixture.run("stats", "--by", "hour")
    #expect(result.output.contains("2026-11-21T00:00:00Z       5     7"))
    #expect(!result.output.contains("2026-11-20T23:00:00Z"))
    #expect(
      result.error
        == "keiro stats: hours before 2026-11-21T00:00:00Z are kept as days: expected 'by' day for those\n"
    )
    #expect(
      fixture.run("stats", "--by", "hour", "--json").output.contains(
        "\"note\": \"hours before 2026-11-21T00:00:00Z are kept as days"))
    #expect(fixture.run("stats", "--by", "hour", "--since", "2026-11-21").error == "")
  }

  @Test func `groups by names, an absent one among them`() {
    #expect(
      fixture.run("stats", "--by", "referrer").output == """
        referrer  clicks  bots  launches
        (none)        15     7         –  ████████████████████████████████████████
        all           15     7         3

        """)
    #expect(
      fixture.run("stats", "--by", "launch").output == """
        launch    clicks  bots  launches
        deepLink       0     0         3  ████████████████████████████████████████
        all           15     7         3

        """)
  }
}
