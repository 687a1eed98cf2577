import Dispatch
import FoundationEssentials
import LinkStorage
import Links
import SQLStorage
import SQLiteStore

/// The store of links: the cost of creating a link on disk, and of finding and listing links in
/// stores of several sizes.
enum LinksBenchmark {
  /// - Parameter arguments: the sizes to measure, ascending; default 1 thousand, 100 thousand and 3
  ///   million.
  static func run(_ arguments: [String]) -> Int32 {
    let sizes = arguments.isEmpty ? [1000, 100_000, 3_000_000] : arguments.compactMap(Int.init)
    let folder =
      FileManager.default.temporaryDirectory.path + "/keiro-bench-\(UInt64.random(in: 0 ... .max))"
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(atPath: folder) }
      try create(folder + "/create.db")
      try find(folder + "/find.db", sizes)
      return 0
    } catch {
      print("keiro-bench links: \(error)")
      return 3
    }
  }

  private static let now = Timestamp(secondsSinceEpoch: 1_700_000_000)

  /// A link with a slug like a random one: neighbours in time are far apart in the index.
  private static func link(_ number: Int) -> ShortLink {
    let scattered = UInt64(truncatingIfNeeded: number) &* 0x9E37_79B9_7F4A_7C15
    return ShortLink(
      host: "a.example", slug: String(scattered, radix: 36), url: "https://e.example/p/\(number)")
  }

  // MARK: Making

  private static func create(_ path: String) throws {
    let store = try SQLiteStore(path: path)
    defer { store.close() }
    let alone = 500
    let one = try seconds {
      for number in 0..<alone {
        try waitForAnswer {
          store.create(link(number), CreationTerms(), by: .service, now: now, completion: $0)
        }
      }
    }
    print("create, one after the other: \(rate(alone, one))")
    let together = 20_000
    let many = seconds {
      let group = DispatchGroup()
      // The number of callers that wait at any time.
      let room = DispatchSemaphore(value: 256)
      for number in alone..<(alone + together) {
        room.wait()
        group.enter()
        store.create(link(number), CreationTerms(), by: .service, now: now) { _ in
          room.signal()
          group.leave()
        }
      }
      group.wait()
    }
    print("create, 256 at a time: \(rate(together, many))")
  }

  // MARK: Finding

  private static func find(_ path: String, _ sizes: [Int]) throws {
    var filled = 0
    var first: Double?
    for size in sizes {
      let filling = try SQLiteStore(path: path)
      while filled < size {
        let end = min(filled + 5000, size)
        try waitForAnswer {
          filling.apply(
            (filled..<end).map(link), overwritesEdits: false, by: .service, now: now, completion: $0
          )
        }
        filled = end
      }
      filling.close()
      var opened: SQLiteStore?
      let start = try seconds {
        let store = try SQLiteStore(path: path)
        _ = try store.link(at: link(0).key)
        opened = store
      }
      guard let store = opened else { continue }
      let time = try hit(store, size)
      let lists = try lists(store, size)
      store.close()
      let ratio = time / (first ?? time)
      first = first ?? time
      print(
        "\(size) links: find one in \(Int(time)) ns (\(two(ratio)) of the first), "
          + "open and find the first in \(two(start * 1000)) ms; a list of 50 "
          + lists.map { "\($0.name) \(two($0.time * 1000)) ms" }.joined(separator: ", "))
    }
  }

  /// Nanoseconds for a link that exists, the best of five rounds over the same links.
  private static func hit(_ store: SQLiteStore, _ size: Int) throws -> Double {
    let keys = (0..<1000).map { _ in link(Int.random(in: 0..<size)).key }
    var best = Double.infinity
    for _ in 0..<5 {
      let time = try seconds {
        for key in keys where try store.link(at: key) == nil { print("missing: \(key)") }
      }
      best = min(best, time * 1e9 / Double(keys.count))
    }
    return best
  }

  /// Seconds for the first fifty links in each order, with clicks on every tenth link; the best of
  /// three.
  private static func lists(
    _ store: any ManagedLinks & ClickCounting & StoreMaintenance, _ size: Int
  ) throws -> [(name: String, time: Double)] {
    try click(stride(from: 0, to: size, by: 10), store)
    let filters = [
      ("by age", LinkFilter()), ("by clicks", LinkFilter(order: .clicks)),
      ("found by a word", LinkFilter(search: "nowhere")),
    ]
    return try filters.map { name, filter in
      var best = Double.infinity
      for _ in 0..<3 {
        best = min(best, try seconds { _ = try store.links(filter, after: nil, limit: 50) })
      }
      return (name, best)
    }
  }

  private static func click(
    _ numbers: some Sequence<Int>, _ store: any ClickCounting & StoreMaintenance
  ) throws {
    let writer = CountWriter()
    var clicks: [ClickCount] = []
    var sequence = 0
    func count() throws {
      sequence += 1
      let batch = CountBatch(writer: writer, sequence: sequence, clicks: clicks)
      _ = try waitForAnswer { store.count(batch, now: now, completion: $0) }
      clicks.removeAll(keepingCapacity: true)
    }
    for number in numbers {
      clicks.append(
        ClickCount(
          key: link(number).key, hour: now.secondsSinceEpoch / 3600, platform: "iphone",
          referrerHost: "", outcome: "redirect", isBot: false, count: 1 + number % 997))
      if clicks.count == 5000 { try count() }
    }
    try count()
    let later = Timestamp(secondsSinceEpoch: now.secondsSinceEpoch + 3600)
    while try !waitForAnswer({
      store.rollUp(StatisticsRetention(), limit: 5000, now: later, completion: $0)
    }).isIdle {}
  }

  // MARK: Figures

  private static func seconds(_ body: () throws -> Void) rethrows -> Double {
    let parts = try ContinuousClock().measure(body).components
    return Double(parts.seconds) + Double(parts.attoseconds) / 1e18
  }

  private static func rate(_ count: Int, _ seconds: Double) -> String {
    "\(Int(Double(count) / seconds)) links a second"
  }

  private static func two(_ number: Double) -> Double { (number * 100).rounded() / 100 }
}
