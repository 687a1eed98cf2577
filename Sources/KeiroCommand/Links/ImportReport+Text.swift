import LinkImport

/// The text form of a report: the counts, then the problems by their causes, then what was kept.
extension ImportReport {
  /// All rows that were read.
  var rows: Int { created + updated + unchanged + kept + rejected }

  var lines: [String] {
    let causes = causes.sorted.flatMap(\.lines)
    let others = self.causes.others
    let recognized = recognition.map { ["taken for \($0.format.rawValue): \($0.reason)"] } ?? []
    return recognized + [counts] + notes.map { "note: " + $0 } + causes
      + (others == 0 ? [] : ["and \(others) problems of other kinds"]) + keptLines
  }

  private var counts: String {
    let verb = isDryRun ? "would be " : ""
    let counts = "\(verb)created \(created), \(verb)updated \(updated), unchanged \(unchanged)"
    return counts + (kept == 0 ? "" : ", kept \(kept)") + ", rejected \(rejected)"
  }

  private var keptLines: [String] {
    guard kept > 0 else { return [] }
    let heading =
      "kept, \(kept.rows): edited here since an import wrote it, and --overwrite replaces it"
    let named = keptLinks.map { "  line \($0.line): \($0.link.onOneLine)" }
    return [heading] + named + (kept == named.count ? [] : ["  and \(kept - named.count) more"])
  }
}

extension ImportCauses.Cause {
  /// A cause that occurs once is told by its row alone.
  fileprivate var lines: [String] {
    guard count > 1 else {
      return examples.map { "\($0.severity.rawValue), \($0.place): \($0.reason.onOneLine)" }
    }
    let named = examples.map { example in
      "  \(example.place)" + (example.reason == reason ? "" : ": \(example.reason.onOneLine)")
    }
    let heading = "\(severity.rawValue), \(count.rows): \(reason.onOneLine)"
    return [heading] + named + (count == named.count ? [] : ["  and \(count - named.count) more"])
  }
}

extension ImportReport.Problem {
  fileprivate var place: String { "line \(line)" + (link.map { " " + $0.onOneLine } ?? "") }
}

extension Int {
  fileprivate var rows: String { self == 1 ? "1 row" : "\(self) rows" }
}
