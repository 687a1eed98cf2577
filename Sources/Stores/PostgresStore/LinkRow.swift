import LinkStorage
import Links
import SQLStorage

/// The rows of the table `links`: the codec's columns, and those that the table adds.
enum LinkRow {
  static func stored(_ row: PostgresRow) throws(LinkStoreError) -> StoredLink {
    let link = try LinkCodec.decode { index in
      let column = Int32(clamping: index + 2)
      if row.isNull(column) { return .null }
      return LinkColumn.widths[index] == nil ? .text(row.text(column)) : .int(row.int(column))
    }
    return StoredLink(id: row.int(0), revision: row.int(1), link: link)
  }

  /// The table and columns for COPY.
  static let copied = "keiro.links (id, \(PostgresConnection.dialect.links.written))"

  /// Appends a new link as a row in COPY's binary format.
  static func append(_ link: ShortLink, id: Int, revision: Int, to rows: inout [UInt8]) {
    let stored = LinkCodec.encode(link)
    rows.append(int16: Int16(clamping: stored.count + 4))
    rows.append(sized: .int(id))
    rows.appendSized { append(.int(revision), width: 4, to: &$0) }
    rows.append(sized: .int(LinkCodec.likeness(of: link, stored)))
    rows.append(sized: .texts(link.tags.isEmpty ? nil : link.tags))
    for (index, value) in stored.enumerated() {
      rows.appendSized { append(value, width: LinkColumn.widths[index], to: &$0) }
    }
  }

  private static func append(_ value: StoredValue, width: Int?, to bytes: inout [UInt8]) -> Bool {
    switch (value, width) {
    case (.int(let number), 2): bytes.append(int16: Int16(clamping: number))
    case (.int(let number), 4): bytes.append(int32: Int32(clamping: number))
    case (.int(let number), _): bytes.append(int: number)
    case (.text(let text), _): bytes.append(text: text)
    // Lists and objects are text in `details`.
    case (.null, _), (.list, _), (.map, _), (.rules, _): return false
    }
    return true
  }
}
