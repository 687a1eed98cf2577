package import LinkStorage
import Links

/// The clicks of one link, with kinds in the order in which they first occurred.
package struct LinkClicks {
  /// The number of the counted link.
  package let link: Int
  package private(set) var sums: [(kind: ClickKind, count: Int)]
  /// The indexes of kinds; filled only once there are more than a few.
  private var indexes: [ClickKind: Int] = [:]

  /// The number of kinds that are compared one by one, which takes less time than hashing.
  private static let few = 8

  /// - Parameter sums: sums of different kinds.
  package init(link: Int, _ sums: [(kind: ClickKind, count: Int)] = []) {
    self.link = link
    self.sums = sums
    if sums.count > Self.few { indexKinds() }
  }

  private mutating func indexKinds() {
    for index in sums.indices { indexes[sums[index].kind] = index }
  }

  /// The number of clicks by people, without those by bots.
  package var people: Int {
    sums.reduce(0) { sum, click in
      click.kind.isClickByPerson ? sum.addingClamped(click.count) : sum
    }
  }

  package mutating func add(_ count: Int, of kind: ClickKind) {
    if let index = index(of: kind) {
      sums[index].count = sums[index].count.addingClamped(count)
      return
    }
    sums.append((kind, count))
    if sums.count > Self.few {
      if indexes.isEmpty { indexKinds() } else { indexes[kind] = sums.count - 1 }
    }
  }

  /// The sums in the order of the hours in SQLite.
  package var sorted: [(kind: ClickKind, count: Int)] {
    sums.count < 2 ? sums : sums.sorted { Self.isBefore($0.kind, $1.kind) }
  }

  private static func isBefore(_ one: ClickKind, _ other: ClickKind) -> Bool {
    (one.hour, one.platform, one.referrerHost, one.outcome, one.isBot ? 1 : 0)
      < (other.hour, other.platform, other.referrerHost, other.outcome, other.isBot ? 1 : 0)
  }

  private func index(of kind: ClickKind) -> Int? {
    sums.count <= Self.few ? sums.firstIndex { $0.kind == kind } : indexes[kind]
  }
}
