package import LinkStorage
package import Links

/// The statements for the rows of links: the codec's columns, behind those that an engine adds.
package struct LinkStatements: Sendable {
  /// The columns that are read: the identifier, the revision, those of the engine and of the codec.
  let columns: String
  /// The number of these columns.
  let width: Int32
  /// The query for the link at a host and slug.
  let byKey: String
  /// The query for the links at the rows `key_host` and `key_slug`.
  let byKeys: String
  /// The columns that are written, in the order of `SQLConnection.values`.
  package let written: String
  /// Takes the result of `SQLConnection.values`; does nothing when the host and slug are taken.
  package let insertion: String
  /// Takes the result of `SQLConnection.values` without the key, and the identifier of the row.
  let replacement: String

  /// - Parameters:
  ///   - own: the engine's columns that are read.
  ///   - added: those that are written.
  init(reading own: [String], writing added: [String]) {
    let read = ["id", "revision"] + own + LinkCodec.columns
    columns = read.joined(separator: ", ")
    width = Int32(clamping: read.count)
    byKey = "SELECT \(columns) FROM keiro.links WHERE host = $1 AND slug = $2"
    byKeys =
      "SELECT \(columns) FROM #rows JOIN keiro.links ON host = n.key_host AND slug = n.key_slug"
    func placed(_ names: [String]) -> String {
      names.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
    }
    let all = ["revision"] + added + LinkCodec.columns
    written = all.joined(separator: ", ")
    insertion =
      "INSERT INTO keiro.links (\(written)) VALUES (\(placed(all))) "
      + "ON CONFLICT (host, slug) DO NOTHING"
    let changing = ["revision"] + added + LinkColumn.changing.map { LinkCodec.columns[$0] }
    replacement =
      "UPDATE keiro.links SET (\(changing.joined(separator: ", "))) = (\(placed(changing))) "
      + "WHERE id = $\(changing.count + 1)"
  }
}

/// What engines know of the codec's columns.
package enum LinkColumn {
  /// The width in bytes of the columns that hold numbers, by their index in `LinkCodec.columns`.
  package static let widths: [Int?] = LinkCodec.columns.map { column in
    switch column {
    case "status", "skip_page", "archived": 2
    case "max_clicks": 4
    case "created_at", "updated_at", "not_before", "expires": 8
    default: nil
    }
  }

  fileprivate static let all = Array(LinkCodec.columns.indices)

  /// The columns that a change may touch. Setting the key would touch its index even without a change.
  fileprivate static let changing = LinkCodec.columns.indices.filter {
    !["host", "slug"].contains(LinkCodec.columns[$0])
  }

  /// The value for a column; lists and objects are text in `details`.
  fileprivate static func value(_ value: StoredValue, at index: Int) -> SQLValue {
    switch value {
    case .int(let number): .int(number)
    case .text(let text): .text(text)
    case .null, .list, .map, .rules: widths[index] == nil ? .text(nil) : .int(nil)
    }
  }
}

extension SQLConnection {
  /// The values of a link's row, in the order of `LinkStatements.written`.
  package static func values(_ link: ShortLink, revision: Int) -> [SQLValue] {
    values(link, revision, LinkColumn.all)
  }

  /// Writes a link in the row of another state of it.
  package func replaceLink(_ new: StoredLink) throws(Failure) {
    try send(
      Self.dialect.links.replacement,
      Self.values(new.link, new.revision, LinkColumn.changing) + [.int(new.id)])
  }

  private static func values(
    _ link: ShortLink, _ revision: Int, _ columns: [Int]
  ) -> [SQLValue] {
    let stored = LinkCodec.encode(link)
    var values: [SQLValue] = [.int(revision)]
    // Imports make millions of rows: one array each, of types that are known here.
    values.reserveCapacity(columns.count + 4)
    values += addedValues(link, stored, revision: revision)
    for index in columns { values.append(LinkColumn.value(stored[index], at: index)) }
    return values
  }
}
