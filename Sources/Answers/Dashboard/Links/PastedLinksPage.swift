import Changes
import HTTPCore
import JSONSyntax
import LinkImport
import LinkStorage
import Links
import Management
import Questions
import Service
import SiteModel
import WebSyntax

/// Rows that were pasted: bare destinations, one a line, or a table whose first row names fields.
struct PastedRows {
  struct Row {
    /// The line on which it begins, from 1.
    let line: Int
    /// The link that it describes.
    let form: LinkForm
    /// Why it is none; nil if that is up to its fields.
    var fault: Sentence?
  }

  private(set) var rows: [Row] = []
  /// Why no links can be made of them; nil if they can.
  private(set) var fault: Sentence?

  static let limit = 500
  /// What a cell may hold: neither rules nor passwords, of which each takes long to hash.
  private static let fields = (LinkForm.main + LinkForm.groups.flatMap(\.paths))
    .filter { $0 != "rules" && $0 != "password" }.compactMap(LinkField.named)

  init(_ text: String, host: String?, in zone: LocalZone) {
    func form(_ cells: some Sequence<(LinkField?, String)>) -> LinkForm {
      var form = LinkForm(isNew: true, in: zone)
      form.values["host"] = host
      for case (let field?, let text) in cells where !text.isEmpty { form.put(text, in: field) }
      return form
    }
    // A file that is copied as a whole may begin with a byte order mark.
    let text = text.first == "\u{FEFF}" ? String(text.dropFirst()) : text
    var decoder = CSVDecoder()
    let records = decoder.feed(Array(text.utf8)[...]) + decoder.finish()
    let names = (records.first?.fields ?? []).map { $0.trimmed }
    let columns = names.map(Self.field)
    if columns.contains(where: { $0?.path == "url" }) {
      rows = records.dropFirst().map { record in
        let texts = record.fields.map { $0.trimmed }
        let stray = texts.indices.first { index in
          !texts[index].isEmpty && (index >= columns.count || columns[index] == nil)
        }
        let fault = stray.map { Sentence(Phrase(.columnWithoutName, $0 + 1)) }
        return Row(line: record.line, form: form(zip(columns, texts)), fault: fault)
      }
      let stranger = zip(names, columns).first { !$0.0.isEmpty && $0.1 == nil }?.0
      var seen: Set<String> = []
      let twice = zip(names, columns).first { _, column in
        column.map { !seen.insert($0.path).inserted } ?? false
      }?.0
      fault =
        records.lazy.compactMap(\.fault).first.map { Sentence($0) }
        ?? stranger.map { Sentence(Phrase(.noSuchField, $0)) }
        ?? twice.map { Sentence(Phrase(.fieldTwice, $0)) }
    } else {
      let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      rows = lines.enumerated().map { ($0 + 1, $1.trimmed) }.filter { !$1.isEmpty }
        .map { Row(line: $0, form: form([(LinkField.named("url"), $1)])) }
    }
    let count = rows.count
    if count == 0 { fault = fault ?? Sentence(Word.nothingPasted) }
    if count > Self.limit { fault = fault ?? Sentence(Phrase(.tooManyRows, count, Self.limit)) }
  }

  /// The field of a name in a header: its path, or the last part of it, as in `utm_source`.
  private static func field(_ name: String) -> LinkField? {
    let name = name.lowercased()
    return fields.first { $0.path.lowercased() == name }
      ?? fields.first { $0.path.lowercased() == "campaign." + name }
  }
}

extension PageContext {
  func pastedLinks() throws(Problem) -> HTTPResponse {
    try require(.writeLinks)
    return pastePage(after: query["change"].flatMap { Int($0) }.map(madeNotice) ?? "")
  }

  /// `POST /dashboard/links/paste`: a preview of each row, and then all links as one change.
  func makePasted() throws(Problem) -> HTTPResponse {
    try require(.writeLinks)
    let pasted = PastedRows(form["rows"] ?? "", host: form.text("host"), in: zone)
    if let fault = pasted.fault { return pastePage(fault) }
    let editor = try changed(self.editor)
    // The slugs that were shown are those of the links: sent twice, they are taken.
    let slugs = form.all("slug")
    var seen: Set<LinkKey> = []
    var drafts: [LinkDraft] = []
    let results: [PastedResult] = pasted.rows.enumerated().map { number, row in
      Result { () throws(ChangeError) in
        if let fault = row.fault { throw .refused(.invalid([FieldFault("", fault)], count: 1)) }
        var draft = LinkDraft(
          JSONNode(row.form.description()), passwords: pages.directory.passwords)
        if row.form.values["slug"] == nil, slugs.indices.contains(number), !slugs[number].isEmpty {
          draft.slug = .given(slugs[number])
        }
        let link = try editor.preview(draft)
        guard seen.insert(link.key).inserted else { throw .refused(.slugTaken(link.key)) }
        drafts.append(draft)
        return link
      }
    }
    // Nothing is made before all rows are right.
    guard form["step"] == "make", drafts.count == results.count else {
      return pastePage(after: pastePreview(pasted, results))
    }
    let made = editor.create(drafts)
    var refused: [(key: LinkKey, problem: Problem)] = []
    for case (.success(let link), .failure(let error)) in zip(results, made) {
      refused.append((link.key, Problem(error)))
    }
    let first = made.lazy.compactMap { try? $0.get().stored.link.key }.first
    let change = first.flatMap { lastChange(of: $0) }
    guard refused.isEmpty, let first else {
      let done = change.flatMap { Int($0) }.map(madeNotice) ?? ""
      return pastePage(after: .of(done, failureNotice(refused)))
    }
    return .redirect(to: "/dashboard/links/paste" + PageQuery.text([("change", change)]))
      .keeping(Self.hostCookie, first.host)
  }

  private func pastePage(_ fault: Sentence? = nil, after outcome: Markup = "") -> HTTPResponse {
    let (title, hosts) = (t(.severalLinks), linkHosts)
    var typed = LinkForm(isNew: true, in: zone)
    typed.faults["rows"] = fault
    let rows: Markup = """
      <textarea id="rows" name="rows" rows="8" spellcheck="false"\
      \(.when(fault == nil, " autofocus"))\(aria("rows", typed))>
      \(form["rows"] ?? "")</textarea>
      """
    return page(
      self.title(title, of: typed),
      """
      <h1>\(title)</h1>
      \(.when(form["step"] == nil, outcome))
      <form method="post" action="/dashboard/links/paste" novalidate class="card">
      \(wrapped("rows", typed, rows))
      <div class="fields">\(choice(
        "host", t(.host), hosts.map { ($0, $0) }, chosen: form.text("host") ?? keptHost))</div>
      <p class="actions"><button class="button" name="step" value="preview">\(t(.previewLink))</button>
      <a class="button quiet" href="/dashboard/links">\(t(.cancel))</a></p>
      </form>
      \(.when(form["step"] != nil, outcome))
      """, status: fault == nil ? .ok : .unprocessableContent)
  }

  private typealias PastedResult = Result<ShortLink, ChangeError>

  private func pastePreview(_ pasted: PastedRows, _ results: [PastedResult]) -> Markup {
    let rows = Markup.each(zip(pasted.rows, results)) { row, result in
      let cells: Markup =
        switch result {
        case .success(let link):
          """
          \(cell(.shortLink, "\(shown(link.key))"))\
          \(cell(.leadsTo, Markup.breakable(link.url), "long"))\(cell(.state, badge(.new, "good")))
          """
        case .failure(let error):
          """
          <td></td>\(cell(.leadsTo, Markup.breakable(row.form.values["url"] ?? ""), "long"))\
          \(cell(.state, .each(reasons(Problem(error), typed: row.form)) { "<span class=\"fault\">\($0)</span>" }))
          """
        }
      return "<tr><th scope=\"row\">\(row.line)</th>\(cells)</tr>"
    }
    let links = results.compactMap { try? $0.get() }
    let make: Markup = """
      <form method="post" action="/dashboard/links/paste" class="row">
      \(hidden("rows", form["rows"] ?? ""))\(hidden("host", form["host"] ?? ""))\
      \(.each(links) { hidden("slug", $0.slug) })
      <button class="button" name="step" value="make">\(t(.createLinks, links.count))</button></form>
      """
    return """
      <section class="card" id="planned"><h2>\(t(.previewLink))</h2>
      \(table(t(.previewLink), [.line, .shortLink, .leadsTo, .state], rows, isSortable: false))
      \(.when(links.count == results.count, make))</section>
      """
  }

  /// The links that a change of the reader made, with one button that copies all their addresses.
  private func madeNotice(_ change: Int) -> Markup {
    guard let user,
      let answer = try? asked(
        inquiry.ownChange(change, by: user.authority.actor, limit: PastedRows.limit)),
      case let links = answer.links.compactMap(\.current), !links.isEmpty
    else { return "" }
    let addresses = links.map { snapshot.shortURL($0.link.key) }
    let items = Markup.each(links) { "<li>\(way(to: $0.link.key))</li>" }
    return .of(
      notice("<p>\(t(.linksMade, links.count))</p>\(undoForm(change, back: nil))"),
      """
      <section class="card"><ul class="names">\(items)</ul>
      <p class="actions"><button type="button" class="quiet" \
      data-copy="\(addresses.joined(separator: "\n"))" hidden>\(t(.copy))</button></p></section>
      """)
  }
}
