import JSONSyntax
import Testing

@testable import LinkImport

struct ImportCausesTests {
  @Test(arguments: [
    ("no site serves the host 'x.page.link'", "no site serves the host '…'"),
    (
      "'https://e.example/a b' is not a destination: the host 'e.example' is not among the site's "
        + "destinationHosts: expected f.example",
      "'…' is not a destination: the host '…' is not among the site's destinationHosts: expected "
        + "f.example"
    ),
    (
      "the link is already in line 12, and the first counts",
      "the link is already in line …, and the first counts"
    ),
    ("the record has 5 fields: expected 3", "the record has … fields: expected 3"),
    ("column 31: the text ends prematurely", "column …: the text ends prematurely"),
    ("url: 'https://a.example/it's' leads", "url: '…' leads"), ("'open", "'…'"), ("", ""),
    (
      "'' is not a slug: expected 1 to 255 characters",
      "'…' is not a slug: expected 1 to 255 characters"
    ),
  ])
  func `leaves out of a reason what differs from row to row`(_ reason: String, _ general: String) {
    #expect(ReasonPattern(reason).general == general)
  }

  /// Rows of one cause, and the reason above them.
  @Test(arguments: [
    (
      ["'a@b' is not a slug: expected letters, digits, emoji and '-', '_'"],
      "'a@b' is not a slug: expected letters, digits, emoji and '-', '_'"
    ),
    (
      [
        "'a@b' is not a slug: expected letters, digits, emoji and '-', '_'",
        "'c d' is not a slug: expected letters, digits, emoji and '-', '_'",
        "'c++' is not a slug: expected letters, digits, emoji and '-', '_'",
      ], "'…' is not a slug: expected letters, digits, emoji and '-', '_'"
    ),
    (
      ["no site serves the host 'a.example'", "no site serves the host 'a.example'"],
      "no site serves the host 'a.example'"
    ),
    (
      ["the record has 5 fields: expected 3", "the record has 4 fields: expected 3"],
      "the record has … fields: expected 3"
    ),
  ])
  func `keeps the words that all rows share`(_ reasons: [String], _ expected: String) {
    var report = ImportReport(isDryRun: true)
    for (line, reason) in reasons.enumerated() {
      report.add(ImportRow(line: line, name: "n", rejectedFor: reason))
    }
    #expect(report.causes.sorted.map(\.reason) == [expected])
  }

  @Test func `lists a rejected row however many others lose something`() {
    var report = ImportReport(isDryRun: true)
    for line in 2...10_005 {
      report.add(ImportRow(line: line, name: "n", reasons: [Sentence(english: "lost")]))
    }
    report.add(ImportRow(line: 10_006, name: "n", rejectedFor: "none"))
    #expect(report.problems.last?.line == 10_006 && report.problems.count == 10_001)
    #expect(report.untoldProblems == 4)
    let page = report.shortened(to: 200)
    #expect(page.problems.first?.line == 10_006 && page.problems.count == 200)
    #expect(page.untoldProblems == 9805)
  }

  @Test func `names a rejected row once, with all of its reasons`() throws {
    var report = ImportReport(isDryRun: true)
    for line in 1...2 {
      report.add(
        ImportRow(
          line: line, name: "n",
          rejectedFor: [Sentence(english: "slug: 'a\(line)'"), Sentence(english: "url: 'b'")]))
    }
    let again = ImportReport(try JSONDocument(parsing: Array(report.json.compact.utf8)).root)
    for report in [report, again] {
      #expect(report.problems.count == 4)
      #expect(report.causes.sorted.map(\.reason) == ["slug: '…'; url: 'b'"])
      #expect(report.causes.sorted.map(\.count) == [2])
    }
  }

  @Test func `counts causes, with a few examples of each and what is rejected first`() {
    var report = ImportReport(isDryRun: false)
    for line in 2..<12 {
      report.add(
        ImportRow(line: line, name: "n\(line)", rejectedFor: "no site serves the host 'h\(line)'")
      )
    }
    report.add(ImportRow(line: 12, name: nil, rejectedFor: "odd"))
    let causes = report.causes.sorted
    #expect(causes.map(\.count) == [10, 1])
    #expect(causes.first?.examples.map(\.line) == [2, 3, 4])
    for line in 0..<1000 {
      report.add(ImportRow(line: line, name: nil, rejectedFor: "reason\(line)"))
    }
    #expect(report.causes.sorted.count == 200 && report.causes.others == 802)
  }
}
