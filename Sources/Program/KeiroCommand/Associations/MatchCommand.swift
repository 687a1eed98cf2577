import Questions

/// `keiro match`: reports which URLs a file opens in which apps, and why.
package struct MatchCommand {
  /// The parsed arguments.
  package struct Request: Equatable, Sendable {
    /// A path, or `-`.
    let file: String
    let terms: MatchQuestion.Terms
    let json: Bool
    let urls: [String]
  }

  let request: Request

  func run(_ console: Console) -> ExitCode {
    var urls: [AskedURL] = []
    for text in request.urls {
      guard let url = AskedURL(text, host: request.terms.host) else {
        console.remark("operand '\(text)' is not a URL: \(AskedURL.expectation)")
        return .wrongUsage
      }
      urls.append(url)
    }
    guard let source = CommandInput(path: request.file).association(console, json: request.json)
    else {
      return .environmentFailed
    }
    do throws(UnreadableAssociation) {
      let answer = try MatchQuestion(source, urls: urls, request.terms).answer()
      return console.give(answer, json: request.json) { show($0, console) }
    } catch {
      return console.refuse(error, json: request.json)
    }
  }

  private func show(_ answer: MatchAnswer, _ console: Console) {
    guard !answer.apps.isEmpty else {
      return console.remark("\(request.file) names no app")
    }
    let report = MatchReport(system: answer.system, console: console)
    for start in stride(from: 0, to: answer.rows.count, by: answer.apps.count) {
      let end = min(start + answer.apps.count, answer.rows.count)
      report.print(answer.rows[start..<end])
    }
  }
}
