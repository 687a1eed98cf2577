import FoundationEssentials

/// The number of random cases for each property.
enum CaseCount {
  /// `KEIRO_CASES`; few by default, so that the suite takes only seconds.
  static let cases = number("KEIRO_CASES") ?? 3000
  /// Whether the random cases are so many that every outcome has its share of them.
  static let areMany = cases >= 1000
  /// The same for questions, each of which costs a whole run of the command line.
  static let questions = number("KEIRO_CASES") ?? 320
  /// The same for changes, which are made twice.
  static let changes = number("KEIRO_CASES") ?? 300

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }
}
