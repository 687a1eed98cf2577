/// A launch read from a report: the readable parts and the problems.
public struct ReportedLaunch: Hashable, Sendable {
  /// Nil when its kind or one of its fields is missing or invalid.
  public let launch: Launch?
  /// Nil when its kind is missing or invalid.
  public let path: LaunchPath?
  /// Unreadable parts have their default values.
  public let context: LaunchContext
  /// In the order of their occurrence.
  public let problems: [LaunchProblem]
}
