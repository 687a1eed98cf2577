import FoundationEssentials

/// How many random cases each property is tried with, and where they begin.
enum CaseCount {
  /// `KEIRO_CASES`; few by default, so that the suite takes seconds.
  static let cases = number("KEIRO_CASES") ?? 3000
  /// The same of questions, each of which costs a whole run of the command line.
  static let questions = number("KEIRO_CASES") ?? 320
  /// The same of changes, which are made twice.
  static let changes = number("KEIRO_CASES") ?? 300
  /// `KEIRO_SEED`; another one in every run by default, which a failure names.
  static let freshSeed = number("KEIRO_SEED").map(UInt64.init) ?? .random(in: 0..<1 << 40)
  /// `KEIRO_SEED`; the same by default, so that a failure can be looked at.
  static let seed = UInt64(number("KEIRO_SEED") ?? 20_261_122)

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }
}
