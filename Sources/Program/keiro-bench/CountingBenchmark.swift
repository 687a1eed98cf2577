import FoundationEssentials
import Glibc
import LinkStorage
import Links
import SQLiteStore

/// The cost of counting visits in a store's file: processor time and bytes written for each
/// distinct click of a batch, once through the log of counts, as counters have to, and once without
/// it.
///
/// The reference merges each batch into the tables at once, as a store without a log has to.
enum CountingBenchmark {
  /// - Parameter arguments: the number of links visited, of visits in a batch, and of batches;
  ///   default 100,000, 12,000 and 300.
  static func run(_ arguments: [String]) -> Int32 {
    let numbers = arguments.compactMap { Int($0) }
    guard numbers.count == arguments.count, numbers.count <= 3, numbers.allSatisfy({ $0 > 0 })
    else { usage("usage: keiro-bench counting [LINKS [VISITS [BATCHES]]]") }
    let load = Load(
      links: numbers.first ?? 100_000, visits: numbers.dropFirst().first ?? 12_000,
      batches: numbers.dropFirst(2).first ?? 300)
    let folder =
      FileManager.default.temporaryDirectory.path + "/keiro-bench-\(UInt64.random(in: 0 ... .max))"
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(atPath: folder) }
      for isZipf in [false, true] {
        let choice = Choice(links: load.links, isZipf: isZipf)
        print("\(isZipf ? "Zipf" : "uniform") among \(load.links) links, \(load)")
        var reference: Cost?
        for way in Way.allCases {
          let cost = try measure(way, load, choice, folder + "/\(isZipf)\(way).db")
          print(cost.line(way.rawValue, reference))
          reference = reference ?? cost
        }
      }
      return 0
    } catch {
      print("keiro-bench counting: \(error)")
      return 3
    }
  }

  private enum Way: String, CaseIterable {
    case atOnce = "merged at once"
    case logged = "logged, merged when there are enough"
  }

  private struct Load: CustomStringConvertible {
    let links: Int
    let visits: Int
    let batches: Int

    var description: String { "\(batches) batches of \(visits) visits" }
  }

  /// Chooses the link that is visited next.
  private struct Choice {
    private let links: Int
    /// The sum of 1/n up to each link; empty when all links are equally popular.
    private var sums: [Double] = []
    private var state: UInt64 = 1

    init(links: Int, isZipf: Bool) {
      self.links = links
      var sum = 0.0
      guard isZipf else { return }
      sums = (1...links).map { rank in
        sum += 1 / Double(rank)
        return sum
      }
    }

    mutating func next() -> Int {
      let random = random()
      guard let all = sums.last else { return Int(random % UInt64(links)) }
      let wanted = Double(random >> 11) * 0x1p-53 * all
      var range = 0..<links - 1
      while !range.isEmpty {
        let middle = (range.lowerBound + range.upperBound) / 2
        range =
          sums[middle] < wanted ? middle + 1..<range.upperBound : range.lowerBound..<middle
      }
      return range.lowerBound
    }

    /// The next number of SplitMix64.
    private mutating func random() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }

  private struct Cost {
    var distinct = 0
    var seconds = 0.0
    var bytes = 0
    var longestStep = 0.0

    func line(_ name: String, _ reference: Cost?) -> String {
      let time = seconds * 1e6 / Double(distinct)
      let size = Double(bytes) / Double(distinct)
      var line =
        "  \(name): \(two(time)) us and \(Int(size)) bytes a distinct click of \(distinct), "
        + "longest step \(two(longestStep * 1000)) ms"
      if let reference {
        let ratio = time / (reference.seconds * 1e6 / Double(reference.distinct))
        let sizes = size / (Double(reference.bytes) / Double(reference.distinct))
        line += "; \(two(ratio)) and \(two(sizes)) of the reference"
      }
      return line
    }
  }

  private static let hour = 480_000
  private static let start = Timestamp(secondsSinceEpoch: hour * 3600)

  private static func measure(
    _ way: Way, _ load: Load, _ choice: Choice, _ path: String
  ) throws -> Cost {
    var choice = choice
    let store = try SQLiteStore(path: path)
    defer { store.close() }
    let keys = (0..<load.links).map { number in
      // Spread over the index, since the order of keys must not follow the order of visits.
      let slug = String((number &* 2_654_435_761) % 4_294_967_296, radix: 36)
      return LinkKey(host: "short.example.org", slug: slug)
    }
    let writer = CountWriter()
    var cost = Cost()
    // Every link has been counted before, as in a service that has run for a while.
    var tally = ClickTally()
    tally.add(keys.enumerated().map { ($0.element, 1) }, at: hour - 1)
    try count(tally, 1, writer, store)
    _ = try merge(store, at: Timestamp(secondsSinceEpoch: start.secondsSinceEpoch + 100))
    for batch in 0..<load.batches {
      var counts: [Int: Int] = [:]
      for _ in 0..<load.visits { counts[choice.next(), default: 0] += 1 }
      var tally = ClickTally()
      tally.add(counts.map { (keys[$0.key], $0.value) }, at: hour)
      cost.distinct += counts.count
      let (time, size) = (processorSeconds(), writtenBytes())
      try count(tally, batch + 2, writer, store)
      // Two batches a second. Past the longest wait, every batch is merged at once.
      let seconds = way == .atOnce ? 100 : 0
      let now = Timestamp(secondsSinceEpoch: start.secondsSinceEpoch + batch / 2 + seconds)
      cost.longestStep = max(cost.longestStep, try merge(store, at: now))
      cost.seconds += processorSeconds() - time
      cost.bytes += writtenBytes() - size
    }
    return cost
  }

  private static func count(
    _ tally: ClickTally, _ sequence: Int, _ writer: CountWriter, _ store: SQLiteStore
  ) throws {
    let batch = CountBatch(writer: writer, sequence: sequence, clicks: tally)
    let now = Timestamp(secondsSinceEpoch: start.secondsSinceEpoch + sequence / 2)
    _ = try waitForAnswer { store.count(batch, now: now, completion: $0) }
  }

  /// - Returns: the processor time of the longest step.
  private static func merge(_ store: SQLiteStore, at now: Timestamp) throws -> Double {
    var longest = 0.0
    while true {
      let time = processorSeconds()
      let step = try waitForAnswer {
        store.rollUp(
          StatisticsRetention(), limit: SQLiteStore.mergedLinks, now: now, completion: $0)
      }
      guard step.merged > 0 else { return longest }
      longest = max(longest, processorSeconds() - time)
    }
  }

  // MARK: - Measuring

  private static func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The bytes that this process has written to files and terminals.
  private static func writtenBytes() -> Int {
    guard let bytes = FileManager.default.contents(atPath: "/proc/self/io") else { return 0 }
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let parts = line.split(separator: " ")
      if parts.first == "wchar:", let number = parts.dropFirst().first { return Int(number) ?? 0 }
    }
    return 0
  }

  private static func two(_ number: Double) -> Double { (number * 100).rounded() / 100 }
}

extension ClickTally {
  fileprivate mutating func add(_ clicks: [(key: LinkKey, count: Int)], at hour: Int) {
    reserveCapacity(links: clicks.count, sums: clicks.count)
    let kind = add(
      ClickKind(
        hour: hour, platform: "android", referrerHost: "", outcome: "redirect", isBot: false))
    for (key, count) in clicks { add(count, of: add(key), kind) }
  }
}
