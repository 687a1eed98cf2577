extension ImportSource {
  /// The columns of the service as a Markdown table for the guide.
  package var documentation: String {
    let rows = LinkColumns.documented(self).map { column in
      let names = column.names.map { "`\($0.replacingBars)`" }.joined(separator: ", ")
      let remark = column.remark.map { "; " + $0.replacingBars } ?? ""
      return "| \(names) | \(column.target)\(remark) |\n"
    }
    return "| column or member | becomes |\n|---|---|\n" + rows.joined()
  }
}

extension LinkColumns {
  /// The columns of a source; for Firebase, those of its own column table.
  fileprivate static func documented(_ source: ImportSource) -> [DocumentedColumn] {
    guard let own = source.ownColumns else {
      return source.columns.map {
        DocumentedColumn(names: $0.names, target: $0.target, remark: $0.remark)
      }
    }
    return own.columns.map { column in
      let target =
        switch column.kind {
        case .shelved: "the tag `archived`: the link stays live"
        default: column.path == shortURL ? "host and slug" : "`\(column.path)`"
        }
      return DocumentedColumn(names: [column.name], target: target, remark: nil)
    }
  }
}

private struct DocumentedColumn {
  let names: [String]
  let target: String
  let remark: String?
}

extension String {
  /// The text with bars escaped, as a bar would end a cell of the table.
  fileprivate var replacingBars: String {
    split(separator: "|", omittingEmptySubsequences: false)
      .joined(separator: "\\|")
  }
}
