/// The counts that one writer submits together.
package struct CountBatch: Equatable, Sendable {
  package let writer: CountWriter
  /// The sequence number, which increases from 1 with every batch of the writer.
  package let sequence: Int
  package let launches: [LaunchCount]
  private let tally: ClickTally
  /// Workers submit their sums as they are; names become strings only when they are written.
  private let sums: ClickSums?

  package init(
    writer: CountWriter, sequence: Int, clicks: [ClickCount], launches: [LaunchCount] = []
  ) {
    self.writer = writer
    self.sequence = sequence
    tally = ClickTally(clicks)
    sums = nil
    self.launches = launches
  }

  package init(writer: CountWriter, sequence: Int, sums: ClickSums) {
    self.writer = writer
    self.sequence = sequence
    tally = ClickTally()
    self.sums = sums
    launches = []
  }

  package static func == (one: Self, other: Self) -> Bool {
    (one.writer, one.sequence) == (other.writer, other.sequence) && one.clicks == other.clicks
      && one.launches == other.launches
  }

  package var clickCount: Int { sums?.count ?? tally.count }

  /// The number of clicks and launches in the batch.
  package var visits: Int {
    clicks.sums.reduce(0) { $0 + $1.count } + launches.reduce(0) { $0 + $1.count }
  }

  /// The last hour since 1970 in which something of the batch may have happened.
  package var hour: Int {
    let days = launches.map { min(max($0.day, 0), 1 << 32) * 24 + 23 }
    return (clicks.clicks.map(\.kind.hour) + days).max() ?? 0
  }

  /// A number of clicks, for lines of the log.
  package static func clicks(_ count: Int) -> String { count == 1 ? "1 click" : "\(count) clicks" }

  /// The clicks; for a worker's sums, computed at every call.
  package var clicks: ClickTally { sums?.tally ?? tally }
}

/// A source of batches: one worker of one process, for its lifetime.
package struct CountWriter: Hashable, Sendable {
  /// 32 hexadecimal digits.
  package let name: String

  /// A new writer with a random 128-bit name.
  package init() {
    var generator = SystemRandomNumberGenerator()
    let halves = (0..<2).map { _ in
      let digits = String(generator.next(), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }
    name = halves.joined()
  }

  /// A writer by its stored name; nil when the text is not a writer's name.
  package init?(name: String) {
    guard name.utf8.count == 32,
      name.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
    else { return nil }
    self.name = name
  }
}

package enum BatchAnswer: Equatable, Sendable {
  case counted
  /// The batch, or a later one of the same writer, was already counted.
  case repeated
}
