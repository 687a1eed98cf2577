import JSONSyntax
import Links

/// A column of a table, or a member of an object, and what it holds of a link.
package struct LinkColumn: Equatable, Sendable {
  /// The names in files: the first is shown, also in problems, the others are alternatives. Case,
  /// spaces and punctuation do not matter.
  package let names: [String]
  let name: String
  /// Further names, which are not shown.
  let aliases: [String]
  /// The name of the field in JSON, such as `apple.fallback`; else the name of the column.
  let path: String
  /// Nil for a column that holds only part of a field, or more than one.
  let field: LinkField?
  let kind: Kind
  /// A remark for people, for the documentation.
  let remark: String?

  /// - Parameters:
  ///   - path: the field; nil for a column that corresponds to no single one.
  ///   - kind: what it holds; nil for a value of the field.
  ///   - isForeign: whether values are as other services write them.
  init(
    _ names: String..., holds path: String? = nil, as kind: Kind? = nil, isForeign: Bool = true,
    aliases: [String] = [], _ remark: String? = nil
  ) {
    self.names = names
    self.aliases = aliases
    self.remark = remark
    name = names.first ?? ""
    self.path = path ?? name
    field = LinkField.named(self.path)
    self.kind = kind ?? field.map { Kind($0.type, isForeign: isForeign) } ?? .text
  }

  /// Whether an unreadable text may be an end of the link, or a time before which the link was not
  /// to be seen.
  var closesUnread: Bool {
    switch kind {
    case .end, .state, .clickLimit: true
    default: path == "notBefore"
    }
  }

  /// Whether its text may be the destination of the link.
  var mayLead: Bool { if case .destination = kind { true } else { path == "url" } }

  /// Whether a text leaves a link unchanged.
  func saysNothing(_ text: String) -> Bool {
    switch kind {
    case .words(let words): LinkTree.word(for: text, in: words) == ""
    case .state(let words): words[text.lowercased()] == .live
    case .showsPreview: !LinkTree.isNothing(text)
    case .password, .rules, .lost, .end, .ended, .shelved, .testEnd, .clickLimit:
      LinkTree.isNothing(text)
    // A count of none tells how much of a limit is left.
    case .clicks: ForeignNumber.whole(text) == nil && LinkTree.isNothing(text)
    case .html: text == "NULL"
    case .foreignTime: closesUnread && LinkTree.isNothing(text)
    default: false
    }
  }

  enum Kind: Equatable, Sendable {
    case text, number, flag
    /// Texts separated by commas.
    case list
    case json
    /// A URL of another service, which may lack escapes that Keiro requires.
    case foreignURL
    /// A time in one of the forms found in exports.
    case foreignTime
    /// Texts separated by commas, bars or semicolons, with spaces around them.
    case foreignList
    /// Text in which `&amp;` means `&`.
    case html
    /// A value by the service's word for it; an empty one leaves the default.
    case words([String: String])
    /// Additional short URLs of the same link, or names on the host of the first.
    case moreShortURLs
    /// The destination, unless a column of lower rank has one; a text that is not the destination
    /// goes into the field `otherwise`.
    case destination(rank: Int, otherwise: String?)
    /// The destination for visitors on these systems from one country, whose code in capitals takes
    /// the place of the `xx` at the end of the name.
    case byCountry([UserAgent.Platform], country: String = "")
    /// Destinations for some visitors, in the service's notation.
    case rules(RuleDialect)
    case testEnd
    /// A campaign parameter that the service wrote into the destination.
    case written(String)
    /// Whether previews showed the link's own title and image instead of its destination's.
    case showsPreview
    /// The end of the link; an unreadable one closes it.
    case end
    /// Whether it has ended: a yes, a time or any other text.
    case ended
    /// Whether it is archived but still redirects.
    case shelved
    /// The state of the link, by the words for it; an unknown one closes it.
    case state([String: ForeignState])
    /// A click limit, reduced by the clicks already counted.
    case clickLimit
    /// The clicks that the old service counted.
    case clicks
    /// A password, or whether there is one.
    case password
    /// A value without a counterpart: the sentence reports it when there is one.
    case lost(Sentence)
    /// A value that is not needed here.
    case ignored

    /// The loss of services that show a destination under the address of the link.
    static let cloaked = lost("the link showed its destination under its own address")

    init(_ type: FieldType, isForeign: Bool) {
      self =
        switch type {
        case .host, .slug, .text, .word, .campaign, .password: .text
        case .destination, .url: isForeign ? .foreignURL : .text
        case .time: isForeign ? .foreignTime : .text
        case .int: .number
        case .choice(let choice): if case .int = choice.standard { .number } else { .text }
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

struct LinkColumns: Sendable {
  let columns: [LinkColumn]
  private let byName: [String: LinkColumn]

  init(_ columns: [LinkColumn]) {
    self.columns = columns
    let own = columns.map { (Self.plain($0.name), $0) }
    let others = columns.flatMap { column in
      (column.names.dropFirst() + column.aliases).map { (Self.plain($0), column) }
    }
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
    return LinkColumn(header, as: .byCountry(platforms, country: country))
  }

  /// The text in parentheses at the end of a header; nil for a header without any.
  static func code(in header: String) -> String? {
    // By bytes: Swift finds the character before another one in a time that grows with the text.
    let bytes = header.utf8
    guard let open = bytes.lastIndex(of: UInt8(ascii: "(")),
      let close = bytes.lastIndex(of: UInt8(ascii: ")")), open < close,
      header[bytes.index(after: close)...].allSatisfy(\.isWhitespace)
    else { return nil }
    return String(header[bytes.index(after: open)..<close])
  }

  static func plain(_ text: String) -> String {
    String(
      text.lowercased().unicodeScalars.filter { letter in
        letter.properties.isAlphabetic || ("0"..."9").contains(letter)
      })
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

  /// The columns of exports: every field of a link, but of passwords only the hash.
  static let exported = LinkField.all.map { field in
    if case .password = field.type {
      LinkColumn(field.path + ".hash")
    } else {
      LinkColumn(field.path, isForeign: false, aliases: field.aliases)
    }
  }

  /// The columns of Keiro's own tables, including those that only people write.
  static let own =
    exported
    + LinkField.all.filter { if case .password = $0.type { true } else { false } }
    .map { LinkColumn($0.path, isForeign: false, aliases: $0.aliases) }
    + [LinkColumn(shortURL, aliases: ["short_url"])]

  /// The 29 columns of Firebase's export, also by the names in its documentation.
  static let firebase =
    [LinkColumn(shortURL, aliases: ["Short URL", "Dynamic link"])]
    + FirebaseParameter.all.filter { $0.field != nil }.map { parameter in
      LinkColumn(
        parameter.name, holds: parameter.path, as: parameter.path == "archived" ? .shelved : nil,
        aliases: parameter.columnNames)
    }
}
