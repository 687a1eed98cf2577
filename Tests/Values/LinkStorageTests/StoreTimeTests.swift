import LinkStorage
import Links
import Testing

/// What a store makes of a clock. Times are small numbers of seconds.
struct StoreTimeTests {
  private let hour = 3600
  private let day = 86_400

  private func seen(_ kept: Int? = nil, newest: Int? = nil, own: Int? = nil) -> SeenTime {
    SeenTime(
      kept: kept.map { Timestamp(secondsSinceEpoch: $0) },
      newest: newest.map { Timestamp(secondsSinceEpoch: $0) },
      own: own.map { Timestamp(secondsSinceEpoch: $0) })
  }

  private func verdict(_ seen: SeenTime, clock: Int) -> StoreTime.Verdict {
    var time = StoreTime(seen, clock: clock, steady: 0)
    return time.look(seen, clock: clock, steady: 0)
  }

  @Test func `agrees with a clock that is within an hour of what it has seen`() {
    #expect(verdict(seen(), clock: 9_000_000) == .agrees)
    #expect(verdict(seen(9_000_000), clock: 9_000_000 + hour) == .agrees)
    #expect(verdict(seen(9_000_000), clock: 9_000_000 - hour) == .agrees)
    #expect(verdict(seen(9_000_000), clock: 9_000_001 + hour) == .ahead(hour + 1))
    #expect(verdict(seen(9_000_000), clock: 8_999_999 - hour) == .behind(hour + 1))
    #expect(verdict(seen(newest: 9_000_000), clock: 9_000_000 + day) == .ahead(day))
    // An entry of the future proves nothing, and what the store has reached counts for more.
    #expect(verdict(seen(newest: 99_000_000), clock: 9_000_000) == .agrees)
    #expect(verdict(seen(9_000_000, newest: 99_000_000), clock: 99_000_000) == .ahead(90_000_000))
  }

  @Test func `a database with a clock of its own believes none that is ahead of it`() {
    #expect(verdict(seen(9_000_000, own: 9_000_010), clock: 99_000_000) == .agrees)
    #expect(verdict(seen(9_000_000, own: 99_000_000), clock: 9_000_010) == .agrees)
  }

  @Test func `its time runs with the steady clock, whatever the clock says`() {
    var time = StoreTime(seen(9_000_000), clock: 9_000_000, steady: 100)
    _ = time.look(seen(9_000_000), clock: 9_000_000, steady: 100)
    #expect(time.now(clock: 9_000_050, steady: 150) == 9_000_050)
    #expect(time.now(clock: 99_000_000, steady: 150) == 9_000_050)
    #expect(time.now(clock: 50, steady: 150) == 50)
    #expect(time.look(seen(9_000_000), clock: 99_000_000, steady: 3700) == .ahead(89_996_400))
    #expect(time.reached == 9_003_600)
    #expect(time.look(seen(9_003_600), clock: 9_007_200, steady: 7300) == .agrees)
    #expect(time.reached == 9_007_200)
  }

  @Test func `follows a clock that runs evenly, day by day, and in the end agrees`() {
    let start = 9_000_000
    var clock = start + 5 * day
    var steady = 0.0
    var time = StoreTime(seen(start), clock: clock, steady: steady)
    #expect(time.look(seen(start), clock: clock, steady: steady) == .ahead(5 * day))
    for left in [4, 3, 2, 1, 0] {
      (clock, steady) = (clock + hour, steady + Double(hour))
      #expect(time.look(seen(start), clock: clock, steady: steady) == .following(left * day))
      #expect(time.reached == clock - left * day)
    }
    (clock, steady) = (clock + hour, steady + Double(hour))
    #expect(time.look(seen(start), clock: clock, steady: steady) == .agrees)
  }

  @Test func `does not follow a clock that leaps, nor one that it has known for moments`() {
    var time = StoreTime(seen(9_000_000), clock: 19_000_000, steady: 0)
    #expect(time.look(seen(9_000_000), clock: 19_000_000, steady: 0) == .ahead(10_000_000))
    #expect(time.look(seen(9_000_000), clock: 19_000_060, steady: 60) == .ahead(10_000_000))
    #expect(time.look(seen(9_000_060), clock: 39_003_660, steady: 3660) == .ahead(30_000_000))
    #expect(time.look(seen(9_003_660), clock: 29_007_260, steady: 7260) == .ahead(20_000_000))
  }

  @Test func `goes on from where another process has come`() {
    var time = StoreTime(seen(9_000_000), clock: 9_000_000, steady: 0)
    #expect(time.look(seen(9_500_000), clock: 9_500_010, steady: 10) == .agrees)
    #expect(time.reached == 9_500_010)
    #expect(time.look(seen(9_600_000), clock: 9_500_020, steady: 20) == .behind(99_980))
    #expect(time.reached == 9_600_000 && time.now(clock: 9_500_020, steady: 20) == 9_500_020)
  }

  @Test func `goes back to a clock that is behind and runs evenly, unless another says otherwise`()
  {
    func verdicts(own: Int?, leap: Int = 0) -> [StoreTime.Verdict] {
      var time = StoreTime(seen(), clock: 99_000_000, steady: 0)
      var found = [time.look(seen(), clock: 99_000_000, steady: 0)]
      for look in 1...3 {
        let kept = seen(time.reached, own: own.map { $0 + look * hour })
        let clock = 9_000_000 + look * (hour + leap)
        found.append(time.look(kept, clock: clock, steady: Double(look * hour)))
      }
      return found
    }
    let behind = StoreTime.Verdict.behind(90_000_000)
    #expect(verdicts(own: nil) == [.agrees, behind, .agrees, .agrees])
    #expect(verdicts(own: 9_000_000) == [.agrees, behind, .agrees, .agrees])
    #expect(verdicts(own: 99_000_000) == [.agrees, behind, behind, behind])
    #expect(verdicts(own: nil, leap: -day).last != .agrees)
    #expect(verdict(seen(own: 9_000_000), clock: 99_000_000) == .agrees)
    // A new store goes by the database's clock from the start.
    let new = StoreTime(seen(own: 9_000_000), clock: 99_000_000, steady: 0)
    #expect(new.reached == 9_000_000)
  }

  @Test func `counts are old by the time that the store agrees with`() {
    var retention = StatisticsRetention(hours: 14, days: 760)
    let today = 20_000
    let now = Timestamp(secondsSinceEpoch: today * day)
    let later = Timestamp(secondsSinceEpoch: (today + 2000) * day)
    let kept = (today - 14) * 24
    #expect(retention.keptHour(after: kept, oldest: kept, at: later) == kept + 2000 * 24)
    retention.agreed = now
    #expect(retention.keptHour(after: kept, oldest: kept, at: later) == kept)
    #expect(retention.keptHour(after: nil, oldest: kept - 1, at: later) == kept)
    #expect(retention.firstDay(at: later) == today - 760)
    // Before the store's first answer nothing is old.
    retention.agreed = Timestamp(secondsSinceEpoch: 0)
    #expect(retention.keptHour(after: kept, oldest: kept - 1, at: now) == kept)
    #expect(retention.keptHour(after: nil, oldest: kept - 1, at: now) == nil)
    #expect(retention.firstDay(at: now) == -760)
  }
}

struct StatisticsQueryTests {
  @Test func `counts whole hours, the one that has begun among them`() throws {
    let query = StatisticsQuery(
      host: nil, slug: nil, since: Timestamp(secondsSinceEpoch: 3600 * 10 + 5),
      until: Timestamp(secondsSinceEpoch: 3600 * 12 + 5), by: .day)
    #expect(query.sinceHour == 10 && query.untilHour == 13)
  }
}
