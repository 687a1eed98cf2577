package import JSONSyntax
package import Links

/// Reads links from bytes in pieces of any size: one result per row, good or not.
///
/// Its three parts know nothing of each other: bytes become rows, a source gives their columns a
/// meaning, rows become links.
///
/// Memory is bounded by the longest record plus about 20 bytes per link, which is how a second row
/// for the same link is recognised. Reading the same file again gives the same rows, so an
/// interrupted import is resumed by starting over: links that are already there are unchanged.
package struct LinkImportReader {
  private let format: ImportFormat
  private let reading: ImportReading
  let hosts: ImportHosts
  private let reader: ImportedLinkReader
  private let now: Timestamp?
  private var decoder = TextDecoder()
  /// The text read until its shape is known.
  private var head: [UInt8] = []
  private var rows: RowDecoder?
  private var shape: FileShape?
  private var source: ImportSource?
  var links: RowReader?
  private var hasBegun = false
  private var hasRows = false
  private var isBroken = false
  var firstLines = FirstLines()
  private var rowsOfLine = LineRows()
  private var results: [ImportRow] = []
  /// The recognised format and the reason; nil until that is known, and when the format was given.
  package private(set) var recognition: ImportRecognition?
  package private(set) var notes: [Sentence] = []
  /// Whether rows have only some fields of a link, whose others stay as they are.
  package var readsPart: Bool { source?.isPart == true }

  /// - Parameters:
  ///   - now: the time of the import; nil if expiry does not matter.
  ///   - takesPasswords: whether the file may contain passwords in clear text; the caller then
  ///     hashes them.
  package init(
    _ format: ImportFormat, _ reading: ImportReading = ImportReading(),
    hosts: ImportHosts = .anywhere, now: Timestamp? = nil, takesPasswords: Bool = false
  ) {
    self.now = now
    self.format = format
    self.reading = reading
    self.hosts = hosts
    reader = ImportedLinkReader(takesPasswords: takesPasswords)
    // Keiro's own formats have one shape each; services have several.
    switch format {
    case .csv, .firebase: begin(.table)
    case .ndjson: begin(.lines)
    case .urlList: begin(.answers)
    default: break
    }
  }

  private mutating func begin(_ shape: FileShape) {
    self.shape = shape
    rows = RowDecoder(shape)
    if let source = ImportSource.named(format) { begin(source) }
  }

  private mutating func begin(_ source: ImportSource) {
    self.source = source
    links = RowReader(source, reading, hosts: hosts, reader: reader, now: now)
  }

  /// Notes the consequences of the file's columns as a whole.
  private mutating func note(_ source: ImportSource, _ names: [String]) {
    let names = Set(names.map(LinkColumns.plain))
    func has(_ isMeant: (LinkColumn) -> Bool) -> Bool {
      source.columns.contains { column in
        isMeant(column) && column.names.contains { names.contains(LinkColumns.plain($0)) }
      }
    }
    func note(_ remark: FileRemark, if isTrue: Bool = true) {
      if isTrue { notes.append(Sentence(remark)) }
    }
    let service = source.title
    note(
      .timesWithoutOffset,
      if: source.timesLackOffset && has { $0.path == "createdAt" } && reading.zone == nil)
    if let zone = reading.zone, !zone.isFixed { note(.timesOfZone(zone.name)) }
    note(
      .redirects(source.status.rawValue, service: service),
      if: source.status != .found && reading.status == nil)
    note(.searchEngines(service: service), if: source.hidesFromSearch)
    if shape == .table, source.shapes.contains(.json) {
      let missing = LinkColumn.oftenMissing.filter { _, isMeant in
        let meant = source.columns.filter(isMeant)
        let isMapped = meant.contains { reading.mapping.map(\.path).contains(where: $0.says) }
        return !meant.isEmpty && !isMapped && !has(isMeant)
      }.map(\.name)
      note(.tableLacks(missing, service: service), if: !missing.isEmpty)
    }
    note(
      .pageInOtherApps(service: service),
      if: source.isForeign && source.sendsStraightOn && !reading.skipsPage)
    note(
      .clicksLeftOut(service: service), if: has { $0.kind == .clicks } && !reading.takesClicks)
  }

  /// Reads the next piece of the file, and returns the rows that it completes.
  package mutating func feed(_ bytes: ArraySlice<UInt8>) -> [ImportRow] {
    guard !isBroken else { return [] }
    do throws(TextDecoder.Fault) {
      take(try decoder.feed(bytes), isWhole: false)
    } catch {
      reject(error)
    }
    return results.takeAll()
  }

  /// Ends the text: its last row may lack a line end.
  package mutating func finish() -> [ImportRow] {
    guard !isBroken else { return [] }
    do throws(TextDecoder.Fault) {
      take(try decoder.finish(), isWhole: true)
    } catch {
      reject(error)
      return results.takeAll()
    }
    if !isBroken, let last = rows?.finish() {
      for row in last { take(row) }
    }
    if rows == nil || !isBroken && !hasBegun && shape != .json {
      results.append(ImportRow(line: 1, name: nil, rejectedFor: FileFault.empty))
    } else if !isBroken, let count = links?.configured, count > 0 {
      notes.append(Sentence(FileRemark.ofConfiguration(count)))
    } else if !isBroken, !hasRows {
      notes.append(Sentence(FileRemark.noLinks))
    }
    if let links { notes += links.remarks.map { Sentence($0) } }
    return results.takeAll()
  }

  /// Whether a link has appeared in the file so far.
  package func hasRead(_ key: LinkKey) -> Bool { firstLines.contains(key) }

  /// Frees the memory of the links that have appeared.
  package mutating func forgetLinks() { firstLines = FirstLines() }

  private mutating func reject(_ fault: TextDecoder.Fault) {
    isBroken = true
    results.append(ImportRow(fault))
  }

  private mutating func take(_ text: ArraySlice<UInt8>, isWhole: Bool) {
    var text = text
    if rows == nil {
      head += text
      guard
        let shape = FileShape(head: head, isWhole: isWhole || head.count > FileShape.headLimit)
      else { return }
      begin(shape)
      text = head[...]
      head = []
    }
    guard let found = rows?.feed(text) else { return }
    for row in found { take(row) }
  }

  private mutating func take(_ row: FileRow) {
    guard !isBroken else { return }
    do throws(ImportFault) {
      if !hasBegun {
        hasBegun = true
        if links == nil { try recognize(row) }
        if source?.format == .csv, case .names(_, let names) = row,
          let found = ImportSource.recognized(by: names, in: .table)?.source, found.isPart
        {
          begin(found)
        }
        if let source { note(source, Self.names(row, source)) }
      }
      guard let found = try links?.rows(row) else { return }
      let rowOfLine = rowsOfLine.enter(row)
      for var row in found {
        hasRows = hasRows || row.link != nil || row.isRejected
        if let key = row.link?.key, let first = firstLines.insert(key, line: row.line) {
          row = ImportRow(
            line: row.line, name: row.name, rejectedFor: ImportRemark.alreadyInLine(first))
        }
        row.rowOfLine = rowOfLine
        results.append(row)
      }
    } catch {
      isBroken = true
      results.append(ImportRow(line: row.line, name: nil, rejectedFor: [error.reason]))
    }
  }

  // MARK: - Recognition

  private mutating func recognize(_ row: FileRow) throws(ImportFault) {
    let found: ImportRecognition
    switch row {
    case .names(_, let names): found = try recognition(of: names)
    case .object(_, let node):
      found = try recognition(of: JSONCells.cells(of: node) { _ in false }.map(\.name))
    case .values: found = ImportRecognition(format: .yourls, reason: "it is a MySQL dump")
    // The rows after it may be better.
    case .broken(_, let message) where shape != .table:
      throw ImportFault(FileFault.firstRow(message))
    case .broken(_, let message), .unreadable(_, let message): throw ImportFault(message)
    }
    recognition = found
    guard let source = ImportSource.named(found.format) else {
      throw ImportFault(FileFault.onlyAddresses)
    }
    begin(source)
  }

  private static func names(_ row: FileRow, _ source: ImportSource) -> [String] {
    switch row {
    case .names(_, let names): names.contains(where: RowReader.isAddress) ? source.positions : names
    case .object(_, let node): JSONCells.cells(of: node) { _ in false }.map(\.name)
    case .values: source.positions
    case .broken, .unreadable: []
    }
  }

  private func recognition(of names: [String]) throws(ImportFault) -> ImportRecognition {
    if shape == .table, names.allSatisfy({ RowReader.isAddress($0) || $0.isEmpty }),
      names.count == 1
    {
      return ImportRecognition(format: .urlList, reason: "it has one address per line")
    }
    let mapped = reading.mapping.map(\.path)
    if let found = ImportSource.recognized(by: names, in: shape ?? .table) {
      let quoted = found.names.map { "'\($0)'" }.joined(separator: ", ")
      let noun = shape == .table || shape == .dump ? "columns" : "members"
      return ImportRecognition(format: found.source.format, reason: "it has the \(noun) \(quoted)")
    }
    guard !names.isEmpty else { throw ImportFault(FileFault.empty) }
    guard mapped.contains("url"), mapped.contains("slug") || mapped.contains(LinkColumns.shortURL)
    else {
      throw ImportFault(FileFault.unknownService(columns: names))
    }
    return ImportRecognition(format: .csv, reason: "--map says what its columns hold")
  }
}

extension LinkColumn {
  /// Whether it says what a field of a link does.
  fileprivate func says(_ path: String) -> Bool {
    switch kind {
    case .end: path == "expires"
    case .clickLimit: path == "maxClicks"
    default: path == self.path
    }
  }

  /// Columns that change the answers of links and are often only in the answers of the service's
  /// API.
  fileprivate static let oftenMissing: [(name: Sentence, isMeant: @Sendable (Self) -> Bool)] = [
    (Sentence("passwords", "パスワード"), { $0.kind == .password }),
    (Sentence("ends", "期限"), { $0.kind == .end }),
    (Sentence("click limits", "クリック数の上限"), { $0.kind == .clickLimit }),
    (
      Sentence("destinations for some visitors", "一部の訪問者のリンク先"),
      { if case .rules = $0.kind { true } else { false } }
    ),
  ]
}

package struct ImportRecognition: Equatable, Sendable {
  package let format: ImportFormat
  /// The end of a sentence: `it has the columns 'Link', 'Destination URL'`.
  package let reason: String
}

extension FileRow {
  /// The line on which it begins, from 1.
  var line: Int {
    switch self {
    case .names(let line, _), .object(let line, _), .broken(let line, _),
      .unreadable(let line, _):
      line
    case .values(let record): record.line
    }
  }
}
