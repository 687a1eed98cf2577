import LinkStorage
import Links
import SQLStorage

/// The rows of the table `links`: the codec's columns, and those that the table adds.
enum LinkRow {
  static func stored(_ row: PostgresRow) throws(LinkStoreError) -> StoredLink {
    let link = try LinkCodec.decode { index in
      let column = Int32(clamping: index + 2)
      if row.isNull(column) { return .null }
      return widths[index] == nil ? .text(row.text(column)) : .int(row.int(column))
    }
    return StoredLink(id: row.int(0), revision: row.int(1), link: link)
  }

  /// The width in bytes of the columns that hold numbers, by their index in `LinkCodec.columns`.
  private static let widths: [Int?] = LinkCodec.columns.map { column in
    switch column {
    case "status", "skip_page", "archived": 2
    case "max_clicks": 4
    case "created_at", "updated_at", "not_before", "expires": 8
    default: nil
    }
  }

  // MARK: - Writing

  /// The columns that `append` and `values` fill after the identifier and the revision.
  private static let written = ["likeness", "tags"] + LinkCodec.columns

  /// The table and columns for COPY.
  static let copied = "keiro.links (id, revision, \(written.joined(separator: ", ")))"

  /// Appends a new link as a row in COPY's binary format.
  static func append(_ link: ShortLink, id: Int, revision: Int, to rows: inout [UInt8]) {
    let stored = LinkCodec.encode(link)
    rows.append(int16: Int16(clamping: stored.count + 4))
    rows.append(sized: .int(id))
    rows.appendSized { append(.int(revision), width: 4, to: &$0) }
    rows.append(sized: .int(LinkCodec.likeness(of: link, stored)))
    rows.append(sized: .texts(link.tags.isEmpty ? nil : link.tags))
    for (index, value) in stored.enumerated() {
      rows.appendSized { append(value, width: widths[index], to: &$0) }
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

  /// Takes the result of `values`; does nothing when the host and slug are taken.
  static let insertion =
    "INSERT INTO keiro.links (revision, \(written.joined(separator: ", "))) VALUES (1, "
    + written.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
    + ") ON CONFLICT (host, slug) DO NOTHING RETURNING id"

  /// Takes the result of `values`, a revision, and the identifier of the row.
  static let replacement =
    "UPDATE keiro.links SET ("
    + written.joined(separator: ", ") + ", revision) = ("
    + written.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
    + ", $\(written.count + 1)) WHERE id = $\(written.count + 2)"

  static func values(_ link: ShortLink) -> [SQLValue] {
    let stored = LinkCodec.encode(link)
    return [
      .int(LinkCodec.likeness(of: link, stored)), .texts(link.tags.isEmpty ? nil : link.tags),
    ]
      + stored.enumerated().map { index, value in
        switch value {
        case .int(let number): .int(number)
        case .text(let text): .text(text)
        case .null, .list, .map, .rules: widths[index] == nil ? .text(nil) : .int(nil)
        }
      }
  }
}
