import Explaining
import Links
import LinkStorage
import Questions

/// `keiro explain`: what happens to a tap on a URL, step by step.
package struct ExplainCommand {
  /// The parsed arguments.
  package struct Request: Equatable, Sendable {
    let configuration: String
    let question: ExplanationQuestion
    let json: Bool
  }

  let request: Request
  let now: Timestamp

  func run(_ console: Console) -> ExitCode {
    CompiledConfiguration.with(path: request.configuration, console) { configuration in
      let store = LinkLookup(configuration.store)
      var progress = ProgressBar(total: nil, noun: "links", console)
      defer { progress.clear() }
      do throws(LinkStoreError) {
        let answer = try request.question.answer(
          configuration.snapshot, links: store.links, now: now
        ) { count in
          progress.show(count, rows: count)
        }
        progress.clear()
        if let gap = store.gap { console.complain("keiro explain: note: \(gap)") }
        return console.give(answer, json: request.json) { show($0, console) }
      } catch {
        console.complain("keiro explain: the store cannot be read: \(error)")
        return .environmentFailed
      }
    }
  }

  private func show(_ answer: ExplanationAnswer, _ console: Console) {
    switch answer {
    case .explanation(let explanation): ExplanationReport(console: console).print(explanation)
    case .matrix(let matrix): MatrixReport(console: console).print(matrix)
    case .survey(let survey): SurveyReport(console: console).print(survey)
    }
  }
}
