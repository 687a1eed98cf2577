import JSONSyntax
import Testing

struct JSONFieldTests {
  /// The problems of an object with the keys `screen` and `title`; `title` is read twice.
  private static func problems(_ text: String) throws -> [JSONProblem] {
    let collector = JSONProblemCollector(try JSONDocument(parsing: Array(text.utf8)))
    _ = collector.root.object { object in
      [object.optional("screen"), object.optional("title"), object.optional("title")].count
    }
    return collector.problems
  }

  @Test func `names each known key once`() throws {
    let problems = try Self.problems(#"{"description": 1, "titel": 2}"#)
    #expect(
      problems.map(\.message) == [
        "unknown key: expected one of screen, title", "unknown key: did you mean 'title'?",
      ])
  }

  @Test func `reports the first of a hundred thousand unknown keys and counts the others`() throws {
    let members = (0..<100_000).map { "\"key\($0)\": 1" }.joined(separator: ", ")
    let problems = try Self.problems("{\(members)}")
    #expect(problems.count == 21)
    #expect(problems.first?.path == "key0")
    #expect(problems.last?.message == "and 99980 more unknown keys")
    #expect(problems.last?.position != nil)
  }

  @Test func `reports the first of many problems and counts the others`() throws {
    let text = "[" + String(repeating: "1,", count: 9_999) + "1]"
    let collector = JSONProblemCollector(try JSONDocument(parsing: Array(text.utf8)))
    _ = collector.root.strings()
    #expect(collector.count == 10_000)
    #expect(collector.problems.count == 501)
    #expect(collector.problems.last?.message == "and 9500 more problems")
    #expect(collector.problems(since: 9_999).count == 1)
    #expect(collector.problems(since: 10_000).isEmpty)
  }

  @Test(arguments: [
    ("8", 8), ("8.0", 8), ("8e0", 8), ("1E3", 1000), ("-0.0", 0), ("0.5e1", 5), ("1.5", nil),
    ("1e-1", nil), ("1e99", nil), ("1e400", nil), ("9007199254740992.0", nil),
    ("9007199254740993", 9_007_199_254_740_993), ("99999999999999999999", nil),
  ]) func `takes a whole number however a program writes it`(_ text: String, _ number: Int?) throws
  {
    let collector = JSONProblemCollector(try JSONDocument(parsing: Array(text.utf8)))
    #expect(collector.root.int(in: Int.min...Int.max) == number)
    #expect(collector.problems.isEmpty == (number != nil))
  }

  @Test func `does not advise a comment member for a comment`() {
    #expect(JSONSyntaxError.Reason.comment.help == "delete it")
  }
}
