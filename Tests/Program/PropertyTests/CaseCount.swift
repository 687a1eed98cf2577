import FoundationEssentials

/// How many random cases each property is tried with.
enum CaseCount {
  /// `KEIRO_CASES`; few by default, so that the suite takes seconds.
  static let cases = number("KEIRO_CASES") ?? 3000
  /// The same of questions, each of which costs a whole run of the command line.
  static let questions = number("KEIRO_CASES") ?? 320
  /// The same of changes, which are made twice.
  static let changes = number("KEIRO_CASES") ?? 300

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }
}
