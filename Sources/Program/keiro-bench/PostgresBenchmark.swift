import Dispatch
import FoundationEssentials
import Glibc
import LinkStorage
import Links
import SQLStorage
import PostgresStore
import Synchronization

/// PostgreSQL under the work of nodes: batches of clicks, imports, filling a copy, how long a
/// change takes to reach other nodes, and twenty nodes at once. Needs a database of its own.
enum PostgresBenchmark {
  private static let parts = ["clicks", "import", "fill", "changes", "nodes"]
  /// The number of links imported, unless `import=COUNT` sets another.
  private static let links = 200_000

  /// - Parameter arguments: the connection string of a database for this purpose, and the parts to
  ///   measure; without any, all of them.
  static func run(_ arguments: [String]) -> Int32 {
    guard let database = arguments.first else {
      print("keiro-bench postgres: no database: expected a connection string")
      return 2
    }
    let wanted = arguments.dropFirst().isEmpty ? parts[...] : arguments.dropFirst()
    if let unknown = wanted.first(where: { !parts.contains($0) && imported($0) == nil }) {
      print("keiro-bench postgres: '\(unknown)': expected \(parts.joined(separator: ", "))")
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
      let nodes = PostgresNodesBenchmark(database: database, folder: folder)
      for part in wanted {
        switch part {
        case "clicks": try count(store, database)
        case "import": try importLinks(store, links)
        case "fill": try nodes.fill()
        case "changes": try nodes.change()
        case "nodes": try nodes.together()
        default: try importLinks(store, imported(part) ?? links)
        }
      }
      return 0
    } catch {
      print("keiro-bench postgres: \(error)")
      return 3
    }
  }

  static func rate(_ what: String, _ count: Int, _ seconds: Double) {
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

  /// The number of links that an import sends together.
  private static let batchSize = 5000

  /// The number of `import=COUNT`.
  private static func imported(_ part: String) -> Int? {
    guard part.hasPrefix("import=") else { return nil }
    return Int(part.dropFirst("import=".utf8.count)).flatMap {
      (1...1_000_000_000).contains($0) ? $0 : nil
    }
  }

  private static func importLinks(_ store: PostgresStore, _ count: Int) throws {
    let mark = UInt32.random(in: 0 ... .max)
    for name in ["new links", "links that are known"] {
      var time = 0.0
      for first in stride(from: 0, to: count, by: batchSize) {
        let links = (first..<min(first + batchSize, count)).map {
          ShortLink(
            host: "a.example", slug: "i\(mark).\($0)",
            url: "https://www.example.com/article/\($0)?source=import")
        }
        time += try seconds {
          _ = try waitForAnswer {
            store.apply(
              links, overwritesEdits: false, by: .service, now: Timestamp(secondsSinceEpoch: 0),
              completion: $0)
          }
        }
      }
      rate("import of \(name), batches of \(batchSize)", count, time)
    }
  }

  static func seconds(_ body: () throws -> Void) rethrows -> Double {
    let parts = try ContinuousClock().measure(body).components
    return Double(parts.seconds) + Double(parts.attoseconds) / 1e18
  }
}
