import FoundationEssentials
import Glibc

/// Where the random cases of a run begin.
package enum CaseSeed {
  /// `KEIRO_SEED`, which repeats the cases of a run that has failed; another one in every run without it.
  package static let value: UInt64 = {
    let named = ProcessInfo.processInfo.environment["KEIRO_SEED"].flatMap { UInt64($0) }
    let seed = named ?? UInt64.random(in: 0..<1 << 32)
    print("random cases: KEIRO_SEED=\(seed) repeats them")
    // A run that crashes has to be repeated as well.
    fflush(nil)
    return seed
  }()
}
