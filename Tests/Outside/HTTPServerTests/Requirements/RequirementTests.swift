import HTTPCore
import HTTPServer
import Testing

/// The tables of the articles on conformance, row by row, against the handlers of the service over a
/// real socket.
@Suite struct RequirementTests {
  @Test func `the tables are read, and every row has an answer or a reason`() {
    let rows = Requirement.all
    #expect(rows.count >= 200)
    for document in Requirement.documents {
      #expect(rows.contains { $0.clause.hasPrefix(document) })
    }
    for row in rows where row.sent.isEmpty {
      #expect(
        row.answer.hasPrefix("not applicable: ") || row.answer.hasPrefix("declined: ")
          || row.answer.hasPrefix("tested: "), "\(row.testDescription) | \(row.answer)")
    }
    #expect(Set(rows.map(\.testDescription)).count == rows.count)
  }

  @Test(arguments: Requirement.all.filter { !$0.sent.isEmpty })
  func `meets the requirement`(row: Requirement) throws {
    let service = try RequirementService()
    let values = try service.values(for: row)
    let segments = row.segments(values)
    let server = try service.server(for: row)
    let transcript = try server.converse(segments, marker: service.marker(for: row))
    let verdict = AnswerCheck(transcript, isManagement: service.isManagement(row))
    verdict.checkEveryAnswer()
    for wish in row.answer.split(separator: "; ") {
      try verdict.check(String(wish)) { try service.twin(of: row) }
    }
  }
}

/// Compares the answers of a conversation with a row.
struct AnswerCheck {
  /// The answers without that to the marker.
  let answers: [Transcript.Answer]
  let isKept: Bool

  init(_ transcript: Transcript, isManagement: Bool) {
    var answers = transcript.answers
    let last = answers.last?.body
    isKept = isManagement ? last == "ok\n" : last?.contains("marker") == true
    if isKept { answers.removeLast() }
    self.answers = answers
    #expect(transcript.rest == nil)
  }

  /// Checks the requirements on every final response: see the sections on Date, Content-Length,
  /// Content-Type and lists.
  func checkEveryAnswer() {
    let date = #/(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT/#
    for answer in answers where answer.status != "100" {
      #expect(answer.field("Date")?.wholeMatch(of: date) != nil)
      let isBodiless = answer.status == "204" || answer.status == "304"
      #expect((answer.field("Content-Length") != nil) == !isBodiless)
      #expect(answer.body.isEmpty || answer.field("Content-Type") != nil)
      let names = answer.fields.map { $0.name.lowercased() }
      #expect(names.count == Set(names).count)
      for (_, value) in answer.fields where value.contains(",") {
        let elements = value.split(separator: ",", omittingEmptySubsequences: false)
        #expect(!elements.contains { $0.allSatisfy { $0 == " " } })
      }
    }
  }

  func check(_ wish: String, twin: () throws -> Transcript.Answer) throws {
    let statuses = answers.map(\.status).joined(separator: " ")
    guard !wish.allSatisfy({ $0.isNumber || $0 == " " }) else {
      #expect(statuses == wish)
      return
    }
    switch wish {
    case "keeps": return #expect(isKept, "\(statuses)")
    case "closes":
      #expect(!isKept)
      #expect(answers.isEmpty || answers.last?.field("Connection") == "close")
      return
    case "no answer": return #expect(answers.isEmpty)
    default: break
    }
    let last = try #require(answers.last)
    switch wish {
    case "content": #expect(!last.body.isEmpty)
    case "no content": #expect(last.body.isEmpty)
    case "fields of GET":
      let other = try twin()
      #expect(Set(last.fields.map(\.name)) == Set(other.fields.map(\.name)))
      #expect(last.field("Content-Length") == other.field("Content-Length"))
    case _ where wish.hasPrefix("has "):
      for name in wish.dropFirst(4).split(separator: ", ") {
        #expect(last.field(String(name)) != nil, "\(name)")
      }
    case _ where wish.hasPrefix("no "):
      for name in wish.dropFirst(3).split(separator: ", ") {
        #expect(last.field(String(name)) == nil, "\(name)")
      }
    case _ where wish.contains(": "):
      let name = String(wish.prefix { $0 != ":" })
      #expect(last.field(name) == String(wish.dropFirst(name.count + 2)))
    default: Issue.record("'\(wish)' is not an expectation")
    }
  }
}
