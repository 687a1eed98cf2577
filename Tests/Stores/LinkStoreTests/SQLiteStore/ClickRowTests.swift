import LinkStorage
import Links
import SQLStorage
import Testing

@testable import SQLiteStore

/// The rows of the log as bytes, and the associated values in memory.
@Suite(.tidies) struct ClickRowTests {
  private let kinds = [
    ClickKind(
      hour: 480_000, platform: "android", referrerHost: "", outcome: "redirect", isBot: false),
    ClickKind(hour: -1, platform: "", referrerHost: "ä.example", outcome: "landing", isBot: true),
    ClickKind(hour: .min, platform: "i", referrerHost: "r", outcome: "preview", isBot: false),
    ClickKind(hour: .max, platform: "i", referrerHost: "r", outcome: "preview", isBot: true),
  ]

  private var row: ClickRow {
    let sums = [
      ClickRow.Sum(link: 1, kind: 3, count: 1), .init(link: 1, kind: 1, count: 300),
      .init(link: 2, kind: 3, count: .max), .init(link: 1 << 40, kind: 2, count: .min),
      .init(link: .max, kind: 1, count: 0),
    ]
    return ClickRow(sums[...], of: kinds)
  }

  @Test func `reads what it has written, and keeps the kinds of the row alone`() throws {
    #expect(row.kinds == [kinds[3], kinds[1], kinds[2]])
    #expect(row.sums.map(\.kind) == [0, 1, 0, 2, 1])
    #expect(try ClickRow(row.bytes) == row)
    let empty = ClickRow([], of: kinds)
    #expect(try ClickRow(empty.bytes) == empty)
  }

  @Test func `an ordinary click takes three bytes`() {
    let sums = (1...256).map { ClickRow.Sum(link: 1_000_000 + $0 * 7, kind: 0, count: 1 + $0 % 9) }
    #expect(ClickRow(sums[...], of: kinds).bytes.count < 256 * 3 + 32)
  }

  @Test func `no part of a row passes for another one`() {
    let bytes = row.bytes
    for end in bytes.indices {
      guard let part = try? ClickRow(Array(bytes[..<end])) else { continue }
      // Only whole sums may be missing, which the number of the row's last link reveals.
      #expect(part.kinds == row.kinds && part.sums == Array(row.sums.prefix(part.sums.count)))
      #expect(part.sums.last?.link != row.sums.last?.link || part.sums.count == row.sums.count)
    }
  }

  @Test func `says whose rows it cannot read`() {
    #expect(kind { try ClickRow([9] + row.bytes.dropFirst()) } == .foreign)
    let long = [UInt8](repeating: 0xFF, count: 10)
    for damaged: [UInt8] in [
      [], [1], [1, 1], [1, 200, 1], [1, 0, 1, 0, 1], [1, 0] + long + [0, 1],
      // An unknown kind, a link after the last number, an invalid flag for bots, a text that is too
      // long.
      [1, 1, 0, 0, 0, 0, 0, 5, 1, 1], [1, 1, 0, 0, 0, 0, 0] + long.dropLast() + [1, 0, 1],
      [1, 1, 0, 2, 0, 0, 0, 5, 0, 1], [1, 1, 0, 0, 9, 0, 0, 5, 0, 1],
    ] { #expect(kind { try ClickRow(damaged) } == .corrupt, "\(damaged)") }
  }

  @Test func `takes any bytes without harm`() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<20_000 {
      var bytes = row.bytes
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        bytes[Int.random(in: 1..<bytes.count, using: &generator)] =
          UInt8.random(in: 0 ... .max, using: &generator)
      }
      guard let read = try? ClickRow(bytes) else { continue }
      #expect(read.sums.allSatisfy { read.kinds.indices.contains($0.kind) })
      #expect(zip(read.sums, read.sums.dropFirst()).allSatisfy { $0.link <= $1.link })
    }
  }

  @Test func `the links of a tally are its keys, and their hashes follow from the keys alone`() {
    let keys = (0..<600).map { number in
      LinkKey(host: ["a.example", "b.example", ""][number % 3], slug: "é\(number / 2)")
    }
    func hashes(_ keys: [LinkKey]) -> [LinkKey: UInt64] {
      var tally = ClickTally()
      for key in keys { _ = tally.add(key) }
      #expect(Array(tally.links) == keys)
      return Dictionary(zip(keys, tally.links.hashes)) { first, second in
        #expect(first == second)
        return first
      }
    }
    let told = hashes(keys + keys.prefix(9))
    #expect(Set(told.values).count == 600)
    #expect(hashes(keys.sorted { $0.host < $1.host }) == told)
  }

  @Test func `adds up few kinds of a link and many alike`() throws {
    var clicks = LinkClicks(link: 1)
    var expected = Array(repeating: 0, count: 30)
    for number in 0..<300 {
      let kindNumber = number * number % 30
      expected[kindNumber] += number
      var kind = kinds[0]
      kind.referrerHost = "r\(kindNumber)"
      kind.isBot = kindNumber % 2 == 1
      clicks.add(number, of: kind)
    }
    for (kind, count) in clicks.sums {
      let kindNumber = try #require(Int(kind.referrerHost.dropFirst()))
      #expect(count == expected[kindNumber] && kind.isBot == (kindNumber % 2 == 1))
    }
    let ofPeople = stride(from: 0, to: 30, by: 2).map { expected[$0] }
    #expect(clicks.people == ofPeople.reduce(0, +))
    #expect(clicks.sums.count == Set((0..<300).map { $0 * $0 % 30 }).count)
  }

  @Test func `a merge is due after a while, or when there is much`() {
    var state = ClickLogState()
    #expect(!MergePolicy.isDue(state, at: time(1000)))
    (state.since, state.batches, state.bytes) = (time(0), 1, 1)
    #expect(!MergePolicy.isDue(state, at: time(59)) && MergePolicy.isDue(state, at: time(60)))
    // The clock was ahead when the clicks arrived.
    #expect(!MergePolicy.isDue(state, at: time(-59)) && MergePolicy.isDue(state, at: time(-60)))
    state.batches = MergePolicy.mostBatches
    #expect(MergePolicy.isDue(state, at: time(0)) && !MergePolicy.isUrgent(state))
    state.batches *= 2
    #expect(MergePolicy.isUrgent(state))
    (state.batches, state.bytes) = (1, MergePolicy.mostBytes)
    #expect(MergePolicy.isFull(state) && !MergePolicy.isUrgent(state))
    state.bytes *= 2
    #expect(MergePolicy.isUrgent(state))
  }
}
