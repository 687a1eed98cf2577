package import JSONSyntax
package import Links

/// A line of an import, and what it comes to.
package struct ImportRow: Equatable, Sendable {
  /// The line that it begins on, from 1.
  package let line: Int
  /// Which of the rows that begin on the line it is, from 2; nil for the first.
  package var rowOfLine: Int?
  /// The short URL or slug as it stands there; nil when it could not be made out.
  package let name: String?
  /// Nil when the row is rejected.
  package let link: ShortLink?
  /// The link's password where the file has it as people type it: still to be hashed.
  package let password: String?
  /// What a store that makes the link anew takes over; nil for nothing.
  package var carried: CarriedCounts?
  /// Why it is rejected, or what could not be carried over.
  package let reasons: [Sentence]
  /// False for a good link, and for the heading of a table.
  package let isRejected: Bool
  /// Whether the row takes all others with it: the file has another encoding.
  let rejectsFile: Bool

  package init(
    line: Int, name: String?, link: ShortLink, password: String? = nil, reasons: [Sentence] = []
  ) {
    self.line = line
    self.name = name
    self.link = link
    self.password = password
    self.reasons = reasons
    isRejected = false
    rejectsFile = false
  }

  /// The same without what could not be carried over.
  var withoutProblems: ImportRow {
    guard let link else { return self }
    var row = ImportRow(line: line, name: name, link: link, password: password)
    row.rowOfLine = rowOfLine
    return row
  }

  /// A row that is not taken.
  package init(line: Int, name: String?, rejectedFor reasons: [Sentence]) {
    self.line = line
    self.name = name
    link = nil
    password = nil
    self.reasons = reasons
    isRejected = true
    rejectsFile = false
  }

  package init(line: Int, name: String?, rejectedFor reason: String) {
    self.init(line: line, name: name, rejectedFor: [Sentence(english: reason)])
  }

  /// Why it is rejected, or what could not be carried over, in English.
  package var problems: [String] { reasons.map(\.english) }

  /// A file that cannot be read.
  init(_ fault: TextDecoder.Fault) {
    line = fault.line
    name = nil
    link = nil
    password = nil
    reasons = [Sentence(english: fault.message)]
    isRejected = true
    rejectsFile = true
  }

  /// The heading of a table, which is not a link and yet may be odd.
  init(heading line: Int, reasons: [Sentence]) {
    self.line = line
    name = nil
    link = nil
    password = nil
    self.reasons = reasons
    isRejected = false
    rejectsFile = false
  }
}
