import JSONSyntax

/// Reads the records of a table: the first names the columns, each other is a link.
struct TableReader {
  private enum Meaning {
    case column(LinkColumn)
    /// Kept with the link under its own name.
    case unknown(String)
    /// Stands twice.
    case ignored
  }

  private let columns: LinkColumns
  private let isForeign: Bool
  private let places: ImportPlaces
  private let reader: LinkReader
  private var header: [Meaning]?

  /// - Parameter isForeign: whether a field that cannot be carried over is left out with a note;
  ///   otherwise it rejects its row.
  init(_ columns: LinkColumns, isForeign: Bool, places: ImportPlaces, reader: LinkReader) {
    self.columns = columns
    self.isForeign = isForeign
    self.places = places
    self.reader = reader
  }

  /// Nil for a header without problems.
  ///
  /// - Throws: when the header names no links, so that nothing behind it can be read.
  mutating func row(_ record: CSVRecord) throws(ImportFault) -> ImportRow? {
    if let header { return row(record, header) }
    if let fault = record.fault { throw ImportFault(fault.rawValue) }
    var problems: [String] = []
    header = try meanings(record.fields, &problems)
    guard !problems.isEmpty else { return nil }
    return ImportRow(line: record.line, name: nil, link: nil, problems: problems)
  }

  private func meanings(
    _ names: [String], _ problems: inout [String]
  ) throws(ImportFault) -> [Meaning] {
    var seen: Set<String> = []
    var meanings: [Meaning] = []
    for name in names {
      let column = columns.column(named: name)
      let identity = column?.path ?? "extra." + name
      if !seen.insert(identity).inserted {
        problems.append("the column '\(name.prefix(100))' stands twice: the first counts")
        meanings.append(.ignored)
      } else {
        meanings.append(column.map(Meaning.column) ?? (name.isEmpty ? .ignored : .unknown(name)))
      }
    }
    let hasPlace = seen.contains(LinkColumns.shortURL) || seen.isSuperset(of: ["host", "slug"])
    guard hasPlace, seen.contains("url") else {
      let first = columns.columns.map(\.name).prefix(3).joined(separator: ", ")
      throw ImportFault("the first line names no short link and destination: expected \(first), …")
    }
    return meanings
  }

  private func row(_ record: CSVRecord, _ header: [Meaning]) -> ImportRow {
    func rejected(_ name: String?, _ problems: [String]) -> ImportRow {
      ImportRow(line: record.line, name: name, link: nil, problems: problems)
    }
    if let fault = record.fault { return rejected(nil, [fault.rawValue]) }
    guard record.fields.count <= header.count else {
      return rejected(
        nil, ["the record has \(record.fields.count) fields: expected \(header.count)"])
    }
    var tree = LinkTree()
    var notes: [String] = []
    for (meaning, text) in zip(header, record.fields) where !text.isEmpty {
      switch meaning {
      case .column(let column): tree.set(column, text) { notes.append("\(column.name): \($0)") }
      case .unknown(let name): tree.set(extra: name, text)
      case .ignored: break
      }
    }
    let name = tree.text(LinkColumns.shortURL) ?? tree.text("slug")
    if let fault = place(&tree, note: { notes.append($0) }) { return rejected(name, [fault]) }
    let collector = JSONProblemCollector(tree: tree.node)
    let link = reader.link(collector.root)
    let problems = collector.problems.map { problem in
      "\(columnName(problem.path, header)): \(problem.message)"
    }
    let isRejected = link == nil || !isForeign && !problems.isEmpty
    return ImportRow(
      line: record.line, name: name, link: isRejected ? nil : link, problems: notes + problems)
  }

  /// Puts host and slug in place; says why it cannot.
  private func place(_ tree: inout LinkTree, note: (String) -> Void) -> String? {
    if let shortURL = tree.remove(LinkColumns.shortURL) {
      switch places.key(ofShortURL: shortURL, note: note) {
      case .success(let key):
        tree.set("host", .string(key.host))
        tree.set("slug", .string(key.slug))
      case .failure(let fault): return fault.message
      }
    } else if let host = tree.text("host") {
      guard let place = places.place(of: host) else { return ImportFault.unserved(host).message }
      tree.set("host", .string(place.host))
    }
    return nil
  }

  /// Problems name the column that a person sees.
  private func columnName(_ path: String, _ header: [Meaning]) -> String {
    for case .column(let column) in header where column.path == path { return column.name }
    return path.isEmpty ? "record" : path
  }
}
