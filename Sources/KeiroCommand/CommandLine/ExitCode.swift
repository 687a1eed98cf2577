/// How a command ended, as the calling shell sees it.
package enum ExitCode: Int32, Sendable {
  case done = 0
  /// The answer is "no", or the input has errors.
  case negative = 1
  case wrongUsage = 2
  /// The environment failed: a file that cannot be read, a port that is taken.
  case environmentFailed = 3
}
