import JSONSyntax
import Links

/// The answer of a command: the document that the API would give, and its text form.
struct CommandAnswer {
  let document: JSONNode
  /// The text form, printed on standard output.
  var lines: [String] = []
  /// The part of the text form that goes to standard error.
  var remarks: [String] = []
  /// Lines about the command itself, for standard error.
  var warnings: [String] = []
  var isPositive = true

  init(
    _ document: JSONNode, lines: [String] = [], remarks: [String] = [],
    warnings: [String] = [], isPositive: Bool = true
  ) {
    self.document = document
    self.lines = lines
    self.remarks = remarks
    self.warnings = warnings
    self.isPositive = isPositive
  }
}

extension Console {
  func give(_ answer: CommandAnswer, json: Bool) -> ExitCode {
    if json {
      print(JSONOutput(answer.document))
    } else {
      answer.lines.forEach(print)
      answer.remarks.forEach(note)
      answer.warnings.forEach(remark)
    }
    return answer.isPositive ? .done : .negative
  }
}

/// Access to documents for text forms: an absent member reads as empty.
extension JSONNode {
  func text(_ name: String) -> String? { member(name)?.string }

  func texts(_ name: String) -> [String] {
    (member(name)?.array ?? []).compactMap(\.string)
  }

  func time(_ name: String) -> Timestamp? {
    text(name).flatMap { Timestamp(dateOrTime: $0) }
  }

  func number(_ name: String) -> Int? {
    guard case .number(let text)? = member(name)?.value else { return nil }
    return Int(text)
  }
}
