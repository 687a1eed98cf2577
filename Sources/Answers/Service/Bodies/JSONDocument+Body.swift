import HTTPCore
package import JSONSyntax

extension JSONDocument {
  package init(body bytes: [UInt8]) throws(Problem) {
    guard !bytes.isEmpty else {
      throw Problem(.badRequest, "invalid-json", "the body is empty: expected a JSON document")
    }
    do throws(JSONSyntaxError) {
      try self.init(parsing: bytes)
    } catch {
      let position = JSONLines(bytes: bytes).position(of: error.offset)
      throw .notJSON("the body", "line \(position.line), column \(position.column)", error)
    }
  }

  /// Parses a line of newline-delimited JSON.
  package init(line bytes: [UInt8]) throws(Problem) {
    do throws(JSONSyntaxError) {
      try self.init(parsing: bytes)
    } catch {
      let position = JSONLines(bytes: bytes).position(of: error.offset)
      throw .notJSON("the line", "column \(position.column)", error)
    }
  }

  /// Reads an object with fixed names and reports all errors at once.
  package func read<Result>(_ body: (JSONObjectReader) -> Result) throws(Problem) -> Result {
    let collector = JSONProblemCollector(self)
    let result = collector.root.object(body)
    guard let result, collector.count == 0 else {
      throw .invalid(collector.problems.faults, count: collector.count)
    }
    return result
  }
}

extension Problem {
  /// Refuses bodies of other media types.
  ///
  /// - Parameters:
  ///   - type: the value of `Content-Type`.
  ///   - isTaken: whether bodies of a type, in lower case and without parameters, are taken.
  package static func check(
    mediaType type: String, _ isTaken: (_ name: String) -> Bool
  ) throws(Problem) {
    let name = type.prefix { $0 != ";" }.filter { $0 != " " && $0 != "\t" }
    guard !isTaken(name.lowercased()) else { return }
    throw Problem(
      .unsupportedMediaType, "media-type",
      "the body is of the type '\(type.prefix(100))': expected application/json")
  }

  /// Refuses encoded bodies (RFC 9110, section 15.5.16).
  package static func check(coding: String?) throws(Problem) {
    guard let coding, coding.lowercased() != "identity" else { return }
    throw Problem(
      .unsupportedMediaType, "media-type", "the body has the coding '\(coding)': expected none",
      fields: [("Accept-Encoding", "identity")])
  }

  fileprivate static func notJSON(
    _ subject: String, _ position: String, _ error: JSONSyntaxError
  ) -> Problem {
    Problem(
      .badRequest, "invalid-json", "\(subject) is not JSON, \(position): \(error.message)")
  }
}
