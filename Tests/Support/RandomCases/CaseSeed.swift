import FoundationEssentials
import Glibc

/// The seed of the random cases of a run.
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
