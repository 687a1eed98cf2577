import LinkService

/// Every link in one line, those that do not do what they should with the reason.
struct SurveyReport {
  let console: Console

  func print(_ survey: ExplanationSurvey) {
    for row in survey.rows {
      let mark =
        row.fault == nil
        ? console.styled("ok  ", .good, on: .output) : console.styled("FAIL", .error, on: .output)
      console.print("\(mark) \(row.url)  (\(row.path))")
      console.print("       \(row.conclusion)")
      if let fault = row.fault { console.print("       \(fault)") }
    }
    counts(survey).forEach(console.print)
    let count = survey.rows.count
    console.print("\(count) \(count == 1 ? "link" : "links"), \(survey.faults.count) at fault")
  }

  /// How often each warning was met, in the order of the first.
  private func counts(_ survey: ExplanationSurvey) -> [String] {
    var order: [String] = []
    var counts: [String: Int] = [:]
    for code in survey.rows.flatMap(\.warnings).map(\.code) {
      if counts[code] == nil { order.append(code) }
      counts[code, default: 0] += 1
    }
    return order.map { "warning [\($0)] for \(counts[$0] ?? 0) of them" }
  }
}
