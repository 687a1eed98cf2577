import Dispatch
import FoundationEssentials
import Glibc
import LinkStorage
import Links
import NodeStore
import PostgresStore
import Synchronization

/// A database of PostgreSQL under the work of nodes: batches of clicks, imports, a fill, and how long
/// a change takes to the next node. The database is emptied.
enum PostgresBenchmark {
  /// - Parameter arguments: the connection string of a database made for this.
  static func run(_ arguments: [String]) -> Int32 {
    guard let database = arguments.first else {
      print("keiro-bench postgres: no database: expected a connection string")
      return 2
    }
    let folder =
      FileManager.default.temporaryDirectory.path + "/keiro-bench-\(UInt64.random(in: 0 ... .max))"
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(atPath: folder) }
      var options = PostgresStore.Options()
      options.migrates = true
      let store = try PostgresStore(database, options: options)
      defer { store.close() }
      try count(store, database)
      try importLinks(store)
      try follow(database, folder)
      return 0
    } catch {
      print("keiro-bench postgres: \(error)")
      return 3
    }
  }

  private static func rate(_ what: String, _ count: Int, _ seconds: Double) {
    let perSecond = Int(Double(count) / seconds)
    print("\(what): \(count) in \((seconds * 1000).rounded() / 1000) s, \(perSecond) a second")
  }

  // MARK: Clicks

  private static func batches(_ number: Int, links: Int) -> [CountBatch] {
    let writer = CountWriter()
    return (1...number).map { sequence in
      CountBatch(
        writer: writer, sequence: sequence,
        clicks: (0..<10_000).map { click in
          ClickCount(
            key: LinkKey(host: "h\(click % 3).example", slug: "c\(Int.random(in: 0..<links))"),
            hour: 480_000, platform: click % 2 == 0 ? "iphone" : "android",
            referrerHost: click % 4 == 0 ? "r\(click % 40).example" : "", outcome: "redirect",
            isBot: false, count: 1)
        })
    }
  }

  private static func count(_ store: PostgresStore, _ database: String) throws {
    for (links, name) in [(20_000, "of new kinds"), (20_000, "of known kinds")] {
      let batches = batches(20, links: links)
      let time = try seconds {
        for batch in batches {
          _ = try waitForAnswer {
            store.count(batch, now: Timestamp(secondsSinceEpoch: 0), completion: $0)
          }
        }
      }
      rate("clicks \(name), batches of 10,000, one node", 200_000, time)
    }
    let stores = try (0..<4).map { _ in try PostgresStore(database) }
    defer { stores.forEach { $0.close() } }
    let all = stores.map { _ in batches(8, links: 20_000) }
    let failures = Atomic(0)
    let time = seconds {
      DispatchQueue.concurrentPerform(iterations: 4) { node in
        for batch in all[node] {
          let answer = try? waitForAnswer {
            stores[node].count(batch, now: Timestamp(secondsSinceEpoch: 0), completion: $0)
          }
          if answer != .counted { failures.add(1, ordering: .relaxed) }
        }
      }
    }
    rate("clicks, four nodes", 320_000, time)
    print("failed batches: \(failures.load(ordering: .relaxed))")
  }

  // MARK: Imports

  private static func importLinks(_ store: PostgresStore) throws {
    let batches = (0..<100).map { batch in
      (0..<1000).map { number in
        ShortLink(
          host: "a.example", slug: "i\(batch).\(number)",
          url: "https://www.example.com/article/\(batch * 1000 + number)?source=import")
      }
    }
    for name in ["new links", "links that are known"] {
      let time = try seconds {
        for batch in batches {
          _ = try waitForAnswer {
            store.apply(
              batch, overwritesEdits: false, now: Timestamp(secondsSinceEpoch: 0), completion: $0)
          }
        }
      }
      rate("import of \(name)", 100_000, time)
    }
  }

  // MARK: Nodes

  private static func follow(_ database: String, _ folder: String) throws {
    func node(_ name: String) throws -> NodeStore {
      var options = NodeOptions(database: database, copy: "\(folder)/\(name).db")
      options.postgres.node = name
      return try NodeStore(options) { _ in }
    }
    let one = try node("one")
    defer { one.close() }
    let filling = seconds {
      while !one.standing.isWhole { usleep(1000) }
    }
    rate("fill of a copy", 100_000, filling)
    let two = try node("two")
    defer { two.close() }
    while !two.standing.isWhole { usleep(1000) }
    var delays: [Double] = []
    for number in 0..<300 {
      let link = ShortLink(host: "b.example", slug: "v\(number)", url: "https://www.example.com/")
      _ = try waitForAnswer {
        one.create(
          link, CreationTerms(), now: Timestamp(secondsSinceEpoch: 0), completion: $0)
      }
      delays.append(
        try seconds {
          while try two.link(at: link.key) == nil { usleep(100) }
        } * 1000)
    }
    delays.sort()
    print(
      "from the answer of one node to the other: median \(delays[150]) ms, worst \(delays[299]) ms")
  }

  private static func seconds(_ body: () throws -> Void) rethrows -> Double {
    let parts = try ContinuousClock().measure(body).components
    return Double(parts.seconds) + Double(parts.attoseconds) / 1e18
  }
}
