package import JSONSyntax

extension Sentence {
  /// A message about the value of a column.
  init(_ reason: some Wording, of column: String) { self.init(Sentence(reason), of: column) }

  /// A message about the value of a column.
  init(_ reason: Sentence, of column: String) {
    self.init(ColumnFault(column: column, reason: reason))
  }
}

/// The fault of a value in a row, with the column name that a person sees.
package struct ColumnFault: Wording {
  let column: String
  let reason: Sentence

  package init(column: String, reason: Sentence) {
    self.column = column
    self.reason = reason
  }

  package var times: [String] { reason.times }

  package var englishOnPages: String? {
    let text = reason.text(onPagesIn: .english)
    return column.isEmpty ? text : "\(column): \(text)"
  }

  package var english: String { column.isEmpty ? reason.english : "\(column): \(reason.english)" }

  package var japanese: String {
    let reason = reason.text(in: .japanese)
    return column.isEmpty ? reason : "\(column)：\(reason)"
  }
}
