import Dispatch
import Glibc
import LinkStorage
import Links
import SQLStorage
import NodeStore
import PostgresStore
import Synchronization
import System

/// Nodes with one database, in one process: each has its own connections, follower and copy.
struct PostgresNodesBenchmark {
  let database: String
  let folder: String

  private static let changesPerSecond = 200
  private static let seconds = 10
  /// The assumed visits to each node, per second.
  private static let visitsPerSecond = 10_000

  private func path(_ name: String) -> String {
    "\(folder)/\(name)-\(UInt32.random(in: 0 ... .max)).db"
  }

  private func node(_ name: String, at path: String) throws -> NodeStore {
    var options = NodeOptions(database: database, copy: path)
    options.postgres.node = name
    return try NodeStore(options) { _ in }
  }

  private func nodes(_ count: Int) throws -> [NodeStore] {
    let nodes = try (0..<count).map { try node("bench\($0)", at: path("bench\($0)")) }
    for node in nodes { while !node.standing.isWhole { usleep(1000) } }
    return nodes
  }

  // MARK: - A fill

  func fill() throws {
    let path = self.path("filled")
    let one = try node("filled", at: path)
    let time = PostgresBenchmark.seconds { while !one.standing.isWhole { usleep(1000) } }
    // Moves what is left in the write-ahead log into the file.
    one.close()
    var options = PostgresStore.Options()
    options.node = "counting"
    let count = try Replication(database, options: options).lastLinkID()
    PostgresBenchmark.rate("fill of a copy", count, time)
    let size = fileSize(path) ?? 0
    print("the copy: \(size) bytes, \(size / max(count, 1)) a link")
  }

  // MARK: - Changes

  func change() throws {
    let nodes = try nodes(3)
    defer { nodes.forEach { $0.close() } }
    print("3 nodes: \(try changes(nodes).text)")
  }

  /// Creates links on the first node and measures when the other nodes have them.
  private func changes(_ nodes: [NodeStore]) throws -> Delays {
    let count = Self.changesPerSecond * Self.seconds
    let mark = UInt32.random(in: 0 ... .max)
    let links = (0..<count).map {
      ShortLink(host: "b.example", slug: "v\(mark).\($0)", url: "https://www.example.com/")
    }
    let times = ChangeTimes(count: count, nodes: nodes.count - 1)
    let watching = DispatchGroup()
    for (index, node) in nodes.dropFirst().enumerated() {
      thread(in: watching) {
        for (number, link) in links.enumerated() {
          while (try? node.link(at: link.key)) ?? nil == nil, !times.isOver { usleep(200) }
          times.noteSeen(number, index)
        }
      }
    }
    let start = Clock.monotonic()
    for (number, link) in links.enumerated() {
      let due = start + number * 1_000_000_000 / Self.changesPerSecond
      let early = due - Clock.monotonic()
      if early > 0 { usleep(UInt32(clamping: early / 1000)) }
      times.noteSent(number)
      nodes[0].create(
        link, CreationTerms(), by: .service, now: Timestamp(secondsSinceEpoch: Int(Clock.now()))
      ) { result in
        if case .success(.created) = result { times.noteAnswered(number) }
      }
    }
    let rate = Double(count) / (Double(Clock.monotonic() - start) / 1_000_000_000)
    _ = watching.wait(timeout: .now() + .seconds(30))
    times.end()
    watching.wait()
    return times.delays(rate: rate)
  }

  // MARK: - Many nodes

  func together() throws {
    let nodes = try nodes(20)
    defer { nodes.forEach { $0.close() } }
    let before = try Self.clicks(nodes[0])
    let counted = Atomic(0)
    let failures = Atomic(0)
    let isOver = Atomic(false)
    let sending = DispatchGroup()
    for node in nodes {
      let clicks = ClickTally(Self.halfSecond())
      thread(in: sending) {
        let writer = CountWriter()
        var sequence = 0
        while !isOver.load(ordering: .relaxed) {
          let next = Clock.monotonic() + 500_000_000
          sequence += 1
          let batch = CountBatch(writer: writer, sequence: sequence, clicks: clicks)
          let now = Timestamp(secondsSinceEpoch: Int(Clock.now()))
          let answer = try? waitForAnswer { node.count(batch, now: now, completion: $0) }
          if answer == .counted {
            counted.add(Self.visitsPerSecond / 2, ordering: .relaxed)
          } else {
            failures.add(1, ordering: .relaxed)
          }
          let early = next - Clock.monotonic()
          if early > 0 { usleep(UInt32(clamping: early / 1000)) }
        }
      }
    }
    let start = Clock.monotonic()
    let delays = try changes(nodes)
    isOver.store(true, ordering: .relaxed)
    sending.wait()
    let time = Double(Clock.monotonic() - start) / 1_000_000_000
    let sent = counted.load(ordering: .relaxed)
    print("20 nodes, clicks beside: \(delays.text)")
    PostgresBenchmark.rate("20 nodes, visits counted", sent, time)
    let all = try Self.clicks(nodes[0]) - before
    print(
      "of 20 nodes: \(sent) visits sent, \(all) counted, \(failures.load(ordering: .relaxed)) batches "
        + "failed; \(IdleConnectionCost.residentBytes(["self"]) / 20 / 1_048_576) MB of memory for each"
    )
  }

  private static func clicks(_ node: NodeStore) throws -> Int {
    try node.statistics(StatisticsQuery(host: "n.example", by: .day)).clicks
  }

  /// Visits to 20,000 links, most of them to a few.
  private static func halfSecond() -> [ClickCount] {
    var counts: [Int: Int] = [:]
    for _ in 0..<visitsPerSecond / 2 {
      counts[Int(exp(Double.random(in: 0..<log(20_000.0)))), default: 0] += 1
    }
    return counts.map { link, count in
      ClickCount(
        key: LinkKey(host: "n.example", slug: "c\(link)"), hour: 480_001,
        platform: link % 2 == 0 ? "iphone" : "android", referrerHost: "", outcome: "redirect",
        isBot: false, count: count)
    }
  }
}

/// Runs the body on a thread of its own: more bodies wait here than Dispatch has threads.
private func thread(in group: DispatchGroup, _ body: @escaping @Sendable () -> Void) {
  DispatchQueue(label: "keiro-bench.node").async(group: group, execute: body)
}

/// The times at which changes were sent, answered, and seen by other nodes, in monotonic
/// nanoseconds.
private final class ChangeTimes: Sendable {
  private struct Times {
    var sent: [Int]
    var answered: [Int?]
    var seen: [[Int]]
  }

  private let times: Mutex<Times>
  private let over = Atomic(false)

  init(count: Int, nodes: Int) {
    times = Mutex(
      Times(
        sent: Array(repeating: 0, count: count), answered: Array(repeating: nil, count: count),
        seen: Array(repeating: Array(repeating: 0, count: count), count: nodes)))
  }

  var isOver: Bool { over.load(ordering: .relaxed) }

  func end() { over.store(true, ordering: .relaxed) }

  func noteSent(_ number: Int) {
    times.withLock { $0.sent[number] = Clock.monotonic() }
  }

  func noteAnswered(_ number: Int) {
    times.withLock { $0.answered[number] = Clock.monotonic() }
  }

  func noteSeen(_ number: Int, _ node: Int) {
    guard !isOver else { return }
    times.withLock { $0.seen[node][number] = Clock.monotonic() }
  }

  /// - Parameter rate: the changes sent per second.
  func delays(rate: Double) -> Delays {
    times.withLock { times in
      var delays = Delays(rate: rate)
      for (number, answered) in times.answered.enumerated() {
        for seen in times.seen {
          guard let answered, seen[number] > 0 else {
            delays.missing += 1
            continue
          }
          delays.fromAnswer.append(Double(max(0, seen[number] - answered)) / 1_000_000)
          delays.fromRequest.append(Double(seen[number] - times.sent[number]) / 1_000_000)
        }
      }
      return delays
    }
  }
}

/// The delay of each change to each other node, in milliseconds.
private struct Delays {
  var rate: Double
  var fromAnswer: [Double] = []
  var fromRequest: [Double] = []
  /// The number of changes that were refused or never seen.
  var missing = 0

  var text: String {
    func figures(_ values: [Double]) -> String {
      let sorted = values.sorted()
      guard let worst = sorted.last else { return "none" }
      func rounded(_ value: Double) -> Double { (value * 10).rounded() / 10 }
      return "median \(rounded(sorted[sorted.count / 2])) ms, 99 % "
        + "\(rounded(sorted[sorted.count * 99 / 100])) ms, worst \(rounded(worst)) ms"
    }
    return
      "\(Int(rate.rounded())) changes a second; on the other nodes \(figures(fromAnswer)) after "
      + "the answer, \(figures(fromRequest)) after the request; \(missing) never"
  }
}
