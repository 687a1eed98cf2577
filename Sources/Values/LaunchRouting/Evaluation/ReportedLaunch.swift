/// A launch read from a report: its readable parts and any problems.
public struct ReportedLaunch: Hashable, Sendable {
  /// The launch; nil when its kind or one of its fields is missing or invalid.
  public let launch: Launch?
  /// The path of the launch; nil when its kind is missing or invalid.
  public let path: LaunchPath?
  /// The context; unreadable parts have their default values.
  public let context: LaunchContext
  /// The problems, in order of occurrence.
  public let problems: [LaunchProblem]
}
