package import JSONSyntax

/// The fault of a value in a row, with the column name that a person sees.
package struct ColumnFault: Wording {
  let column: String
  let reason: Sentence

  package init(column: String, reason: Sentence) {
    self.column = column
    self.reason = reason
  }

  package var times: [String] { reason.times }

  package var english: String { column.isEmpty ? reason.english : "\(column): \(reason.english)" }

  package var japanese: String {
    let reason = reason.text(in: .japanese)
    return column.isEmpty ? reason : "\(column)：\(reason)"
  }
}
