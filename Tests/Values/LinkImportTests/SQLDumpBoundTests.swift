import JSONSyntax
import Testing

@testable import LinkImport

private let half = String(repeating: "x", count: 1 << 19)

/// Dumps that are meant to exhaust memory: the kept parts are bounded, and each refusal names its
/// line, the value and the limit.
@Suite struct SQLDumpBoundTests {
  private func rows(_ pieces: [String]) -> [FileRow] {
    var decoder = SQLDumpDecoder()
    return pieces.flatMap { decoder.feed(Array($0.utf8)[...]) } + decoder.finish()
  }

  private func refusals(_ rows: [FileRow]) -> [String] {
    rows.compactMap { row in
      switch row {
      case .broken(let line, let message), .unreadable(let line, let message):
        "\(line): \(message.english)"
      case .names, .values, .object: nil
      }
    }
  }

  @Test func `refuses a row of more than a megabyte, and reads the next`() {
    let found = rows(
      ["INSERT INTO `yourls_url` VALUES\n('a'"]
        + Array(repeating: ",'\(half)'", count: 6) + [");\n"]
        + ["INSERT INTO `yourls_url` VALUES ('b','https://b.example/');"])
    #expect(
      refusals(found) == [
        "2: the row has 1048577 bytes or more up to value 3: expected at most 1048576"
      ])
    guard case .values(let record) = found.last else {
      Issue.record("the second row is missing")
      return
    }
    #expect(record.line == 3 && record.fields == ["b", "https://b.example/"])
  }

  @Test func `refuses a value of more than a megabyte`() {
    let value = half + half + "x"
    let found = rows(["INSERT INTO `yourls_url` VALUES ('a','\(value)','c');"])
    #expect(
      refusals(found) == [
        "1: the row has 1048577 bytes or more up to value 2: expected at most 1048576"
      ])
  }

  @Test func `refuses a row of too many values`() {
    let values = Array(repeating: "1", count: 1025).joined(separator: ",")
    #expect(
      refusals(rows(["INSERT INTO `yourls_url` VALUES (\(values));"])) == [
        "1: the row has more than 1024 values: expected at most that"
      ])
  }

  @Test(arguments: [
    "CREATE TABLE `{}url` (", "CREATE TABLE `a_url` (`{}` int", "INSERT INTO `{}` ",
    "INSERT INTO `a_url` (`{}`", "INSERT INTO {}url VALUES",
  ])
  func `refuses a name that MySQL does not take`(_ start: String) {
    let statement = start.replacing("{}", with: half)
    let found = rows(["-- a dump\n", statement] + Array(repeating: "(1);", count: 9))
    #expect(
      refusals(found) == [
        "2: a name of a table or a column has \((1 << 19) + (start.contains("}url") ? 3 : 0)) bytes "
          + "or more: expected at most 256"
      ])
    #expect(found.count == 1)
  }

  @Test func `keeps a bounded number of columns of all tables`() {
    let name = String(repeating: "c", count: 250)
    let columns = (0..<40).map { "`\(name)\($0)` int" }.joined(separator: ",")
    let tables = (0..<200).map { "CREATE TABLE `t\($0)_url` (\(columns));\n" }
    let found = refusals(rows(tables))
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("27: the column names of 27 tables have ") == true, "\(found)")
    #expect(found.first?.hasSuffix(": expected at most 262144") == true)
  }

  @Test func `passes over other tables, whatever their names and comments`() {
    let comment = "`a` int DEFAULT 1 COMMENT '\(half)\(half)\(half)'"
    let found = rows(
      (0..<2).map { "CREATE TABLE `t\($0)` (\(comment), `b` int);\n" } + [
        "CREATE TABLE `yourls_url` (`keyword` int, `url` int);\n",
        "INSERT INTO `yourls_url` VALUES ('a','https://a.example/');",
      ])
    #expect(refusals(found).isEmpty && found.count == 2)
  }
}
