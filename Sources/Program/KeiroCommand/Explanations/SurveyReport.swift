import Explaining

/// The links that do not behave as intended, grouped by their causes with examples, and their number.
struct SurveyReport {
  let console: Console

  func print(_ survey: ExplanationSurvey) {
    for cause in survey.causes {
      let heading = console.styled("fault", .error, on: .output) + ": \(cause.fault)"
      console.print("\(heading): \(count(cause.count))")
      for row in cause.examples {
        console.print("  \(row.url)  (\(row.path))")
        console.print("    " + row.conclusion)
      }
      let others = cause.count - cause.examples.count
      if others > 0 { console.print("  and \(others) more") }
    }
    for warning in survey.warnings {
      let code = console.styled("warning", .warning, on: .output) + " [\(warning.code)]"
      let others = warning.count == 1 ? "" : " and \(warning.count - 1) more"
      console.print("\(code) \(warning.example)\(others)")
    }
    console.print("\(count(survey.count)) checked, \(survey.faultCount) at fault")
    let states = ExplanationSurvey.State.allCases.map { "\($0.rawValue) \(survey.states[$0] ?? 0)" }
    console.print(states.joined(separator: ", "))
  }

  private func count(_ links: Int) -> String { "\(links) \(links == 1 ? "link" : "links")" }
}
