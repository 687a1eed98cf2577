package import JSONSyntax

/// The result of an import, or in a dry run the result that it would have.
package struct ImportReport: Equatable, Sendable {
  package enum Severity: String, CaseIterable, Sendable {
    case rejected
    /// The link was imported without something that the row contained.
    case lossy
    /// The link was imported as it is, although something about it is odd.
    case warning
  }

  package struct Problem: Equatable, Sendable {
    /// The line on which the row begins, from 1.
    package let line: Int
    /// Its number among the rows that begin on that line, from 2; nil for the first.
    package let row: Int?
    /// The name of the link; nil when the row has none.
    package let link: String?
    package let severity: Severity
    package let sentence: Sentence

    package var reason: String { sentence.english }

    fileprivate func with(_ sentence: Sentence) -> Problem {
      Problem(line: line, row: row, link: link, severity: severity, sentence: sentence)
    }

    fileprivate func isOfRow(_ other: Problem) -> Bool {
      (line, row, link) == (other.line, other.row, other.link) && severity == other.severity
    }
  }

  /// All reasons for which a row is rejected, in one sentence.
  private struct Reasons: Wording {
    let reasons: [Sentence]

    init(_ problems: [Problem]) { reasons = problems.map(\.sentence) }

    var english: String { reasons.map(\.english).joined(separator: "; ") }
    var japanese: String { reasons.map(\.japanese).joined(separator: "。") }
    var times: [String] { reasons.flatMap(\.times) }
    var englishOnPages: String? {
      reasons.map { $0.text(onPagesIn: .english) }.joined(separator: "; ")
    }
  }

  package enum Outcome: Sendable {
    case created, updated, unchanged, kept
  }

  /// A link that was created here, or edited since an import wrote it, and is left unchanged.
  package struct KeptLink: Equatable, Sendable {
    /// The line on which its row begins, from 1.
    package let line: Int
    package let link: String
  }

  /// The number of problems listed of each severity; for a file that is wrong throughout, more would
  /// not help, and rows that lose something must not hide those that are rejected.
  private static let problemLimit = 10_000

  package let isDryRun: Bool
  /// The recognised format of the file; nil when the caller specified it.
  package var recognition: ImportRecognition?
  /// The number of the change in which the links were written; nil when nothing was written.
  package var change: Int?
  package var notes: [Sentence] = []
  package private(set) var created = 0
  package private(set) var updated = 0
  /// The number of links that already were as in the file.
  package private(set) var unchanged = 0
  package private(set) var rejected = 0
  /// Whether the file cannot be decoded, so that there is nothing to say of its links.
  package private(set) var isRefusal = false
  /// The number of links left alone because they were created or edited here.
  package private(set) var kept = 0
  /// The listed problems, in the order of the rows.
  package private(set) var problems: [Problem] = []
  package private(set) var untoldProblems = 0
  private var listed: [Severity: Int] = [:]
  package private(set) var causes = ImportCauses()
  /// The links left unchanged, up to the limit for problems.
  package private(set) var keptLinks: [KeptLink] = []

  package init(isDryRun: Bool) {
    self.isDryRun = isDryRun
  }

  /// Adds a row that was read; its link is counted once it has been applied.
  package mutating func add(_ row: ImportRow) {
    if row.isRejected { rejected += 1 }
    // Rows read before do not count unless their links are already written.
    if row.rejectsFile, isDryRun || created + updated + unchanged + kept == 0 {
      self = ImportReport(isDryRun: isDryRun)
      (rejected, isRefusal) = (1, true)
    }
    func problems(_ sentences: [Sentence], _ severity: Severity) -> [Problem] {
      sentences.map { sentence in
        Problem(
          line: row.line, row: row.rowOfLine, link: row.name, severity: severity,
          sentence: sentence)
      }
    }
    add(problems(row.reasons + row.remarks, row.isRejected ? .rejected : .lossy))
    add(problems(row.warnings, .warning))
  }

  private mutating func add(_ found: [Problem]) {
    for problem in found {
      // A rejected row has one cause, however many its reasons are.
      if problem.severity != .rejected { causes.add(problem) }
      if listed[problem.severity, default: 0] < Self.problemLimit {
        listed[problem.severity, default: 0] += 1
        problems.append(problem)
      } else {
        untoldProblems += 1
      }
    }
    guard let first = found.first, first.severity == .rejected else { return }
    causes.add(first.with(found.count == 1 ? first.sentence : Sentence(Reasons(found))))
  }

  package mutating func count(_ outcome: Outcome, line: Int, name: String) {
    switch outcome {
    case .created: created += 1
    case .updated: updated += 1
    case .unchanged: unchanged += 1
    case .kept:
      kept += 1
      guard keptLinks.count < Self.problemLimit else { return }
      keptLinks.append(KeptLink(line: line, link: name))
    }
  }
}

extension ImportReport {
  /// The report for a file that cannot be decoded, before any of its links is imported; nil when
  /// all of it can be. Without this check, full batches before the fault would already be written.
  package static func refusal<Failure>(
    isDryRun: Bool, next: () throws(Failure) -> [UInt8]?
  ) throws(Failure) -> ImportReport? {
    var decoder = TextDecoder()
    while true {
      let piece = try next()
      do throws(TextDecoder.Fault) {
        guard let piece else {
          _ = try decoder.finish()
          return nil
        }
        _ = try decoder.feed(piece[...])
      } catch {
        var report = ImportReport(isDryRun: isDryRun)
        report.add(ImportRow(error))
        return report
      }
    }
  }
}

extension ImportReport {
  /// The report with the first of its problems and kept links, and the number of the others. Problems of
  /// rejected rows come first, which others would push out.
  package func shortened(to limit: Int) -> ImportReport {
    var report = self
    let sorted = Severity.allCases.flatMap { severity in
      problems.filter { $0.severity == severity }
    }
    report.problems = Array(sorted.prefix(limit))
    report.untoldProblems += problems.count - report.problems.count
    report.keptLinks = Array(keptLinks.prefix(limit))
    return report
  }

  package var json: JSONOutput {
    func list(_ items: [JSONOutput]) -> JSONOutput { items.isEmpty ? .null : .array(items) }
    let document: JSONOutput = [
      "dryRun": isDryRun ? true : .null, "format": .optional(recognition?.format.rawValue),
      "recognizedBy": .optional(recognition?.reason), "created": .int(created),
      "updated": .int(updated), "unchanged": .int(unchanged), "kept": .int(kept),
      "rejected": .int(rejected), "problems": .array(documents { $0 != .warning }),
      "warnings": list(documents { $0 == .warning }),
      "untoldProblems": untoldProblems > 0 ? .int(untoldProblems) : .null,
      "notes": list(notes.map { .string($0.english) }),
      "keptLinks": list(keptLinks.map { ["line": .int($0.line), "link": .string($0.link)] }),
    ]
    return document.withoutNulls
  }

  private func documents(_ isMeant: (Severity) -> Bool) -> [JSONOutput] {
    problems.filter { isMeant($0.severity) }.map(\.json)
  }
}

extension ImportReport.Problem {
  fileprivate var json: JSONOutput {
    // Warnings have a list of their own.
    let severity: JSONOutput =
      severity == .warning ? [:] : ["severity": .string(severity.rawValue)]
    return ["line": .int(line)] + (row.map { ["row": .int($0)] } ?? [:])
      + ["link": .optional(link)] + severity + ["reason": .string(reason)]
  }
}

// MARK: - Reading

extension ImportReport {
  /// The report that `json` wrote. Its causes are those of the listed problems.
  package init(_ document: JSONNode) {
    func number(_ name: String) -> Int { document.member(name)?.wholeNumber ?? 0 }
    self.init(isDryRun: document.member("dryRun")?.bool == true)
    let format = document.member("format")?.string.flatMap(ImportFormat.init)
    recognition = format.map {
      ImportRecognition(format: $0, reason: document.member("recognizedBy")?.string ?? "")
    }
    notes = (document.member("notes")?.array ?? []).compactMap(\.string)
      .map { Sentence(english: $0) }
    (created, updated, unchanged) = (number("created"), number("updated"), number("unchanged"))
    (kept, rejected) = (number("kept"), number("rejected"))
    var ofRow: [Problem] = []
    let lists = [("problems", Severity.rejected), ("warnings", .warning)]
    let nodes = lists.flatMap { name, severity in
      (document.member(name)?.array ?? []).map { (node: $0, severity: severity) }
    }
    for (node, severity) in nodes {
      let problem = Problem(
        line: node.member("line")?.wholeNumber ?? 0, row: node.member("row")?.wholeNumber,
        link: node.member("link")?.string,
        severity: node.member("severity")?.string.flatMap(Severity.init) ?? severity,
        sentence: Sentence(english: node.member("reason")?.string ?? ""))
      if let last = ofRow.last, !last.isOfRow(problem) {
        add(ofRow)
        ofRow = []
      }
      ofRow.append(problem)
    }
    add(ofRow)
    untoldProblems = number("untoldProblems")
    causes.others += untoldProblems
    keptLinks = (document.member("keptLinks")?.array ?? []).map { node in
      KeptLink(line: node.member("line")?.wholeNumber ?? 0, link: node.member("link")?.string ?? "")
    }
  }
}
