/// The exit code of a command.
package enum ExitCode: Int32, Sendable {
  case done = 0
  /// The answer is "no", or the input is invalid.
  case negative = 1
  case wrongUsage = 2
  /// Something outside the command failed: a file cannot be read, a port is in use.
  case environmentFailed = 3

  /// The code of a failure about which nothing more is known.
  var failureCode: String {
    switch self {
    case .done: "done"
    case .negative: "refused"
    case .wrongUsage: "wrong-usage"
    case .environmentFailed: "environment-failed"
    }
  }
}
