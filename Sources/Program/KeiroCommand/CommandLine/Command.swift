import Links

/// What a command does once its arguments are read.
protocol Command {
  func run(_ console: Console) -> ExitCode
}

/// A command that is only a function of the console.
struct PlainCommand: Command {
  let body: (Console) -> ExitCode

  init(_ body: @escaping (Console) -> ExitCode) {
    self.body = body
  }

  func run(_ console: Console) -> ExitCode { body(console) }
}

/// A command on a Keiro, the store of a configuration or a running server.
struct KeiroTask: Command {
  let location: KeiroLocation
  let purpose: StorePurpose
  let now: Timestamp
  let body: (Keiro, Console) throws(CommandFailure) -> ExitCode

  func run(_ console: Console) -> ExitCode {
    Keiro.with(location, at: now, for: purpose, console) { keiro throws(CommandFailure) in
      try body(keiro, console)
    }
  }
}

extension ParsedArguments {
  /// A command that prints the answer of a Keiro.
  func asking(
    for purpose: StorePurpose,
    _ answer: @escaping (Keiro) throws(CommandFailure) -> CommandAnswer
  ) throws(UsageError) -> KeiroTask {
    let json = has(.json)
    return KeiroTask(location: try location(), purpose: purpose, now: now) {
      keiro, console throws(CommandFailure) in
      console.give(try answer(keiro), json: json)
    }
  }
}

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
