import JSONSyntax
import Links
import Management

/// What a command does once its arguments are read. A failure is reported.
typealias Command = (Console) throws(CommandFailure) -> ExitCode

extension ParsedArguments {
  /// A command on a Keiro, the store of a configuration or a running server.
  func using(
    _ purpose: StorePurpose,
    _ body: @escaping (Keiro, Console) throws(CommandFailure) -> ExitCode
  ) throws(UsageError) -> Command {
    try using(purpose, reading: { _ in () }) { keiro, _, console throws(CommandFailure) in
      try body(keiro, console)
    }
  }

  /// The same with a value that is read before the store opens, since standard input may take its
  /// time.
  func using<Value>(
    _ purpose: StorePurpose, reading read: @escaping (Console) throws(CommandFailure) -> Value,
    _ body: @escaping (Keiro, Value, Console) throws(CommandFailure) -> ExitCode
  ) throws(UsageError) -> Command {
    let (location, now) = (try location(), now)
    return { console throws(CommandFailure) in
      let value = try read(console)
      return try Keiro.with(location, at: now, for: purpose) { keiro throws(CommandFailure) in
        try body(keiro, value, console)
      }
    }
  }

  /// A command that prints the answer of a Keiro.
  func asking(
    _ purpose: StorePurpose,
    _ answer: @escaping (Keiro) throws(CommandFailure) -> CommandAnswer
  ) throws(UsageError) -> Command {
    try using(purpose) { [json = has(.json)] keiro, console throws(CommandFailure) in
      console.give(try answer(keiro), json: json)
    }
  }

  /// A command that prints the answer to one call.
  ///
  /// - Parameter purpose: nil for that of the call's method.
  func calling(
    _ request: APIRequest, for purpose: StorePurpose? = nil,
    _ answer: @escaping (JSONNode) -> CommandAnswer
  ) throws(UsageError) -> Command {
    try asking(purpose ?? (request.method == "GET" ? .reading : .writing)) {
      keiro throws(CommandFailure) in answer(try keiro.document(request))
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
