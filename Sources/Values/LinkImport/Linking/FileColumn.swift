/// A column of a table with its first values, for whoever says what it holds.
package struct FileColumn: Equatable, Sendable {
  /// The name in the first line; its number, from 1, in a table without names.
  package let name: String
  package let values: [String]
  /// The field that its name says; nil if it says none.
  package let path: String?

  /// The number of bytes that show the first values.
  package static let headLength = 1 << 16
  private static let longest = 80
  /// The number of columns of the longest table whose columns are worth a choice.
  private static let columnLimit = 60

  /// The columns of a table; none of other files.
  ///
  /// - Parameters:
  ///   - head: the beginning of the file.
  ///   - isWhole: whether that is all of it.
  package static func columns(of head: [UInt8], isWhole: Bool) -> [FileColumn] {
    var decoder = TextDecoder()
    guard let text = try? decoder.feed(head[...]),
      FileShape(head: Array(text), isWhole: true) == .table
    else { return [] }
    var rows = RowDecoder(.table)
    let found = rows.feed(text) + (isWhole ? rows.finish() : [])
    guard case .names(_, let first)? = found.first else { return [] }
    let hasNames = !first.contains(where: RowReader.isAddress)
    let names = hasNames ? first : first.indices.map { "\($0 + 1)" }
    let rest = found.compactMap {
      if case .values(let record) = $0 { record.fields } else { nil }
    }
    let records = (hasNames ? [] : [first]) + rest
    let source = ImportSource.recognized(by: names, in: .table)?.source ?? .keiroTable
    let columns = LinkColumns(source.columns)
    return names.prefix(columnLimit).enumerated().map { index, name in
      let values = records.prefix(3).map { $0.indices.contains(index) ? $0[index] : "" }
      let path = columns.column(named: name)?.path
      return FileColumn(
        name: String(name.prefix(longest)), values: values.map { String($0.prefix(longest)) },
        path: path.flatMap { LinkColumns.mappable.contains($0) ? $0 : nil })
    }
  }
}

extension ImportSource {
  /// A file with one link, as an example of what the service exports.
  package var sample: String {
    if format == .ndjson {
      return #"{"host":"go.example.com","slug":"spring","url":"https://www.example.com/spring"}"#
        + "\n"
    }
    let (all, needed) = (LinkColumns(columns), signatures.first ?? [])
    let known = columns.filter { column in
      isForeign && column.path == LinkColumns.shortURL
        || ["name", "tags", "createdAt"].contains(column.path)
    }.map(\.name)
    let present = Set(needed.compactMap { all.column(named: $0)?.name })
    let names = needed + known.filter { !present.contains($0) }
    let values = names.map { all.column(named: $0)?.sample ?? "" }
    return CSVText.record(names) + CSVText.record(values)
  }
}

extension LinkColumn {
  fileprivate var sample: String {
    if mayLead { return "https://www.example.com/spring" }
    return switch path {
    case LinkColumns.shortURL: "https://go.example.com/spring"
    case "host": "go.example.com"
    case "slug": "spring"
    case "name": "Spring sale"
    case "tags": "mail"
    case "createdAt": "2026-04-01T09:00:00Z"
    default: ""
    }
  }
}
