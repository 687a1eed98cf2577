import JSONSyntax
import Links

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
  private let reader: ImportedLinkReader
  private let takesShortcut: Bool
  private var header: [Meaning]?
  private var plainRows: PlainRowReader?

  /// - Parameters:
  ///   - isForeign: whether a field that cannot be carried over is left out with a note; otherwise
  ///     it rejects its row.
  ///   - takesShortcut: whether rows that are good at first sight go the short way.
  init(
    _ columns: LinkColumns, isForeign: Bool, places: ImportPlaces, reader: ImportedLinkReader,
    takesShortcut: Bool = true
  ) {
    self.takesShortcut = takesShortcut
    self.columns = columns
    self.isForeign = isForeign
    self.places = places
    self.reader = reader
  }

  /// Nil for a header without problems.
  ///
  /// - Throws: when the header names no links, so that nothing behind it can be read.
  mutating func row(_ record: CSVRecord) throws(ImportFault) -> ImportRow? {
    if let header {
      let record = isForeign ? record : record.unguarded
      if record.fault == nil, let (name, link) = plainRows?.read(record.fields) {
        return ImportRow(line: record.line, name: name, link: link)
      }
      return row(record, header)
    }
    if let fault = record.fault { throw ImportFault(fault.rawValue) }
    var problems: [String] = []
    let meanings = try meanings(record.fields, &problems)
    header = meanings
    if takesShortcut { plainRows = shortcut(meanings) }
    guard !problems.isEmpty else { return nil }
    return ImportRow(heading: record.line, problems: problems)
  }

  private func shortcut(_ meanings: [Meaning]) -> PlainRowReader {
    let columns = meanings.map { meaning -> (LinkColumn?, String?) in
      switch meaning {
      case .column(let column): (column, nil)
      case .unknown(let name): (nil, name)
      case .ignored: (nil, nil)
      }
    }
    return PlainRowReader(columns, places: places)
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
      ImportRow(line: record.line, name: name, rejectedFor: problems)
    }
    if let fault = record.fault { return rejected(nil, [fault.rawValue]) }
    guard record.fields.count <= header.count else {
      return rejected(
        nil, ["the record has \(record.fields.count) fields: expected \(header.count)"])
    }
    var tree = LinkTree()
    var notes: [String] = []
    var problems: [String] = []
    for (meaning, text) in zip(header, record.fields) where !text.isEmpty {
      switch meaning {
      case .column(let column):
        if let fault = column.fault(of: text) {
          problems.append("\(column.name): \(fault)")
        } else {
          tree.set(column, text) { notes.append("\(column.name): \($0)") }
        }
      case .unknown(let name): tree.set(extra: name, text)
      case .ignored: break
      }
    }
    let name = tree.text(LinkColumns.shortURL) ?? tree.text("slug")
    if let empty = emptyColumn(tree, header) {
      return rejected(name, ["\(empty): the field is empty, and no link can do without it"])
    }
    if let fault = place(&tree, note: { notes.append($0) }) { return rejected(name, [fault]) }
    let collector = JSONProblemCollector(tree: tree.node)
    let (link, password) = reader.link(collector.root)
    problems += collector.problems.map { problem in
      "\(columnName(problem.path, header)): \(problem.message)"
    }
    guard let link, isForeign || problems.isEmpty else { return rejected(name, notes + problems) }
    return admitted(
      ImportRow(
        line: record.line, name: name, link: link, password: password, problems: notes + problems),
      link, header)
  }

  /// The row as the site takes it: of foreign files, fields that it forbids are left out.
  private func admitted(
    _ row: ImportRow, _ link: ShortLink, _ header: [Meaning]
  ) -> ImportRow {
    let faults = places.faults(of: link)
    guard !faults.isEmpty else { return row }
    let problems =
      row.problems + faults.map { "\(columnName($0.path, header)): \($0.message)" }
    guard isForeign, !faults.contains(where: \.isRequired) else {
      return ImportRow(line: row.line, name: row.name, rejectedFor: problems)
    }
    let unpacked = UnpackedLink(link)
    for fault in faults { LinkField.named(fault.path)?.type.reset(in: unpacked) }
    return ImportRow(
      line: row.line, name: row.name, link: unpacked.packed, password: row.password,
      problems: problems)
  }

  /// The column of what every link has and this row has not.
  private func emptyColumn(_ tree: LinkTree, _ header: [Meaning]) -> String? {
    let hasShortURL = tree.text(LinkColumns.shortURL) != nil
    let place = hasShortURL ? [] : ["host", "slug"].filter { tree.text($0) == nil }
    guard let path = (place + ["url"]).first(where: { tree.text($0) == nil }) else { return nil }
    let isPlace = path != "url" && hasColumn(LinkColumns.shortURL, header)
    return columnName(isPlace ? LinkColumns.shortURL : path, header)
  }

  private func hasColumn(_ path: String, _ header: [Meaning]) -> Bool {
    header.contains { if case .column(let column) = $0 { column.path == path } else { false } }
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
    return path
  }
}

extension CSVRecord {
  /// The record with the texts that an export has guarded against spreadsheets.
  fileprivate var unguarded: CSVRecord {
    guard fields.contains(where: { $0.utf8.first == UInt8(ascii: "'") }) else { return self }
    return CSVRecord(line: line, fields: fields.map(CSVText.unguarded), fault: fault)
  }
}
