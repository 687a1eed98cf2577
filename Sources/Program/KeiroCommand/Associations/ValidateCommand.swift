import KeiroConfiguration
import Questions
import SiteModel
import System

/// `keiro validate`: reports errors in association files of any origin.
package struct ValidateCommand {
  /// The parsed arguments.
  package struct Request: Equatable, Sendable {
    let kind: ValidatedKind?
    let format: ReportFormat
    /// The paths of the files; `-` is standard input.
    let files: [String]
    /// The environment whose apps the files may name; nil for any app.
    let home: Home?
  }

  /// The environment in which the files will be served.
  package struct Home: Equatable, Sendable {
    let environment: DeploymentEnvironment
    let configuration: String
  }

  let request: Request

  func run(_ console: Console) -> ExitCode {
    guard let home = request.home else { return judge([:], console) }
    return CompiledConfiguration.with(path: home.configuration, console) { configuration in
      judge(configuration.snapshot.apps.foreignIdentifiers(to: home.environment), console)
    }
  }

  private func judge(_ foreign: [String: String], _ console: Console) -> ExitCode {
    let question = ValidationQuestion(
      request.files.map { file($0, console) }, kind: request.kind, foreign: foreign)
    return console.give(question.answer(), json: request.format == .json) { answer in
      guard request.format == .text else {
        let diagnostics = answer.files.flatMap { file in
          file.findings.map { Diagnostic($0, file: file.name) }
        }
        console.print(diagnostics, as: request.format)
        return
      }
      let report = FindingReport(console: console)
      for file in answer.files { report.print(file) }
    }
  }

  private func file(_ path: String, _ console: Console) -> ValidationQuestion.File {
    do throws(FileReadError) {
      return .source(AssociationText(path, bytes: try CommandInput(path: path).bytes(console)))
    } catch {
      return .unavailable(name: path, reason: CommandInput.reason(path, error))
    }
  }
}
