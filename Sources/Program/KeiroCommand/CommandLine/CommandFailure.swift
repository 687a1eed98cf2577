import Changes
import HTTPCore
import JSONSyntax
import KeiroConfiguration
import LinkStorage
import Management
import Service

/// The reason why a command failed, in terms of the API's problems.
struct CommandFailure: Error, Equatable {
  /// A stable code: the last part of the problem's type.
  let code: String
  let detail: String
  var faults: [FieldFault] = []
  /// The lines for standard error; nil to print the detail.
  var lines: [String]?
  let exit: ExitCode

  static func environment(_ code: String, _ detail: String) -> CommandFailure {
    CommandFailure(code: code, detail: detail, exit: .environmentFailed)
  }

  /// The failure that corresponds to a problem of the API.
  init(_ problem: Problem) {
    self.init(
      code: problem.type, detail: problem.detail, faults: problem.faults,
      exit: problem.status == .serviceUnavailable ? .environmentFailed : .negative)
  }

  init(
    code: String, detail: String, faults: [FieldFault] = [], lines: [String]? = nil, exit: ExitCode
  ) {
    self.code = code
    self.detail = detail
    self.faults = faults
    self.lines = lines
    self.exit = exit
  }

  /// - Parameter name: the name of the store in messages.
  init(_ failure: LinkStoreError, ofStore name: String) {
    self.init(
      code: Problem(failure).type, detail: "the store '\(name)' failed: \(failure)",
      exit: .environmentFailed)
  }

  /// The lines for people: one per fault if several fields are wrong.
  var sentences: [String] {
    if let lines { return lines }
    return code == "invalid-fields" && !faults.isEmpty ? faults.map(\.sentence) : [detail]
  }

  var document: JSONOutput {
    .object([
      .init(
        "error",
        .object([
          .init("code", .string(code)), .init("detail", .string(detail)),
          .init("errors", .array(faults.map(\.json))),
        ]))
    ])
  }
}

extension Console {
  /// Reports a failure, as text or as a document.
  func report(_ failure: CommandFailure) -> ExitCode {
    // Once an answer has begun, a second document would make the output invalid JSON.
    if givesDocuments, !hasAnswer {
      print(failure.document)
    } else {
      failure.sentences.forEach(remark)
    }
    return failure.exit
  }

  /// The exit code of what may fail; a failure is reported.
  func reporting(_ body: @autoclosure () throws(CommandFailure) -> ExitCode) -> ExitCode {
    do throws(CommandFailure) {
      return try body()
    } catch {
      return report(error)
    }
  }

  /// Reports why a configuration cannot be used.
  func report(_ failure: ConfigurationFailure, file: String) -> ExitCode {
    guard givesDocuments else {
      let errors = failure.errors
      remark(failure.obstacle(file: file) + (errors.isEmpty ? "" : ":"))
      errors.forEach { note($0.line(file: file)) }
      return failure.exitCode
    }
    return report(CommandFailure(failure, file: file))
  }
}

extension CommandFailure {
  fileprivate init(_ failure: ConfigurationFailure, file: String) {
    switch failure {
    case .unreadable(let message): self = .environment("configuration-unreadable", message)
    case .invalid:
      self.init(
        code: "invalid-configuration", detail: failure.obstacle(file: file),
        faults: failure.errors.map { FieldFault($0.path, $0.message) }, exit: failure.exitCode)
    }
  }
}

extension CompiledConfiguration {
  /// Passes a configuration to a command; an invalid one ends the command with an error message.
  static func with(
    path: String, _ console: Console, _ body: (CompiledConfiguration) -> ExitCode
  ) -> ExitCode {
    do throws(ConfigurationFailure) {
      return body(try CompiledConfiguration(path: path))
    } catch {
      return console.report(error, file: path)
    }
  }
}
