import Dispatch
import FoundationEssentials
import LinkStorage
import Links
import SQLiteStore

/// Statistics: how long queries over a year of a busy site take, and how large a store grows
/// through clicks with invented referrers.
enum StatisticsBenchmark {
  /// - Parameter arguments: the number of links that are clicked each day; default 1000.
  static func run(_ arguments: [String]) -> Int32 {
    let links = arguments.first.flatMap { Int($0) } ?? 1000
    let folder =
      FileManager.default.temporaryDirectory.path + "/keiro-bench-\(UInt64.random(in: 0 ... .max))"
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(atPath: folder) }
      for spread in [1, 1000] { try madeUp(folder + "/referrers\(spread).db", links: spread) }
      try year(folder + "/year.db", links: links)
      return 0
    } catch {
      print("keiro-bench statistics: \(error)")
      return 3
    }
  }

  private static let firstDay = 20_000
  private static let platforms = ["iphone", "android", "windows", "mac"]

  private static func click(
    _ link: Int, _ hour: Int, _ platform: String, _ referrer: String, _ outcome: String
  ) -> ClickCount {
    ClickCount(
      key: LinkKey(host: "a.example", slug: "s\(link)"), hour: hour, platform: platform,
      referrerHost: referrer, outcome: outcome, isBot: false, count: 1)
  }

  private static func rollUp(_ store: SQLiteStore, at hour: Int) throws -> Double {
    let now = Timestamp(secondsSinceEpoch: hour * 3600)
    var longest = 0.0
    while true {
      var step = RollUpStep()
      let time = try seconds {
        step = try waitForAnswer {
          store.rollUp(StatisticsRetention(), limit: 500, now: now, completion: $0)
        }
      }
      longest = max(longest, time)
      if step.isIdle { return longest }
    }
  }

  // MARK: Made-up referrers

  /// A million clicks within a day, each with its own referrer and a random platform and outcome.
  private static func madeUp(_ path: String, links: Int) throws {
    let store = try SQLiteStore(path: path)
    let writer = CountWriter()
    var batch: [ClickCount] = []
    var sequence = 0
    let time = try seconds {
      for number in 0..<1_000_000 {
        batch.append(
          click(
            number % links, firstDay * 24 + number / 41_667, platforms[number / 7 % 4],
            "r\(number).made-up.example", number % 3 == 0 ? "landing" : "redirect"))
        guard batch.count == 2000 else { continue }
        sequence += 1
        try waitForAnswer {
          store.count(
            CountBatch(writer: writer, sequence: sequence, clicks: batch),
            now: Timestamp(secondsSinceEpoch: firstDay * 86_400), completion: $0)
        }
        batch.removeAll()
      }
    }
    let longest = try rollUp(store, at: firstDay * 24 + 30)
    let measures = try store.measures()
    store.close()
    print(
      "1000000 clicks with made-up referrers on \(links) links: counted in \(two(time)) s, "
        + "\(measures.hourRows) rows of hours, \(measures.dayRows) of days, "
        + "\(two(Double(measures.fileBytes) / 1e6)) MB and "
        + "\(two(Double(measures.logBytes) / 1e6)) MB of log; "
        + "longest step of the roll-up \(two(longest * 1000)) ms")
  }

  // MARK: A year

  private static func year(_ path: String, links: Int) throws {
    let store = try SQLiteStore(path: path)
    let writer = CountWriter()
    var longest = 0.0
    for day in 0..<365 {
      let hour = (firstDay + day) * 24
      let clicks = (0..<links).flatMap { link in
        (0..<5).map { number -> ClickCount in
          let referrer = number == 0 ? "" : "r\((link * number) % 40).example"
          let outcome = number == 4 ? "landing" : "redirect"
          let platform = platforms[(link + number) % 4]
          return click(link, hour + (link + number * 5) % 24, platform, referrer, outcome)
        }
      }
      try waitForAnswer {
        store.count(
          CountBatch(writer: writer, sequence: day + 1, clicks: clicks),
          now: Timestamp(secondsSinceEpoch: hour * 3600), completion: $0)
      }
      longest = max(longest, try rollUp(store, at: hour + 20))
    }
    let measures = try store.measures()
    print(
      "a year with clicks on \(links) links a day: \(measures.hourRows) rows of hours, "
        + "\(measures.dayRows) of days, \(two(Double(measures.fileBytes) / 1e6)) MB; "
        + "longest step of the roll-up \(two(longest * 1000)) ms")
    try ask(store)
    store.close()
  }

  private static func ask(_ store: SQLiteStore) throws {
    for grouping in StatisticsQuery.Grouping.allCases {
      var times: [String] = []
      for (host, slug) in [(nil, nil), ("a.example", nil), ("a.example", "s7")]
        as [(String?, String?)]
      {
        for days in [365, 7] {
          // Not at midnight, like a query for a number of hours up to now.
          let since = (firstDay + 365 - days) * 24 + 20
          let query = StatisticsQuery(
            host: host, slug: slug, sinceHour: since, untilHour: nil, by: grouping)
          var best = Double.infinity
          for _ in 0..<3 { best = min(best, try seconds { _ = try store.statistics(query) }) }
          times.append("\(slug ?? host ?? "everything") \(days) days \(two(best * 1000)) ms")
        }
      }
      print("by \(grouping): " + times.joined(separator: ", "))
    }
  }

  private static func seconds(_ body: () throws -> Void) rethrows -> Double {
    let parts = try ContinuousClock().measure(body).components
    return Double(parts.seconds) + Double(parts.attoseconds) / 1e18
  }

  private static func two(_ number: Double) -> Double { (number * 100).rounded() / 100 }
}
