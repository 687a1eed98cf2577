package import Links

/// What a service that people come from writes into its files: the columns of its tables and the
/// members of its JSON alike, each with what it means for a link.
///
/// A new service is a file with such a table, a line in `all`, a test with a file of its making and
/// an article of the guide, whose table of columns is generated from here.
package struct ImportSource: Sendable {
  package let format: ImportFormat
  /// As the service calls itself.
  package let title: String
  /// The ways in which it hands out files.
  package let shapes: [FileShape]
  package let columns: [SourceColumn]
  /// Names by which a file shows that it is the service's: all of a line have to be there.
  let signatures: [[String]]
  /// The columns of tables without names, of which there are as many as here or fewer.
  var positions: [String] = []
  /// Whether its times are those of its server's clock and say nothing of their offset.
  var timesLackOffset = false
  /// Whether cells that a spreadsheet would take for formulas have an apostrophe in front.
  var guardsFormulas = false
  /// What became of the query of a visit there, where the row does not say.
  var query = ShortLink.QueryMode.merge
  /// Whether it sent every visitor straight on, without a page that offers an app.
  var sendsStraightOn = true
  /// Whether a field that cannot be carried over is left out with a note; otherwise it rejects its
  /// row, as in files that keiro wrote itself.
  var isForeign = true
  /// How columns are called where `LinkColumns` know more than `columns` say.
  var ownColumns: LinkColumns?

  /// Every service, in the order in which they are told.
  package static let all: [ImportSource] = [
    firebase, bitly, dub, shlink, yourls, kutt, rebrandly, shortio, branch, keiroTable, keiroLines,
  ]

  /// The service of a format; nil where the file has to say.
  package static func named(_ format: ImportFormat) -> ImportSource? {
    switch format {
    case .auto: nil
    // What the old service answers is written down as a table.
    case .urlList: keiroTable
    default: all.first { $0.format == format }
    }
  }

  /// The source whose names stand in a file, and which of them gave it away; the most telling wins.
  static func recognized(
    by names: [String], in shape: FileShape
  ) -> (source: ImportSource, names: [String])? {
    let present = Set(names.map(LinkColumns.plain))
    let shape = shape == .lines ? FileShape.json : shape
    var best: (source: ImportSource, names: [String])?
    for source in all where source.shapes.contains(shape) {
      for signature in source.signatures
      where signature.count > best?.names.count ?? 0
        && signature.allSatisfy({ present.contains(LinkColumns.plain($0)) })
      {
        best = (source, signature)
      }
    }
    return best
  }
}

/// One column of a source.
package struct SourceColumn: Sendable {
  /// As it is called in the service's files; the first is told, the others are other spellings. Case,
  /// spaces and punctuation do not matter.
  package let names: [String]
  package let meaning: Meaning
  /// What people should know of it, for the documentation.
  package let remark: String?

  init(_ names: String..., is meaning: Meaning, _ remark: String? = nil) {
    self.names = names
    self.meaning = meaning
    self.remark = remark
  }

  package enum Meaning: Equatable, Sendable {
    /// The short URL, with or without its scheme.
    case shortURL
    /// Further short URLs of the same link, or names on the host of the first.
    case moreShortURLs
    /// A field of the link, by its path.
    case field(String)
    /// A field of text in which `&amp;` stands for `&`.
    case html(String)
    /// A field, by the words that mean its values; an empty value leaves the default.
    case words(String, [String: String])
    /// The destination, unless a column of a lower rank has one; the field beside it takes a text that
    /// is not the destination.
    case destination(rank: Int, otherwise: String?)
    /// Where visitors go on these systems who come from the country whose code ends the name, where
    /// `xx` stands here.
    case byCountry([RulePlatform])
    /// Destinations for some visitors, as the service writes them.
    case rules(RuleDialect)
    /// When a test of destinations was over, or will be.
    case testEnd
    /// A parameter of a campaign that the service has written into the destination.
    case written(String)
    /// Whether services that show previews got title and image of the link, rather than those of its
    /// destination.
    case showsPreview
    /// When the link ends; what cannot be read closes it.
    case end
    /// Whether it has ended, by a yes, a time or any other text.
    case ended
    /// Whether it is put aside and goes on redirecting.
    case shelved
    /// How it fares, by the words for it; what is not known closes it.
    case state([String: ForeignState])
    /// A limit of clicks, of which those that were counted are gone already.
    case clickLimit
    /// Clicks that the old service has counted.
    case clicks
    /// A password, or whether there is one.
    case password
    /// What has no counterpart: the sentence says so where there is something.
    case lost(String)
    /// What is of no use here.
    case ignored
  }
}

/// How a link fares at the service that it comes from.
package enum ForeignState: Equatable, Sendable {
  case live
  /// Out of sight there, and as live as ever.
  case shelved
  case ended
}

extension SourceColumn {
  /// What the column becomes, for people.
  package var target: String {
    switch meaning {
    case .shortURL: "host and slug"
    case .moreShortURLs: "a further link for each"
    case .field(let path), .html(let path), .words(let path, _): "`\(path)`"
    case .destination(0, _): "`url`"
    case .destination(_, nil): "`url`, where no other column has it"
    case .destination(_, let path?): "`\(path)`, or `url` where no other column has it"
    case .byCountry: "`rules`"
    case .rules: "`rules`; what has no counterpart stays behind, and the report says so"
    case .testEnd: "`until` of the rules that the test becomes"
    case .written(let path): "`\(path)`, where the destination holds it"
    case .showsPreview: "whether there is a `social`"
    case .end: "`expires`; what cannot be read closes the link"
    case .ended: "`archived`, where it says anything but no"
    case .shelved: "the tag `archived`: the link stays live"
    case .state: "the tag `archived` or, for what has ended or is not known, `archived`"
    case .clickLimit:
      "`maxClicks`, less the clicks that were counted; what cannot be read closes the link"
    case .clicks: "`importedClicks`, with `--clicks`"
    case .password: "stays behind; the link is archived until it has a password of yours"
    case .lost: "stays behind, and the report says so"
    case .ignored: "not taken"
    }
  }
}
