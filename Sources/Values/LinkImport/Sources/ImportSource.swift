import JSONSyntax
import Links

/// The files of a service that people migrate from: the columns of its tables and the members of
/// its JSON, each with its meaning for a link.
///
/// A new service needs a file with such a table, an entry in `all`, a test with a file that it
/// made, and an article in the guide, whose table of columns is generated from here.
package struct ImportSource: Sendable {
  /// The format by which commands and calls name the service.
  package let format: ImportFormat
  package let title: String
  package let shapes: [FileShape]
  package let columns: [LinkColumn]
  /// Names that identify its files: all names of one entry have to be present.
  let signatures: [[String]]
  /// The columns of tables without a header; a table may have fewer.
  var positions: [String] = []
  /// Whether its times follow its server's clock and do not state their offset.
  var timesLackOffset = false
  /// Whether cells that a spreadsheet would take for formulas begin with an apostrophe.
  var guardsFormulas = false
  /// The treatment of the query of a visit there, unless the row specifies one.
  var query = ShortLink.QueryMode.merge
  /// The status of its redirects, unless the row specifies one.
  var status = ShortLink.RedirectStatus.found
  /// Whether its robots.txt kept search engines away from most links.
  var hidesFromSearch = false
  /// Whether it redirected every visitor immediately, without a page that offers an app.
  var sendsStraightOn = true
  /// Whether a field that cannot be carried over is left out with a note; otherwise it rejects its
  /// row, as in files that Keiro wrote itself.
  var isForeign = true
  /// Whether rows have only some fields of a link, whose others stay as they are.
  var isPart = false

  /// All services, in the order in which they are listed.
  package static let all: [ImportSource] = [
    firebase, bitly, dub, shlink, yourls, kutt, rebrandly, shortio, branch, keiroTable, keiroLines,
  ]

  /// The source of a format; nil when the file has to show it, and for a list of addresses.
  package static func named(_ format: ImportFormat) -> ImportSource? {
    all.first { $0.format == format }
  }

  /// The source whose names appear in a file, and the names that identified it; the longest
  /// signature wins.
  static func recognized(
    by names: [String], in shape: FileShape
  ) -> (source: ImportSource, names: [String])? {
    let codes = names.compactMap(LinkColumns.code)
    let present = Set((names + codes).map(LinkColumns.plain))
    let shape = shape == .lines ? FileShape.json : shape
    let fitting = (all + [keiroList]).filter { $0.shapes.contains(shape) }.flatMap { source in
      source.signatures.filter { $0.allSatisfy { present.contains(LinkColumns.plain($0)) } }
        .map { (source: source, names: $0) }
    }
    return fitting.max { $0.names.count < $1.names.count }
  }
}

/// The state of a link at the service that it comes from.
package enum ForeignState: Equatable, Sendable {
  case live
  /// Hidden there, but still redirecting.
  case shelved
  case ended
}

package enum ImportFormat: String, CaseIterable, Sendable {
  /// The format that the file appears to have.
  case auto
  case firebase, bitly, dub, shlink, yourls, kutt, rebrandly, shortio, branch
  /// A list of short URLs, each of which is requested from the old service.
  case urlList = "url-list"
  /// Keiro's own formats.
  case csv, ndjson
}

extension ImportSource {
  /// The columns of the service as a Markdown table for the guide.
  package var documentation: String {
    func cell(_ text: String) -> String {
      // A bar would end the cell.
      text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
    }
    let rows = columns.map { column in
      let names = column.names.map { "`\(cell($0))`" }.joined(separator: ", ")
      let remark = column.remark.map { "; " + cell($0) } ?? ""
      return "| \(names) | \(column.target)\(remark) |\n"
    }
    return "| column or member | becomes |\n|---|---|\n" + rows.joined()
  }
}

extension LinkColumn {
  /// What the column becomes, for people.
  fileprivate var target: String {
    switch kind {
    case .moreShortURLs: "an additional link for each"
    case .destination(0, _): "`url`"
    case .destination(_, nil): "`url`, if no other column has it"
    case .destination(_, let path?): "`\(path)`, or `url` if no other column has it"
    case .byCountry: "`rules`"
    case .rules: "`rules`; those without a counterpart are dropped and reported"
    case .testEnd: "`until` of the rules that the test becomes"
    case .written(let path): "`\(path)`, if the destination contains it"
    case .showsPreview: "whether there is a `social`"
    case .end: "`expires`; an unreadable time closes the link"
    case .ended: "`archived`, for any value but no"
    case .shelved: "the tag `archived`: the link stays live"
    case .state: "the tag `archived` or, for an ended or unknown state, the field `archived`"
    case .clickLimit:
      "`maxClicks`, minus the clicks already counted; an unreadable number closes the link"
    case .clicks: "`importedClicks`, with `--clicks`"
    case .password: "dropped; the link is archived until you set a password"
    case .lost: "dropped and reported"
    case .ignored: "not imported"
    case .text, .number, .flag, .list, .json, .foreignURL, .foreignTime, .foreignList, .html,
      .words:
      path == LinkColumns.shortURL ? "host and slug" : "`\(path)`"
    }
  }
}
