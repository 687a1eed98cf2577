/// Counts that one writer hands over together.
package struct CountBatch: Equatable, Sendable {
  package let writer: CountWriter
  /// Grows with every batch of the writer, from 1.
  package let sequence: Int
  package let launches: [LaunchCount]
  private let source: Source

  /// A worker hands over its sums as they are: texts are made where they are written.
  private enum Source: Sendable {
    case tally(ClickTally)
    case sums(ClickSums)
  }

  package init(
    writer: CountWriter, sequence: Int, clicks: ClickTally, launches: [LaunchCount] = []
  ) {
    self.writer = writer
    self.sequence = sequence
    source = .tally(clicks)
    self.launches = launches
  }

  package init(
    writer: CountWriter, sequence: Int, clicks: [ClickCount], launches: [LaunchCount] = []
  ) {
    self.init(
      writer: writer, sequence: sequence, clicks: ClickTally(clicks), launches: launches)
  }

  package init(writer: CountWriter, sequence: Int, sums: ClickSums) {
    self.writer = writer
    self.sequence = sequence
    source = .sums(sums)
    launches = []
  }

  package static func == (one: Self, other: Self) -> Bool {
    (one.writer, one.sequence) == (other.writer, other.sequence) && one.clicks == other.clicks
      && one.launches == other.launches
  }

  /// The number of counts in `clicks`.
  package var clickCount: Int {
    switch source {
    case .tally(let clicks): clicks.count
    case .sums(let sums): sums.count
    }
  }

  /// The clicks, from the sums of a worker made anew at each call.
  package var clicks: ClickTally {
    switch source {
    case .tally(let clicks): clicks
    case .sums(let sums): sums.tally
    }
  }
}

/// A source of batches: one worker of one process, from its start to its end.
package struct CountWriter: Hashable, Sendable {
  /// 32 hexadecimal digits.
  package let name: String

  /// A writer that no other one equals: 128 random bits.
  package init() {
    var generator = SystemRandomNumberGenerator()
    let halves = (0..<2).map { _ in
      let digits = String(generator.next(), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }
    name = halves.joined()
  }

  /// A writer whose name was kept; nil when it is none.
  package init?(name: String) {
    guard name.utf8.count == 32,
      name.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
    else { return nil }
    self.name = name
  }
}

/// The answer to `count`.
package enum BatchAnswer: Equatable, Sendable {
  case counted
  /// The batch, or a later one of the same writer, had been counted before.
  case repeated
}
