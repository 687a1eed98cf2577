import JSONSyntax
import Links

/// A column of a table and the field of a link that it holds.
package struct LinkColumn: Equatable, Sendable {
  /// The name of the column, also in problems.
  let name: String
  /// The name of the field in JSON: `apple.fallback`.
  let path: String
  /// Nil for a column that holds only part of a field, or more than one.
  let field: LinkField?
  let kind: Kind

  /// A column of text that corresponds to no single field.
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

  init(_ column: SourceColumn, zone: Int) {
    let name = column.names.first ?? ""
    var kind: Kind?
    var path: String?
    switch column.meaning {
    case .shortURL: (path, kind) = (LinkColumns.shortURL, .text)
    case .field(let field): path = field
    case .html(let field): (path, kind) = (field, .html)
    case .words(let field, let words): (path, kind) = (field, .words(words))
    case .clickLimit: (path, kind) = ("maxClicks", .clickLimit)
    case .moreShortURLs: kind = .moreShortURLs
    case .destination(let rank, let other): kind = .destination(rank: rank, otherwise: other)
    case .byCountry(let platforms): kind = .byCountry(platforms, country: "")
    case .rules(let dialect): kind = .rules(dialect)
    case .testEnd: kind = .testEnd
    case .written(let field): kind = .written(field)
    case .showsPreview: kind = .showsPreview
    case .end: kind = .end(zone: zone)
    case .ended: kind = .ended
    case .shelved: kind = .shelved
    case .state(let words): kind = .state(words)
    case .clicks: (path, kind) = (LinkColumns.clicks, .clicks)
    case .password: kind = .password
    case .lost(let sentence): kind = .lost(sentence)
    case .ignored: kind = .ignored
    }
    self.init(name: name, path: path ?? name, kind: kind, zone: zone)
  }

  init(_ name: String, _ platforms: [RulePlatform], country: String) {
    self.init(name: name, path: name, kind: .byCountry(platforms, country: country), zone: 0)
  }

  init(name: String, path: String, kind: Kind?, zone: Int) {
    let field = LinkField.named(path)
    self.name = name
    self.path = path
    self.field = field
    self.kind = kind ?? field.map { Kind($0.type, isForeign: true, zone: zone) } ?? .text
  }

  /// A column that the caller has mapped.
  ///
  /// - Parameters:
  ///   - name: its name in the file.
  ///   - path: one of `LinkColumns.mappable`.
  init(mapped name: String, to path: String, isForeign: Bool, zone: Int) {
    self.name = name
    self.path = path
    field = LinkField.named(path)
    switch path {
    case LinkColumns.clicks: kind = .clicks
    case LinkColumns.ignored: kind = .ignored
    default: kind = field.map { Kind($0.type, isForeign: isForeign, zone: zone) } ?? .text
    }
  }

  /// The reason that the column cannot hold a text; nil when that is up to its field.
  func fault(of text: String) -> ImportRemark? {
    switch kind {
    case .number where Int(text) == nil, .clickLimit where ForeignNumber.whole(text) == nil,
      .clicks where ForeignNumber.whole(text) == nil:
      .notWholeNumber(String(text.prefix(200)))
    case .flag where LinkTree.flag(text) == nil, .shelved where LinkTree.flag(text) == nil:
      .notYesOrNo(String(text.prefix(200)))
    case .words(let words) where words[text.lowercased()] == nil:
      .notKnown(String(text.prefix(200)), expected: words.keys.sorted())
    case .state(let words) where words[text.lowercased()] == nil:
      .notKnown(String(text.prefix(200)), expected: words.keys.sorted())
    case .end(let zone) where Timestamp(foreign: text, zone: zone) == nil,
      .foreignTime(let zone) where closesUnread && Timestamp(foreign: text, zone: zone) == nil:
      .notTime(String(text.prefix(200)))
    default: nil
    }
  }

  /// Whether an unreadable text may be an end of the link, or a time before which the link was not
  /// to be seen.
  var closesUnread: Bool {
    switch kind {
    case .end, .state, .clickLimit: true
    default: path == "notBefore"
    }
  }

  /// Whether a text leaves a link unchanged.
  func saysNothing(_ text: String) -> Bool {
    switch kind {
    case .words(let words): words[text.lowercased()] == ""
    case .state(let words): words[text.lowercased()] == .live
    case .shelved: LinkTree.flag(text) == false
    case .showsPreview: LinkTree.flag(text) != false
    case .password, .rules, .lost, .ended, .clickLimit: LinkTree.isNothing(text)
    default: false
    }
  }

  enum Kind: Equatable, Sendable {
    case text, number, flag
    case list
    case json
    /// A URL of another service, which may lack escapes that Keiro requires.
    case foreignURL
    /// A time in one of the forms found in exports; without an offset, by a clock that many seconds
    /// ahead of UTC.
    case foreignTime(zone: Int)
    /// Texts separated by commas, bars or semicolons, with spaces around them.
    case foreignList
    case html
    case words([String: String])
    case moreShortURLs
    case destination(rank: Int, otherwise: String?)
    /// The country code is in capitals.
    case byCountry([RulePlatform], country: String)
    case rules(RuleDialect)
    case testEnd, showsPreview
    case written(String)
    case end(zone: Int)
    case ended, shelved
    case state([String: ForeignState])
    case clickLimit, clicks, password, ignored
    case lost(Sentence)

    init(_ type: FieldType, isForeign: Bool, zone: Int = 0) {
      self =
        switch type {
        case .host, .slug, .text, .word, .campaign, .password: .text
        case .destination, .url: isForeign ? .foreignURL : .text
        case .time: isForeign ? .foreignTime(zone: zone) : .text
        case .int: .number
        case .choice(let choice): if case .number = choice.standard { .number } else { .text }
        case .flag: .flag
        case .tags: isForeign ? .foreignList : .list
        case .extra, .rules: .json
        }
    }

    /// Whether a field of this kind is read by the rules of its type alone.
    var isPlain: Bool {
      switch self {
      case .text, .number, .flag, .list, .json, .foreignURL, .foreignTime, .foreignList: true
      default: false
      }
    }
  }
}

/// The columns of a format and their other names.
struct LinkColumns: Sendable {
  let columns: [LinkColumn]
  private let byName: [String: LinkColumn]

  init(_ columns: [LinkColumn], aliases: (LinkColumn) -> [String]) {
    self.columns = columns
    let own = columns.map { (Self.plain($0.name), $0) }
    let others = columns.flatMap { column in aliases(column).map { (Self.plain($0), column) } }
    byName = Dictionary(own + others) { first, _ in first }
  }

  /// The column of a header, ignoring case, spaces and punctuation, as headers are written by hand.
  func column(named header: String) -> LinkColumn? {
    let plain = Self.plain(header)
    if let column = byName[plain] { return column }
    // As in "Deep link (link)", where the code of the field stands behind its name.
    if let code = Self.code(in: header), let column = column(named: code) { return column }
    guard let country = VisitorTraits.country(String(plain.suffix(2))),
      case .byCountry(let platforms, _) = byName[plain.dropLast(2) + "xx"]?.kind
    else { return nil }
    return LinkColumn(header, platforms, country: country)
  }

  /// The text in parentheses at the end of a header; nil for a header without any.
  static func code(in header: String) -> String? {
    guard let open = header.lastIndex(of: "("), let close = header.lastIndex(of: ")"), open < close,
      header[header.index(after: close)...].allSatisfy(\.isWhitespace)
    else { return nil }
    return String(header[header.index(after: open)..<close])
  }

  static func plain(_ text: String) -> String {
    String(
      decoding: text.lowercased().utf8.filter { byte in
        (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte)
      }, as: UTF8.self)
  }

  /// The column with the whole short URL, instead of host and slug.
  static let shortURL = "short_link"
  /// The field with the clicks that the old service counted.
  static let clicks = "importedClicks"
  /// Instead of a field, for a column that is not needed.
  static let ignored = "ignore"

  /// The fields that a column of a file can be mapped to.
  static let mappable =
    LinkField.all.filter { $0.setters.contains(.importing) }.map(\.path) + [shortURL, ignored]

  init(_ source: ImportSource, zone: Int) {
    if let own = source.ownColumns {
      self = own
      return
    }
    let columns = source.columns.map { (LinkColumn($0, zone: zone), $0.names) }
    // The first name is the one displayed; the others are synonyms.
    let named = columns.flatMap { column, names in names.map { (Self.plain($0), column) } }
    self.columns = columns.map(\.0)
    byName = Dictionary(named) { first, _ in first }
  }

  /// The columns of exports: every field of a link, but of passwords only the hash.
  static let exported = LinkField.all.map { field in
    if case .password = field.type { LinkColumn(field.path + ".hash") } else { LinkColumn(field) }
  }

  /// The columns of Keiro's own tables, including those that only people write.
  static let own = LinkColumns(exported + written) { column in
    column.name == shortURL ? ["short_url"] : column.field?.aliases ?? []
  }

  private static let written =
    LinkField.all.filter { if case .password = $0.type { true } else { false } }
    .map { LinkColumn($0) } + [LinkColumn(shortURL)]

  /// The 29 columns of Firebase's export, also by the names in its documentation.
  static let firebase: LinkColumns = {
    let parameters = FirebaseParameter.all.compactMap { parameter in
      parameter.field.map { field in
        (
          column: parameter.path == "archived"
            ? LinkColumn(name: parameter.name, path: parameter.path, kind: .shelved, zone: 0)
            : LinkColumn(field, named: parameter.name, isForeign: true),
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
