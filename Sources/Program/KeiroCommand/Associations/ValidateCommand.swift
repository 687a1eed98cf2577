import Questions
import System

/// `keiro validate`: reports the errors in association files of any site.
package struct ValidateCommand {
  /// The parsed arguments.
  package struct Request: Equatable, Sendable {
    let kind: ValidatedKind?
    let format: ReportFormat
    /// Paths; `-` is standard input.
    let files: [String]
  }

  let request: Request

  func run(_ console: Console) -> ExitCode {
    let question = ValidationQuestion(request.files.map(file), kind: request.kind)
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

  private func file(_ path: String) -> ValidationQuestion.File {
    do throws(FileReadError) {
      return .source(AssociationText(path, bytes: try CommandInput(path: path).bytes()))
    } catch {
      return .unavailable(name: path, reason: error.message)
    }
  }
}
