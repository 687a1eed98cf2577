import JSONSyntax

/// The links that do not behave as intended: their number, and examples grouped by cause.
struct SurveyReport {
  let console: Console

  /// - Parameter survey: the document printed by `--json`.
  func print(_ survey: JSONNode) {
    for cause in survey.elements("faults") {
      let (number, examples) = (cause.number("count") ?? 0, cause.elements("examples"))
      console.print(
        styled: "\("fault", .error): \(cause.text("fault") ?? ""): \(number.counted("link"))")
      for row in examples {
        console.print("  \(row.text("url") ?? "")  (\(row.text("path") ?? ""))")
        console.print("    " + (row.text("conclusion") ?? ""))
      }
      let others = number - examples.count
      if others > 0 { console.print("  and \(others) more") }
    }
    for warning in survey.elements("warnings") {
      if let path = warning.text("path"), let message = warning.text("message") {
        console.print(
          styled: "\("warning", .warning) [\(warning.text("code") ?? "")] \(path): \(message)")
        continue
      }
      let number = warning.number("count") ?? 0
      let others = number == 1 ? "" : " and \(number - 1) more"
      let example = "[\(warning.text("code") ?? "")] \(warning.text("example") ?? "")"
      console.print(styled: "\("warning", .warning) \(example)\(others)")
    }
    console.print(
      "\((survey.number("checked") ?? 0).counted("link")) checked, \(survey.number("atFault") ?? 0) at fault"
    )
    let counts = survey.member("states")
    let states = (counts?.object ?? []).map { "\($0.name) \(counts?.number($0.name) ?? 0)" }
    console.print(states.joined(separator: ", "))
  }
}
