import Doctor

/// The text form of a report: failures first, in groups, each with what to do.
struct DoctorText {
  let console: Console
  /// Whether to show checks that passed or did not apply.
  let showsEvidence: Bool

  func print(_ report: HostReport) {
    console.print(styled: "\(report.host, .bold): \(summary(report))")
    let shown = report.results.filter { showsEvidence || rank($0.verdict) < 2 }
    let groups = DoctorCheck.Group.allCases.enumerated().compactMap { number, group in
      let results = shown.filter { $0.check.group == group }
        .enumerated().sorted {
          (rank($0.element.verdict), $0.offset) < (rank($1.element.verdict), $1.offset)
        }
        .map(\.element)
      return results.first.map { (rank: rank($0.verdict), number: number, group, results) }
    }
    for (_, _, group, results) in groups.sorted(by: { ($0.rank, $0.number) < ($1.rank, $1.number) })
    {
      console.print(styled: "  \(group.title, .bold)")
      for result in results { print(result) }
    }
  }

  private func print(_ result: CheckResult) {
    let evidence = "\(result.check.rawValue): \(result.evidence)"
    console.print(
      styled: "    \(result.verdict.rawValue, style(result.verdict))  \(evidence)")
    if let help = result.help { console.print("          help: \(help)") }
  }

  private func summary(_ report: HostReport) -> StyledLine {
    let counts: [(DoctorVerdict, String)] = [
      (.fail, "failed"), (.warn, "to look at"), (.pass, "good"), (.skip, "left out"),
    ]
    let parts = counts.compactMap { verdict, words -> StyledLine? in
      let count = report.count(verdict)
      guard count > 0 || verdict == .fail else { return nil }
      return "\("\(count) \(words)", count == 0 ? .good : style(verdict))"
    }
    return .joined(parts, separator: ", ")
  }

  private func rank(_ verdict: DoctorVerdict) -> Int {
    switch verdict {
    case .fail: 0
    case .warn: 1
    case .pass: 2
    case .skip: 3
    }
  }

  private func style(_ verdict: DoctorVerdict) -> Console.Style {
    switch verdict {
    case .fail: .error
    case .warn: .warning
    case .pass: .good
    case .skip: .bold
    }
  }
}
