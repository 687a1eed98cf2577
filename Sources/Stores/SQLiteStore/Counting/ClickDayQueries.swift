import LinkStorage
import Links
import SQLStorage

/// Sums up the clicks by people on some links for each day, from one snapshot of the file.
struct ClickDayQueries {
  private let days: Range<Int>
  private let database: Database
  private let clicks: ClickQueries
  private let log: ClickLogState

  init(_ days: Range<Int>, _ database: Database) throws(LinkStoreError) {
    self.days = days
    self.database = database
    let query = StatisticsQuery(
      sinceHour: days.lowerBound * 24, untilHour: days.upperBound * 24, by: .day)
    clicks = try ClickQueries(query, database)
    log = try ClickLogState.read(database)
  }

  func clicks(of keys: [LinkKey]) throws(LinkStoreError) -> [LinkKey: ClickDays] {
    var answer: [LinkKey: ClickDays] = [:]
    for key in keys where answer[key] == nil { answer[key] = try clicks(of: key) }
    return answer
  }

  private func clicks(of key: LinkKey) throws(LinkStoreError) -> ClickDays? {
    let counted = try database.first(
      "SELECT id, total FROM counted_links WHERE host = ? AND slug = ?",
      [.text(key.host), .text(key.slug)]
    ) { (link: $0.int(0), total: $0.int(1)) }
    guard let counted else { return nil }
    let waiting = try WaitingClicks.of(counted.link, log, in: database)
    var answer = ClickDays(total: counted.total.addingClamped(waiting.people))
    guard !days.isEmpty else { return answer }
    for sum in try clicks.sums(of: .links([counted.link]), by: .day, split: nil) where !sum.isBot {
      answer.add(sum.count, on: sum.number)
    }
    for (kind, count) in waiting.sums where !kind.isBot && !kind.traits.isFirstOpening {
      let day = StatisticsPeriod.day(ofHour: kind.hour)
      if days.contains(day) { answer.add(count, on: day) }
    }
    return answer
  }
}
