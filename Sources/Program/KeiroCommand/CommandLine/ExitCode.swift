/// The result of a command for the calling shell.
package enum ExitCode: Int32, Sendable {
  case done = 0
  /// The answer is "no", or the input has errors.
  case negative = 1
  case wrongUsage = 2
  /// The environment failed: a file that cannot be read, a port in use.
  case environmentFailed = 3
}
