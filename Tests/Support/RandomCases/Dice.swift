import FoundationEssentials
import Glibc

/// Repeatable randomness: the same seed gives the same cases on every machine.
package struct Dice: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) {
    state = seed
  }

  /// SplitMix64.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  package mutating func roll(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &self)
  }

  /// True with a probability of one in `count`.
  package mutating func once(in count: Int) -> Bool { roll(1...count) == 1 }

  package mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[roll(0...(elements.count - 1))]
  }

  /// Some of the elements, in their original order.
  package mutating func some<Element>(_ elements: [Element], oneIn count: Int = 2) -> [Element] {
    elements.filter { _ in once(in: count) }
  }
}

package enum CaseSeed {
  /// `KEIRO_SEED`, to repeat the cases of a failed run; a new seed for every run without it.
  package static let value: UInt64 = {
    let named = ProcessInfo.processInfo.environment["KEIRO_SEED"].flatMap { UInt64($0) }
    let seed = named ?? UInt64.random(in: 0..<1 << 32)
    print("random cases: KEIRO_SEED=\(seed) repeats them")
    // Even a run that crashes must show its seed.
    fflush(nil)
    return seed
  }()
}
