import Links

/// Which field of a link a column of a table holds.
package struct LinkColumn: Equatable, Sendable {
  /// As the column is called, and named in problems.
  let name: String
  /// As in JSON: `apple.fallback`.
  let path: String
  /// Nil for a column that is only a part of a field, or more than one.
  let field: LinkField?
  let kind: Kind

  /// A column of text that stands for no single field.
  init(_ name: String) {
    self.name = name
    path = name
    field = nil
    kind = .text
  }

  init(_ field: LinkField, named name: String? = nil, isForeign: Bool = false) {
    self.name = name ?? field.path
    path = field.path
    self.field = field
    kind = Kind(field.type, isForeign: isForeign)
  }

  /// Why the column cannot hold a text; nil when its field has to say.
  func fault(of text: String) -> String? {
    switch kind {
    case .number where Int(text) == nil: "'\(text.prefix(200))' is not a whole number"
    case .flag where LinkTree.flag(text) == nil:
      "'\(text.prefix(200))' is not a yes or no: expected true or false"
    default: nil
    }
  }

  enum Kind: Sendable {
    case text, number, flag
    /// Texts with commas between them.
    case list
    case json
    /// A URL of another service, which may lack escapes that keiro insists on.
    case foreignURL
    /// A time in one of the forms that exports are seen to have.
    case foreignTime

    init(_ type: FieldType, isForeign: Bool) {
      self =
        switch type {
        case .host, .slug, .text, .word, .campaign, .password: .text
        case .destination, .url: isForeign ? .foreignURL : .text
        case .time: isForeign ? .foreignTime : .text
        case .int: .number
        case .choice(let choice): if case .number = choice.standard { .number } else { .text }
        case .flag: .flag
        case .tags: .list
        case .extra: .json
        }
    }
  }
}

/// The columns of a format, and by which other names they are known.
struct LinkColumns: Sendable {
  let columns: [LinkColumn]
  private let byName: [String: LinkColumn]

  init(_ columns: [LinkColumn], aliases: (LinkColumn) -> [String]) {
    self.columns = columns
    let own = columns.map { (Self.plain($0.name), $0) }
    let others = columns.flatMap { column in aliases(column).map { (Self.plain($0), column) } }
    byName = Dictionary(own + others) { first, _ in first }
  }

  /// Case, spaces and punctuation aside, as headers are written by hand.
  func column(named header: String) -> LinkColumn? { byName[Self.plain(header)] }

  private static func plain(_ text: String) -> String {
    String(
      decoding: text.lowercased().utf8.filter { byte in
        (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte)
      }, as: UTF8.self)
  }

  /// The column with the whole short URL, in place of host and slug.
  static let shortURL = "short_link"

  /// The columns that exports have: every field of a link, and of passwords the hash.
  static let exported = LinkField.all.map { field in
    if case .password = field.type { LinkColumn(field.path + ".hash") } else { LinkColumn(field) }
  }

  /// The columns of keiro's own tables, with those that only people write.
  static let own = LinkColumns(exported + written) { column in
    column.name == shortURL ? ["short_url"] : column.field?.aliases ?? []
  }

  private static let written =
    LinkField.all.filter { if case .password = $0.type { true } else { false } }
    .map { LinkColumn($0) } + [LinkColumn(shortURL)]

  /// The 29 columns of Firebase's export, also under the names that its documentation has for them.
  static let firebase: LinkColumns = {
    let parameters = FirebaseParameter.all.compactMap { parameter in
      parameter.field.map { field in
        (
          column: LinkColumn(field, named: parameter.name, isForeign: true),
          names: parameter.columnNames
        )
      }
    }
    return LinkColumns([LinkColumn(shortURL)] + parameters.map(\.column)) { column in
      column.name == shortURL
        ? ["Short URL", "Dynamic link"]
        : parameters.first { $0.column.name == column.name }?.names ?? []
    }
  }()
}
