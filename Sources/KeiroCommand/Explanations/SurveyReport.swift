import Explaining

/// The links that do not behave as intended, each with the reason, and their number.
struct SurveyReport {
  let console: Console

  func print(_ survey: ExplanationSurvey) {
    for row in survey.faults {
      console.print(console.styled(row.url, .error, on: .output) + "  (\(row.path))")
      console.print("  " + row.conclusion)
      console.print("  " + row.fault)
    }
    for warning in survey.warnings {
      let code = console.styled("warning", .warning, on: .output) + " [\(warning.code)]"
      let others = warning.count == 1 ? "" : " and \(warning.count - 1) more"
      console.print("\(code) \(warning.example)\(others)")
    }
    let links = "\(survey.count) \(survey.count == 1 ? "link" : "links")"
    console.print("\(links) checked, \(survey.faults.count) at fault")
  }
}
