import JSONSyntax
import LinkImport

/// The text form of a report: counts, problems grouped by cause, and the links that were kept.
extension ImportReport {
  /// The number of rows that were read.
  var rows: Int { created + updated + unchanged + kept + rejected }

  var lines: [String] {
    let causes = Severity.allCases.flatMap(problemLines)
    let others = self.causes.others
    let recognized = recognition.map { ["taken for \($0.format.rawValue): \($0.reason)"] } ?? []
    return recognized + [counts] + notes.map { "note: " + $0.english } + causes
      + (others == 0 ? [] : ["and \(others) problems of other kinds"]) + keptLines
  }

  private var counts: String {
    guard isDryRun else {
      return "created \(created), updated \(updated), unchanged \(unchanged)"
        + (kept == 0 ? "" : ", kept \(kept)") + ", rejected \(rejected)"
    }
    return "would create \(created), update \(updated), leave \(unchanged) unchanged"
      + (kept == 0 ? "" : ", keep \(kept)") + ", reject \(rejected)"
  }

  /// The problems of one severity, under a heading that says what it means.
  private func problemLines(_ severity: Severity) -> [String] {
    let lines = causes.sorted.filter { $0.severity == severity }.flatMap(\.lines)
    return lines.isEmpty ? [] : ["\(severity.rawValue) (\(severity.meaning)):"] + lines
  }

  private var keptLines: [String] {
    guard kept > 0 else { return [] }
    let heading =
      "kept, \(kept.counted("row")): made here, or edited since an import wrote it: --overwrite replaces it"
    let named = keptLinks.map { "  line \($0.line): \($0.link)" }
    return [heading] + named + (kept == named.count ? [] : ["  and \(kept - named.count) more"])
  }
}

extension ImportReport.Severity {
  fileprivate var meaning: String {
    switch self {
    case .rejected: "these rows are not taken"
    case .lossy: "these links are taken, without what is named here"
    }
  }
}

extension ImportCauses.Cause {
  /// The lines of a cause; one that occurs once is a single line with its row.
  fileprivate var lines: [String] {
    guard count > 1 else { return examples.map { "  \($0.position): \($0.reason)" } }
    let named = examples.map { example in
      "    \(example.position)" + (example.reason == reason ? "" : ": \(example.reason)")
    }
    let heading = "  \(count.counted("row")): \(reason)"
    return [heading] + named + (count == named.count ? [] : ["    and \(count - named.count) more"])
  }
}

extension ImportReport.Problem {
  fileprivate var position: String {
    "line \(line)" + (row.map { ", row \($0)" } ?? "") + (link.map { " " + $0 } ?? "")
  }
}
