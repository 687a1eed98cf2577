/// A launch as somebody reports it: everything that could be read of it, and everything that could
/// not.
public struct ReportedLaunch: Hashable, Sendable {
  /// Nil when its kind or one of its fields is missing or wrong.
  public let launch: Launch?
  /// Nil when its kind is missing or wrong.
  public let path: LaunchPath?
  /// What could not be read stands at its default.
  public let context: LaunchContext
  /// In the order in which they were found.
  public let problems: [LaunchProblem]
}
