import JSONSyntax
import Links
import WebSyntax

/// Turns the rows of a source into links.
struct RowReader {
  private typealias Cell = (meaning: ColumnMeaning, text: String, list: [String]?)

  private let source: ImportSource
  private(set) var columns: ColumnReader
  private let reading: ImportReading
  let hosts: ImportHosts
  private let reader: ImportedLinkReader
  private let takesShortcut: Bool
  /// The time of the import; nil if expiry does not matter.
  private let now: Timestamp?
  /// Hosts whose links have moved to another one, up to a limit.
  var movedHosts: [String] = []
  /// Columns without a meaning here, which links keep under their own names, up to a limit.
  private(set) var keptColumns: [String] = []
  /// The number of rows of a list for people that are links of the configuration.
  private(set) var configured = 0
  private var header: [ColumnMeaning]?
  /// The indices of the columns with counts in Keiro's own rows.
  private var countColumns: [Int?] = []
  private var plainRows: PlainRowReader?
  var isForeign: Bool { source.isForeign }

  /// - Parameter takesShortcut: whether rows that are good at first sight take the shortcut.
  init(
    _ source: ImportSource, _ reading: ImportReading = ImportReading(), hosts: ImportHosts,
    reader: ImportedLinkReader, now: Timestamp? = nil, takesShortcut: Bool = true
  ) {
    self.now = now
    self.takesShortcut = takesShortcut
    self.source = source
    self.reading = reading
    columns = ColumnReader(
      source, reading, needsHost: !source.isForeign && hosts.otherHost == nil)
    self.hosts = hosts
    self.reader = reader
  }

  /// The links of a row, or the reasons that it has none; empty for column names without problems.
  ///
  /// - Throws: when the names are not those of links, so that nothing after them can be read.
  mutating func rows(_ row: FileRow) throws(ImportFault) -> [ImportRow] {
    var rows = try read(row)
    for index in rows.indices {
      if let status = reading.status { rows[index].link?.status = status }
      if reading.skipsPage { rows[index].link?.skipPage = true }
    }
    return rows
  }

  private mutating func read(_ row: FileRow) throws(ImportFault) -> [ImportRow] {
    switch row {
    case .names(let line, let names):
      guard names.contains(where: Self.isAddress) else { return try begin(names, line: line) }
      // The file has no column names: its first line is a row.
      try begin(columns.positions(count: names.count), line: line)
      return try read(.values(CSVRecord(line: line, fields: names)))
    case .values(let record):
      if header == nil {
        try begin(columns.positions(count: record.fields.count), line: record.line)
      }
      var record = source.guardsFormulas ? record.unguarded : record
      if isForeign { record = record.trimmed }
      let carried = countColumns.isEmpty ? nil : CarriedCounts(record.fields, at: countColumns)
      if record.fault == nil, let (name, link) = plainRows?.read(record.fields) {
        if let host = plainRows?.newHost() { noteMove(from: host) }
        return [ImportRow(line: record.line, name: name, link: link, carried: carried)]
      }
      var rows = rows(record, header ?? [])
      for index in rows.indices { rows[index].carried = carried }
      return rows
    case .object(let line, let node):
      guard source.format != .ndjson else { return [ownRow(node, line: line)] }
      return rows(node, line: line)
    case .broken(let line, let message):
      return [ImportRow(line: line, name: nil, rejectedFor: [message])]
    case .unreadable(_, let message): throw ImportFault(message)
    }
  }

  static func isAddress(_ text: String) -> Bool {
    text.hasPrefix("https://") || text.hasPrefix("http://")
  }

  @discardableResult
  private mutating func begin(_ names: [String], line: Int) throws(ImportFault) -> [ImportRow] {
    var (meanings, repeated) = try columns.meanings(names)
    if source.format == .csv {
      countColumns = CarriedCounts.names.map { name in
        names.indices.first { names[$0] == name && meanings[$0].isUnknown }
      }
      for case let column? in countColumns { meanings[column] = .ignored }
    }
    header = meanings
    for case .unknown(let name) in meanings { noteKept(name) }
    if takesShortcut { plainRows = PlainRowReader(meanings, of: source, reading, hosts: hosts) }
    let problems = repeated.map { Sentence(ImportRemark.columnTwice(String($0.prefix(100)))) }
    return problems.isEmpty ? [] : [ImportRow(line: line, name: nil, reasons: problems)]
  }

  // MARK: - Rows

  private mutating func rows(_ record: CSVRecord, _ header: [ColumnMeaning]) -> [ImportRow] {
    if let fault = record.fault {
      return [ImportRow(line: record.line, name: nil, rejectedFor: fault)]
    }
    guard record.fields.count <= header.count else {
      let remark = ImportRemark.fields(record.fields.count, expected: header.count)
      return [ImportRow(line: record.line, name: nil, rejectedFor: remark)]
    }
    let cells = zip(header, record.fields).filter { !$1.isEmpty }.map { Cell($0, $1, nil) }
    return links(cells, line: record.line, names: ColumnMeaning.names(of: header))
  }

  private mutating func rows(_ node: JSONNode, line: Int) -> [ImportRow] {
    let found = JSONCells.cells(of: node) { name in
      switch columns.columns.column(named: name)?.kind {
      case .lost, .password, .ignored, .rules: true
      default: false
      }
    }
    var cells: [Cell] = []
    for cell in found {
      let meaning = columns.meaning(ofMember: cell.name)
      // Services answer with many members that carry no information.
      if case .unknown(let name) = meaning {
        if ["", "false", "0"].contains(cell.text) { continue }
        noteKept(name)
      }
      cells.append((meaning, cell.text, cell.list))
    }
    return links(cells, line: line, names: ColumnMeaning.names(of: cells.map(\.meaning)))
  }

  private mutating func noteKept(_ name: String) {
    // What Branch's links tell an app is in `data`, under names of the app.
    guard isForeign, keptColumns.count < Self.notedLimit, !name.hasPrefix("data.") else { return }
    let short = String(name.prefix(100))
    if !keptColumns.contains(short) { keptColumns.append(short) }
  }

  private mutating func links(_ cells: [Cell], line: Int, names: [String: String]) -> [ImportRow] {
    var row = RowDraft(of: source)
    for cell in cells {
      switch cell.meaning {
      case .column(let column): row.take(column, cell.text, cell.list, reading)
      case .unknown(let name): row.tree.set(extra: name, cell.text)
      case .unnamed(let number):
        guard !cell.text.trimmed.isEmpty else { continue }
        row.notes.append(Sentence(ImportRemark.columnUnnamed(number)))
      case .ignored: break
      }
    }
    if let base = row.base { noteMove(from: base) }
    row.finish(reading, now: now)
    var names = names
    if let destination = row.destination { names["url"] = destination }
    let name = row.tree.text(LinkColumns.shortURL) ?? row.tree.text("slug")
    func rejected(_ reason: Sentence) -> [ImportRow] {
      [ImportRow(line: line, name: name, rejectedFor: [reason])]
    }
    if let empty = emptyColumn(row.tree, names) {
      return rejected(Sentence(ImportRemark.emptyField, of: empty))
    }
    switch keys(&row) {
    case .failure(let fault): return rejected(fault.reason)
    case .success(let keys):
      if source.isPart, keys.contains(where: hosts.isConfigured) {
        configured += 1
        return []
      }
      var rows: [ImportRow] = []
      for key in keys {
        row.tree.set("host", .string(key.host))
        row.tree.set("slug", .string(key.slug))
        let name = key == keys.first ? name : key.host + "/" + key.slug
        var found = link(row, line: line, name: name, names)
        // What applies to all addresses of a row is told once.
        if found.isRejected {
          if rows.contains(where: { $0.isRejected && $0.reasons == found.reasons }) { continue }
        } else if rows.contains(where: { !$0.isRejected }) {
          (found.reasons, found.remarks) = ([], [])
        }
        rows.append(found)
      }
      return rows
    }
  }

  private func link(
    _ row: RowDraft, line: Int, name: String?, _ names: [String: String]
  ) -> ImportRow {
    let tree = row.tree.node
    let collector = JSONProblemCollector(tree: tree)
    let (link, password) = reader.link(collector.root)
    let faults =
      row.problems
      + collector.problems.map { Sentence($0.sentence, of: names[$0.path] ?? $0.path) }
    guard let link, isForeign || faults.isEmpty else {
      return ImportRow(line: line, name: name, rejectedFor: faults)
    }
    return admitted(
      ImportRow(
        line: line, name: name, link: link, password: password,
        reasons: row.notes + faults,
        remarks: isForeign ? row.remarks : rewritings(of: tree, names)),
      link, names)
  }

  /// The row as its site admits it: fields of foreign files that the site forbids are left out.
  private func admitted(
    _ row: ImportRow, _ link: ShortLink, _ names: [String: String]
  ) -> ImportRow {
    let faults = hosts.faults(of: link)
    guard !faults.isEmpty else { return row }
    func reasons(_ faults: [SiteRules.Fault]) -> [Sentence] {
      faults.map { Sentence($0.reason, of: names[$0.path] ?? $0.path) }
    }
    let paths = Set(faults.map(\.path))
    func path(ofRule position: Int) -> String { LinkRule.name(at: position) + ".url" }
    let lostRules = Set(link.rules.indices.map(path)).intersection(paths)
    // What can be left out is no reason to reject the row.
    let decisive = faults.filter { !isForeign || $0.isRequired && !lostRules.contains($0.path) }
    guard decisive.isEmpty else {
      return ImportRow(line: row.line, name: row.name, rejectedFor: reasons(decisive))
    }
    let rules = link.rules.enumerated().filter { !paths.contains(path(ofRule: $0.offset)) }
      .map(\.element)
    let unpacked = UnpackedLink(link)
    for fault in faults { LinkField.named(fault.path)?.type.reset(in: unpacked) }
    unpacked.fields.rare.rules = rules
    return ImportRow(
      line: row.line, name: row.name, link: unpacked.packed, password: row.password,
      reasons: row.reasons + reasons(faults), remarks: row.remarks)
  }

  /// What is written otherwise in a link of Keiro's own files.
  private func rewritings(of link: JSONNode, _ names: [String: String] = [:]) -> [Sentence] {
    ImportRemark.rewritings(of: link).map { Sentence($0.remark, of: names[$0.path] ?? $0.path) }
  }

  /// The member, with a time that names no offset in the caller's zone.
  private func inZone(_ member: JSONMember) -> JSONMember {
    guard let zone = reading.zone, case .time = LinkField.named(member.name)?.type,
      let time = member.node.string.flatMap(zone.time)
    else { return member }
    let node = JSONNode(offset: member.node.offset, value: .string(time.description))
    return JSONMember(name: member.name, nameOffset: member.nameOffset, node: node)
  }

  /// The link in a line of Keiro's own format, whose values have types.
  private func ownRow(_ node: JSONNode, line: Int) -> ImportRow {
    let carried = CarriedCounts(node)
    let members = (node.object ?? []).filter { !CarriedCounts.names.contains($0.name) }
      .map(inZone)
    let collector = JSONProblemCollector(
      tree: node.object == nil ? node : JSONNode(offset: node.offset, value: .object(members)))
    let (read, password) = reader.link(collector.root)
    let name = node.member("slug")?.string
    func rejected(_ reasons: [Sentence]) -> ImportRow {
      ImportRow(line: line, name: name, rejectedFor: reasons)
    }
    guard collector.problems.isEmpty, var link = read else {
      return rejected(collector.problems.map { Sentence($0.sentence, of: $0.path) })
    }
    guard let home = hosts.home(of: link.host) else {
      return rejected([hosts.unserved(link.host).reason])
    }
    link.host = home.host
    link.slug = hosts.canonical(link.key).slug
    let row = ImportRow(
      line: line, name: name, link: link, password: password, remarks: rewritings(of: node))
    var admitted = admitted(row, link, [:])
    admitted.carried = carried
    return admitted
  }
}
