import LinkStorage
import Links
import ProgramSupport
import SQLiteStore
import Telemetry
import Testing

@testable import KeiroCommand

@Suite struct RollUpWatchTests {
  private let folder: TemporaryFolder
  private let store: any LinkStore

  init() throws {
    folder = try TemporaryFolder()
    store = try SQLiteStore(path: folder.path + "/keiro.db")
  }

  private let key = LinkKey(host: "a.example", slug: "x")

  private func count(_ hours: Range<Int>, referrers: Range<Int>) throws {
    let clicks = hours.flatMap { hour in
      referrers.map { number in
        ClickCount(
          key: key, hour: hour, platform: "iphone", referrerHost: "r\(number).example",
          outcome: "redirect", isBot: false, count: 1)
      }
    }
    try store.count(clicks)
  }

  @Test func `rolls up in steps, each at a look of its own, until nothing is left`() throws {
    try count(0..<100, referrers: 0..<50)
    let watch = RollUpWatch(store)
    let now = Timestamp(secondsSinceEpoch: 100 * 86_400)
    let retention = StatisticsRetention()
    for looks in 1...27 {
      watch.look(retention, now: now)
      // Writes are ordered: after this one, the step has finished.
      try waitForAnswer { store.probe(completion: $0) }
      let rolledUp = try store.measures().rolledUp
      // The first step merges waiting clicks. The rows of a link and hour are added together, so a
      // step may end before its limit.
      #expect(rolledUp == min((looks - 1) * 450, 5000))
    }
    #expect(try store.measures().hourRows == 0)
    #expect(try store.measures().dropped > 5000)
    #expect(try store.clicks(of: key) == 5000)
    // The store is idle by now, so that a finished hour is left alone for a while.
    try count(2399..<2400, referrers: 0..<1)
    let later = Timestamp(secondsSinceEpoch: 2401 * 3600)
    for _ in 0..<100 { watch.look(retention, now: later) }
    try waitForAnswer { store.probe(completion: $0) }
    #expect(try store.measures().rolledUp == 5000)
    // One step merges the click, and the next one rolls it up.
    for _ in 0..<200 { watch.look(retention, now: later) }
    try waitForAnswer { store.probe(completion: $0) }
    watch.look(retention, now: later)
    try waitForAnswer { store.probe(completion: $0) }
    #expect(try store.measures().rolledUp == 5001)
  }

  @Test func `tells the size of the store as metrics`() throws {
    try count(0..<2, referrers: 0..<150)
    let soon = Timestamp(secondsSinceEpoch: 60)
    let step = try waitForAnswer {
      store.rollUp(StatisticsRetention(), limit: 10, now: soon, completion: $0)
    }
    #expect(step.merged > 0)
    let measures = try store.measures()
    #expect(measures.capped == 100 && measures.hourRows == 202)
    #expect(measures.fileBytes > 0 && measures.logBytes > 0)
    var output = PrometheusText()
    output.append(measures)
    let lines = output.text.split(separator: "\n").filter { !$0.hasPrefix("#") }
    #expect(
      lines == [
        "keiro_store_bytes{file=\"data\"} \(measures.fileBytes)",
        "keiro_store_bytes{file=\"log\"} \(measures.logBytes)",
        "keiro_store_count_rows{kind=\"hours\"} 202",
        "keiro_store_count_rows{kind=\"days\"} \(measures.dayRows)",
        "keiro_store_count_rows{kind=\"launches\"} 0",
        "keiro_store_count_rows{kind=\"waiting\"} 0",
        "keiro_store_capped_total 100",
        "keiro_store_rolled_up_rows_total 0", "keiro_store_dropped_rows_total 0",
      ])
  }
}
