import Changes
import HTTPCore
import JSONSyntax
import KeiroConfiguration
import LinkStorage
import Service

/// The reason why a command failed, in terms of the API's problems.
struct CommandFailure: Error, Equatable {
  /// A stable code: the last part of the problem's type.
  let code: String
  let detail: String
  var faults: [FieldFault] = []
  /// The lines for standard error; nil to print the detail.
  var lines: [String]?
  /// Lines about places in a file, for standard error.
  var notes: [String] = []
  let exit: ExitCode
}

extension CommandFailure {
  static func refusal(_ code: String, _ detail: String) -> CommandFailure {
    CommandFailure(code: code, detail: detail, exit: .negative)
  }

  static func environment(_ code: String, _ detail: String) -> CommandFailure {
    CommandFailure(code: code, detail: detail, exit: .environmentFailed)
  }

  init(_ problem: Problem) {
    self.init(
      code: problem.type, detail: problem.detail, faults: problem.faults,
      exit: problem.status == .serviceUnavailable ? .environmentFailed : .negative)
  }

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
  func report(_ failure: CommandFailure) -> ExitCode {
    // Once an answer has begun, a second document would make the output invalid JSON.
    if givesDocuments, !hasAnswer {
      print(failure.document)
    } else {
      failure.sentences.forEach(remark)
      failure.notes.forEach(note)
    }
    return failure.exit
  }

  /// The exit code of a command, whose failure is reported.
  func run(_ command: Command) -> ExitCode {
    do throws(CommandFailure) {
      return try command(self)
    } catch {
      return report(error)
    }
  }
}

extension CommandFailure {
  init(_ failure: ConfigurationFailure, file: String) {
    let (obstacle, errors) = (failure.obstacle(file: file), failure.errors)
    let isUnreadable = if case .unreadable = failure { true } else { false }
    self.init(
      code: isUnreadable ? "configuration-unreadable" : "invalid-configuration", detail: obstacle,
      faults: errors.map { FieldFault($0.path, $0.message) },
      lines: errors.isEmpty ? nil : [obstacle + ":"], notes: errors.map { $0.line(file: file) },
      exit: failure.exitCode)
  }
}

extension CompiledConfiguration {
  static func used(_ path: String) throws(CommandFailure) -> CompiledConfiguration {
    do throws(ConfigurationFailure) {
      return try CompiledConfiguration(path: path)
    } catch {
      throw CommandFailure(error, file: path)
    }
  }
}
