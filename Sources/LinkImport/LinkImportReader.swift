import JSONSyntax
import Links

/// Reads links from bytes that come in any pieces: a row for each that stands there, good or not.
///
/// Memory is bounded by the longest record and by some 32 bytes for each link, which is how a
/// second row for the same link is recognised. Reading the same file again gives the same rows, so
/// an import that was broken off is resumed by beginning anew: what is done already is unchanged.
package struct LinkImportReader {
  private let format: ImportFormat
  private let places: ImportPlaces
  private let reader: ImportedLinkReader
  private var decoder = TextDecoder()
  private var csv = CSVDecoder()
  private var lines = LineDecoder()
  private var table: TableReader
  private var isBroken = false
  private var firstLines: [UInt128: Int] = [:]

  /// - Parameter takesPasswords: whether passwords may stand in the file as people type them; who
  ///   says so hashes them.
  package init(
    _ format: ImportFormat, places: ImportPlaces = .anywhere, takesPasswords: Bool = false
  ) {
    self.format = format
    self.places = places
    reader = ImportedLinkReader(takesPasswords: takesPasswords)
    table = TableReader(
      format == .firebase ? .firebase : .own, isForeign: format == .firebase, places: places,
      reader: reader)
  }

  package mutating func feed(_ bytes: ArraySlice<UInt8>, _ emit: (ImportRow) -> Void) {
    guard !isBroken else { return }
    do throws(TextDecoder.Fault) {
      take(try decoder.feed(bytes), emit)
    } catch {
      reject(error, emit)
    }
  }

  private mutating func reject(_ fault: TextDecoder.Fault, _ emit: (ImportRow) -> Void) {
    isBroken = true
    emit(ImportRow(fault))
  }

  private mutating func take(_ text: ArraySlice<UInt8>, _ emit: (ImportRow) -> Void) {
    switch format {
    case .firebase, .csv:
      var records: [CSVRecord] = []
      csv.feed(text) { records.append($0) }
      for record in records { take(record, emit) }
    case .ndjson:
      var found: [LineDecoder.Line] = []
      lines.feed(text) { found.append($0) }
      for line in found { take(line, emit) }
    }
  }

  /// Ends the text: its last row may lack the line end.
  package mutating func finish(_ emit: (ImportRow) -> Void) {
    guard !isBroken else { return }
    do throws(TextDecoder.Fault) {
      take(try decoder.finish(), emit)
    } catch {
      return reject(error, emit)
    }
    switch format {
    case .firebase, .csv:
      var records: [CSVRecord] = []
      csv.finish { records.append($0) }
      for record in records { take(record, emit) }
    case .ndjson:
      var found: [LineDecoder.Line] = []
      lines.finish { found.append($0) }
      for line in found { take(line, emit) }
    }
  }

  private mutating func take(_ record: CSVRecord, _ emit: (ImportRow) -> Void) {
    guard !isBroken else { return }
    do throws(ImportFault) {
      if let row = try table.row(record) { emit(withoutRepetition(row)) }
    } catch {
      isBroken = true
      emit(ImportRow(line: record.line, name: nil, rejectedFor: [error.message]))
    }
  }

  private mutating func take(_ line: LineDecoder.Line, _ emit: (ImportRow) -> Void) {
    emit(withoutRepetition(row(line)))
  }

  private func row(_ line: LineDecoder.Line) -> ImportRow {
    func rejected(_ name: String?, _ problems: [String]) -> ImportRow {
      ImportRow(line: line.number, name: name, rejectedFor: problems)
    }
    guard let bytes = line.bytes else {
      return rejected(nil, ["the line is longer than a megabyte"])
    }
    let document: JSONDocument
    do throws(JSONSyntaxError) {
      document = try JSONDocument(parsing: bytes)
    } catch {
      // A line of the file is a document of its own, whose lines would be mistaken for the file's.
      return rejected(nil, [error.reason.message])
    }
    let collector = JSONProblemCollector(document)
    let (read, password) = reader.link(collector.root)
    let name = document.root.member("slug")?.string
    guard collector.problems.isEmpty, var link = read else {
      return rejected(
        name, collector.problems.map { $0.path.isEmpty ? $0.message : "\($0.path): \($0.message)" })
    }
    guard let place = places.place(of: link.host) else {
      return rejected(name, [ImportFault.unserved(link.host).message])
    }
    link.host = place.host
    let faults = places.faults(of: link)
    guard faults.isEmpty else {
      return rejected(name, faults.map { "\($0.path): \($0.message)" })
    }
    return ImportRow(line: line.number, name: name, link: link, password: password)
  }

  /// Of two rows for one link the first counts.
  private mutating func withoutRepetition(_ row: ImportRow) -> ImportRow {
    guard let link = row.link else { return row }
    let digest = Self.digest(link.key)
    guard let first = firstLines[digest] else {
      firstLines[digest] = row.line
      return row
    }
    return ImportRow(
      line: row.line, name: row.name,
      rejectedFor: ["the link stands already in line \(first): the first counts"])
  }

  /// FNV-1a in 128 bits, for which a million links collide once in 10^26 imports.
  private static func digest(_ key: LinkKey) -> UInt128 {
    var hash = UInt128(0x6c62_272e_07bb_0142) << 64 | UInt128(0x62b8_2175_6295_c58d)
    let prime = UInt128(1) << 88 | UInt128(0x13b)
    for text in [key.host, "/", key.slug] {
      for byte in text.utf8 { hash = (hash ^ UInt128(byte)) &* prime }
    }
    return hash
  }
}
