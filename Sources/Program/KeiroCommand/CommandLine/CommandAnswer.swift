import JSONSyntax
import Links
import Questions

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

  /// A document with a list, each element of which is a line.
  init(
    _ document: JSONNode, listing name: String, orElse nothing: String,
    _ line: (JSONNode) -> String
  ) {
    let lines = document.elements(name).map(line)
    self.init(document, lines: lines, remarks: lines.isEmpty ? [nothing] : [])
  }

  /// The columns of a line, without those that are absent.
  static func row(_ columns: [String?]) -> String {
    columns.compactMap(\.self).joined(separator: "  ")
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

  /// Prints an answer as text or as its document, and returns the exit code for its "yes" or "no".
  func give<Answer: QuestionAnswer>(
    _ answer: Answer, json: Bool, text: (Answer) -> Void
  ) -> ExitCode {
    if json { print(answer.document) } else { text(answer) }
    return answer.isPositive ? .done : .negative
  }

  /// Reports why a file cannot be read. With `json`, prints the document of `keiro validate`
  /// nonetheless.
  func refuse(_ unreadable: UnreadableAssociation, json: Bool) -> ExitCode {
    note(unreadable.line)
    if json { print(unreadable.document) }
    return .negative
  }
}

/// Access to documents for text forms: an absent member reads as empty.
extension JSONNode {
  func text(_ name: String) -> String? { member(name)?.string }

  func elements(_ name: String) -> [JSONNode] { member(name)?.array ?? [] }

  func texts(_ name: String) -> [String] { elements(name).compactMap(\.string) }

  func time(_ name: String) -> Timestamp? {
    text(name).flatMap { Timestamp(dateOrTime: $0) }
  }

  func number(_ name: String) -> Int? { member(name)?.wholeNumber }
}
