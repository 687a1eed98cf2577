import JSONSyntax

/// What is wrong with a value of a row, by the column that a person sees.
struct ColumnFault: Wording {
  let column: String
  let reason: Sentence

  var english: String { column.isEmpty ? reason.english : "\(column): \(reason.english)" }

  var japanese: String {
    let reason = reason.text(in: .japanese)
    return column.isEmpty ? reason : "\(column)：\(reason)"
  }
}
