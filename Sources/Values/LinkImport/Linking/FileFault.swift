package import JSONSyntax
import Links

/// The reason why a file cannot be read without another choice of its sender.
package enum FileFault: TableSentence, Equatable {
  case empty
  case unknownService(columns: [String])
  /// The file has the addresses of links, but no destinations.
  case onlyAddresses
  /// The first line of the table is not a list of names.
  case namesNoColumns
  /// The first line does not name the columns that a link needs.
  case namesNoLink(expected: [String])
  /// The format cannot be recognised by the first row, which is faulty.
  case firstRow(Sentence)
  /// A row does not say the host of its link.
  case namesNoHost
  /// The file is not text, but an archive or a document of that name.
  case notText(Sentence)
  case halfCharacter
  case cutCharacter
  case notJSON(column: Int, Sentence)
  case rowTooLong
  case objectTooLong
  case truncatedList
  case truncatedRow
  /// The text has another encoding: the byte, the name that people use, and the one of `iconv`.
  case otherEncoding(byte: UInt8, name: String, encoding: String)

  package var told: Sentence {
    switch self {
    case .empty: "the file is empty: expected links, one per row"
    case .unknownService(let columns):
      "no service is known whose files have \(Sentence.quoted(columns)): expected --format, or "
        + "--map COLUMN=FIELD for the address and the destination of links"
    case .onlyAddresses:
      "the file is only a list of addresses: --format url-list asks the old service for the "
        + "destination of each"
    case .namesNoColumns:
      "the first line names no columns: expected their names, or --map 1=slug --map 2=url"
    case .namesNoLink(let columns):
      "the first line names no short link and destination: expected "
        + "\(Sentence.list(columns.map(Sentence.init(english:)))), …"
    case .firstRow(let reason):
      "the file cannot be recognised by its first row: \(reason)"
    case .notText(let name):
      "the file is \(name) and not text: expected its contents as text"
    case .halfCharacter:
      "the text contains half a UTF-16 character: it may be truncated: expected UTF-8 or UTF-16"
    case .cutCharacter:
      "the file ends within a UTF-8 character: it may be truncated, or in another encoding such as "
        + "Windows-1252: save it as UTF-8"
    case .notJSON(let column, let reason): "column \(column): \(reason)"
    case .rowTooLong: "the line is longer than a megabyte"
    case .objectTooLong: "the object is longer than a megabyte"
    case .truncatedList: "the file ends before its list of links does: it may be truncated"
    case .truncatedRow: "the file ends in the middle of a row: it may be truncated"
    case .namesNoHost: "the row names no host: use --as to give the host of its links"
    case .otherEncoding(let byte, let name, let encoding):
      "the byte \(Self.hexadecimal(byte)) is not UTF-8, and the text looks like \(name): 'iconv "
        + "-f \(encoding) -t UTF-8 FILE >NEW' makes a file that can be imported"
    }
  }

  package var englishOnPages: String? {
    switch self {
    case .empty, .namesNoLink, .halfCharacter, .cutCharacter, .notJSON, .rowTooLong, .objectTooLong,
      .truncatedList, .truncatedRow:
      nil
    case .firstRow(let reason):
      "the file cannot be recognised by its first row: \(reason.text(onPagesIn: .english))"
    case .notText(let name):
      "the file is \(name.english) and not text: expected its contents as text, which spreadsheets "
        + "save as CSV"
    case .unknownService(let columns):
      "no service is known whose files have \(Sentence.quoted(columns).english): choose the "
        + "format, or say below what the columns hold"
    case .onlyAddresses:
      "the file is only a list of addresses: on the server, 'keiro links import --format url-list' "
        + "asks the old service for the destination of each"
    case .namesNoColumns:
      "the first line names no columns: expected names such as 'host', 'slug' and 'url'"
    case .namesNoHost:
      "the row names no host: choose the file again, and the host of its links"
    case .otherEncoding(let byte, let name, _):
      "the byte \(Self.hexadecimal(byte)) is not UTF-8, and the text looks like \(name): save it as "
        + "UTF-8, which spreadsheets call 'CSV UTF-8'"
    }
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    "0x" + String(byte, radix: 16, uppercase: true)
  }
}

extension Sentence {
  /// Names as a file has them.
  static func quoted(_ names: [String]) -> Sentence {
    .list(names.prefix(20).map { "'\($0.prefix(100))'" })
  }

  package init(_ reason: some Wording, of column: String) {
    self.init(Sentence(reason), of: column)
  }

  package init(_ reason: Sentence, of column: String) {
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
