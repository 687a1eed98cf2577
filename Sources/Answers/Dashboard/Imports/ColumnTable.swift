import HTTPCore
import LinkImport
import Service
import WebSyntax

/// What the columns of tables were last said to hold, by the names of all columns: for a few headers,
/// in a cookie of the browser.
struct KnownColumns {
  private(set) var kept: KeptItems

  init(_ request: PageRequest) { kept = KeptItems("keiro-columns", request) }

  private static func name(of columns: [FileColumn]) -> String {
    String(FNV1a(columns.map(\.name).joined(separator: "\n").utf8).hash, radix: 36)
  }

  func mapping(of columns: [FileColumn]) -> [ColumnMapping] {
    let name = Self.name(of: columns)
    let mapping = kept.items.first { $0.name == name }?.value.split(separator: ",") ?? []
    return mapping.compactMap { try? ColumnMapping(parsing: String($0)) }
  }

  /// Keeps a mapping; an empty one is forgotten.
  mutating func keep(_ mapping: [ColumnMapping], of columns: [FileColumn]) {
    let name = Self.name(of: columns)
    kept.items.removeAll { $0.name == name }
    if !mapping.isEmpty {
      kept.items.append((name, mapping.map { "\($0.column)=\($0.path)" }.joined(separator: ",")))
    }
    while !kept.fits { kept.items.removeFirst() }
  }
}

extension PageContext {
  /// The columns of a table with their first values, and a choice of what each holds.
  ///
  /// - Parameter isOpen: whether nothing can be imported without a choice.
  func columnTable(_ upload: Upload, isOpen: Bool) -> Markup {
    guard !upload.columns.isEmpty else { return "" }
    let chosen = Dictionary(
      upload.reading.mapping.map { ($0.column, $0.path) }, uniquingKeysWith: { first, _ in first })
    let fields = [("", t(.columnByName))] + Self.fields.map { ($0, label($0)) }
    let rows = Markup.each(upload.columns.enumerated()) { index, column in
      let values = Markup.each(column.values) {
        "<span class=\"soft detail\">\(Markup.breakable($0))</span>"
      }
      // A column without a name is known by its number, as in the remarks about it.
      let name = column.name.trimmed.isEmpty ? "\(index + 1)" : column.name
      let field = chosen["\(index + 1)"] ?? (chosen.isEmpty && isOpen ? column.path : nil)
      let choice: Markup = """
        <select name="column" aria-label="\(name)">\(options(fields, chosen: field))</select>
        """
      return """
        <tr><th scope="row" dir="auto">\(name)</th>\(cell(.firstValues, values, "short"))\
        \(cell(.field, choice))</tr>
        """
    }
    let form: Markup = """
      <form method="post" action="/dashboard/import/\(upload.id)">
      <p class="soft">\(t(.columnsHint))</p>
      \(table(t(.columnsTitle), [.column, .firstValues, .field], rows, isSortable: false))
      <p class="actions"><button class="button quiet">\(t(.importTry))</button></p></form>
      """
    return isOpen
      ? "<section class=\"card\"><h2>\(t(.columnsTitle))</h2>\(form)</section>"
      : "<details class=\"data\"><summary>\(t(.columnsTitle))</summary>\(form)</details>"
  }

  /// The fields that columns hold, the usual ones first.
  private static let fields: [String] = {
    let usual = ["short_link", "host", "slug", "url", "name", "tags", "ignore"]
    return usual + ColumnMapping.fieldNames.filter { !usual.contains($0) }
  }()

  /// Tries a file again with other meanings of its columns, which are kept for files like it.
  func tryAgain(_ upload: Upload, _ user: SignedIn) throws(Problem) -> HTTPResponse {
    let mapping = form.all("column").prefix(upload.columns.count).enumerated().compactMap {
      try? ColumnMapping(parsing: "\($0 + 1)=\($1)")
    }
    if upload.begin(.trying, { $0.mapping = mapping }) {
      ImportRun(pages, upload, user, isDryRun: true, at: now).beginWhenFree()
    }
    var known = KnownColumns(request)
    known.keep(mapping, of: upload.columns)
    return known.kept.keep(in: .redirect(to: "/dashboard/import/" + upload.id))
  }

  // MARK: - Samples

  var samples: Markup {
    ImportSource.all.compactMap { source in
      source.format.serviceName.map { name -> Markup in
        """
        <a href="/dashboard/import?sample=\(source.format.rawValue)" download>\(name)</a>
        """
      }
    }.joined(separator: " · ")
  }

  func sample(_ name: String) throws(Problem) -> HTTPResponse {
    guard let format = ImportFormat(rawValue: name), let source = ImportSource.named(format) else {
      throw .notFound
    }
    guard format == .ndjson else { return .file("\(format.rawValue).csv", source.sample) }
    return .file("\(format.rawValue).ndjson", source.sample, type: "application/x-ndjson")
  }
}
