import HTTPCore
import LinkImport
import Service
import WebSyntax

/// What the columns of tables were last said to hold, by the names of all columns: for a few headers,
/// in a cookie of the browser.
struct KnownColumns {
  private var headers: [(name: String, value: String)] = []

  private static let cookie = "keiro-columns"
  private static let limit = 8
  /// Below the 4,096 bytes that browsers allow for cookies (RFC 6265, section 6.1).
  private static let mostBytes = 3500

  init(_ request: PageRequest) {
    guard let text = request.cookie(Self.cookie), text.utf8.count <= Self.mostBytes else { return }
    headers = PageForm(Array(text.utf8)[...])?.items ?? []
  }

  private static func name(of columns: [FileColumn]) -> String {
    String(FNV1a(columns.map(\.name).joined(separator: "\n").utf8).hash, radix: 36)
  }

  func mapping(of columns: [FileColumn]) -> [ColumnMapping] {
    let name = Self.name(of: columns)
    let mapping = headers.first { $0.name == name }?.value.split(separator: ",") ?? []
    return mapping.compactMap { try? ColumnMapping(parsing: String($0)) }
  }

  /// Keeps a mapping; an empty one is forgotten.
  mutating func keep(_ mapping: [ColumnMapping], of columns: [FileColumn]) {
    let name = Self.name(of: columns)
    headers.removeAll { $0.name == name }
    if !mapping.isEmpty {
      headers.append((name, mapping.map { "\($0.column)=\($0.path)" }.joined(separator: ",")))
    }
    while headers.count > Self.limit || text.utf8.count > Self.mostBytes { headers.removeFirst() }
  }

  private var text: String {
    String(PageQuery.text(headers.map { ($0.name, $0.value) }).dropFirst())
  }

  var setting: String {
    "\(Self.cookie)=\(text); Path=/dashboard; Max-Age=31536000; HttpOnly; SameSite=Lax"
  }
}

extension PageContext {
  /// The columns of a table with their first values, and a choice of what each holds.
  ///
  /// - Parameter isOpen: whether nothing can be imported without a choice.
  func columnTable(_ upload: Upload, isOpen: Bool) -> Markup {
    guard !upload.columns.isEmpty else { return "" }
    let chosen = Dictionary(
      upload.options.mapping.map { ($0.column, $0.path) }, uniquingKeysWith: { first, _ in first })
    let fields = [("", t(.columnByName))] + Self.fields.map { ($0, label($0)) }
    let rows = Markup.each(upload.columns.enumerated()) { index, column in
      let values = Markup.each(column.values) {
        "<span class=\"soft detail\">\(Markup.breakable($0))</span>"
      }
      let field = chosen["\(index + 1)"] ?? (chosen.isEmpty && isOpen ? column.path : nil)
      let choice: Markup = """
        <select name="column" aria-label="\(column.name)">\(options(fields, chosen: field))</select>
        """
      return """
        <tr><th scope="row" dir="auto">\(column.name)</th>\(cell(.firstValues, values))\
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
    var answer = HTTPResponse.redirect(to: "/dashboard/import/" + upload.id)
    answer.fields.append("Set-Cookie", known.setting)
    return answer
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
