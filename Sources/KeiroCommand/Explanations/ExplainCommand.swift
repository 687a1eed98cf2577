import AppAssociation
import Explaining
import JSONSyntax
import Links
import LinkStorage
import SiteModel

/// `keiro explain`: what happens to a tap on a URL, step by step.
package struct ExplainCommand {
  /// What the user asked for.
  package struct Request: Equatable, Sendable {
    let configuration: String
    let question: Question
    let context: TapContext
    let json: Bool
  }

  /// What is explained.
  package enum Question: Equatable, Sendable {
    case url(String)
    /// One URL for every kind of tap.
    case matrix(String)
    /// Every link and a sample of every route.
    case everything
  }

  let request: Request
  let now: Timestamp

  func run(_ console: Console) -> ExitCode {
    let configuration: CompiledConfiguration
    do throws(ConfigurationFailure) {
      configuration = try CompiledConfiguration(path: request.configuration)
    } catch {
      error.lines(file: request.configuration).forEach(console.complain)
      return error.exitCode
    }
    let store = LinkLookup(configuration.store)
    do throws(LinkStoreError) {
      return try answer(configuration.snapshot, store, console)
    } catch {
      console.complain("keiro explain: the store cannot be read: \(error)")
      return .environmentFailed
    }
  }

  private func answer(
    _ snapshot: ServiceSnapshot, _ store: LinkLookup, _ console: Console
  ) throws(LinkStoreError) -> ExitCode {
    switch request.question {
    case .url(let url):
      let links = store.notebook(snapshot)
      let explanation = LinkExplainer.explain(
        url, context: request.context, links: links, snapshot: snapshot, now: now)
      if let failure = links.failure as? LinkStoreError { throw failure }
      show(explanation.output, console) { ExplanationReport(console: $0).print(explanation) }
      return explanation.opens ? .done : .negative
    case .matrix(let url):
      let links = store.notebook(snapshot)
      let matrix = ExplanationMatrix(
        url, context: request.context, links: links, snapshot: snapshot, now: now)
      if let failure = links.failure as? LinkStoreError { throw failure }
      show(matrix.output, console) { MatrixReport(console: $0).print(matrix) }
      return matrix.opens ? .done : .negative
    case .everything:
      var survey = ExplanationSurvey(snapshot, context: request.context, now: now)
      survey.lookAtConfiguration()
      try store.forEach { survey.lookAt(stored: $0) }
      show(survey.output, console) { SurveyReport(console: $0).print(survey) }
      return survey.faults.isEmpty ? .done : .negative
    }
  }

  private func show(_ output: JSONOutput, _ console: Console, _ text: (Console) -> Void) {
    if request.json { console.print(output) } else { text(console) }
  }
}
