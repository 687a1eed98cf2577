import Changes
import HTTPCore
import JSONSyntax
import LinkStorage
import Links
import Management
import Service
import WebSyntax

/// The edit of many links at once: what was typed, and what it asks for.
private struct ManyForm {
  /// The fields that are those of a link: the campaign, the end and the tags to add.
  var fields: LinkForm
  private let form: PageForm

  static let campaign = ShortLink.Campaign.names.map { "campaign." + $0 }
    .filter { $0.hasPrefix("campaign.utm_") }
  static let (host, formerHost, skip) = ("to", "from", "skip")
  /// Ticks that empty what would otherwise stay.
  static let (noCampaign, noEnd) = ("no-campaign", "no-end")

  init(_ form: PageForm, in zone: LocalZone) {
    self.form = form
    fields = LinkForm(form, isNew: true, in: zone)
    // The bar of the list has a single tag.
    fields.values["tags"] = form.text("tags") ?? form.text("tag")
  }

  var edits: LinkEdits {
    var edits = LinkEdits()
    (edits.host, edits.formerHost) = (form.text(Self.host), form.text(Self.formerHost))
    edits.tags = LinkForm.words(fields.values["tags"] ?? "")
    edits.fields = fields.described("campaign", "expires")
    if form.has(Self.noCampaign) { put("campaign", .null, &edits) }
    if form.has(Self.noEnd) { put("expires", .null, &edits) }
    if let skip = form.text(Self.skip) { put("skipPage", .bool(skip == "yes"), &edits) }
    return edits
  }

  private func put(_ name: String, _ value: JSONOutput, _ edits: inout LinkEdits) {
    edits.fields.removeAll { $0.name == name }
    edits.fields.append(.init(name, value))
  }

  /// Takes the faults that all links have, which are those of what was typed.
  mutating func take(_ faults: [FieldFault]) {
    for fault in faults {
      let name = String(fault.field.prefix { $0 != "[" })
      fields.faults[name] = fields.faults[name] ?? fault.reason
    }
  }
}

extension PageContext {
  /// The number of links whose changes a preview shows.
  private static let previewedLinks = 50

  /// The form, its preview, or the outcome of an edit of many links. Only what was previewed is done.
  func editMany(
    _ chosen: Chosen, _ listing: LinkListing, isEvery: Bool
  ) throws(Problem) -> HTTPResponse {
    let shown = form[LinkForm.zoneField].flatMap(pages.memory.zones.zone) ?? zone
    var typed = ManyForm(form, in: shown)
    let change = BulkChange.edit(typed.edits)
    let isSame = form["count"] == String(chosen.keys.count)
    if form["step"] == "apply", isSame {
      return try carryOut(.edit, change, chosen, listing)
    }
    let results = try changed(editor.preview(chosen.keys, change, known: chosen.known))
    var (edits, failed): ([LinkEditor.PreviewedEdit], [(key: LinkKey, reason: Sentence)]) = ([], [])
    var faults: [FieldFault] = []
    for (key, result) in zip(chosen.keys, results) {
      switch result {
      case .success(let edit): edits.append(edit)
      case .failure(let error):
        let problem = Problem(error)
        faults = failed.isEmpty ? problem.faults : faults.filter(problem.faults.contains)
        failed.append((key, problem.firstReason))
      }
    }
    if edits.isEmpty { typed.take(faults) }
    let title = t(.editLinksTitle, chosen.keys.count)
    let hosts = Set(edits.compactMap { WebURL($0.before.url)?.comparedHost }).sorted()
    return page(
      self.title(title, of: typed.fields),
      """
      <h1>\(title)</h1>
      <form method="post" action="/dashboard/links" novalidate class="card many">
      \(hidden(listing.formItems))\(selection(chosen.keys, isEvery: isEvery))
      \(hidden(LinkForm.zoneField, shown.name))\(hidden("action", BulkAction.edit.rawValue))
      <p class="soft">\(t(.editLinksHint))</p>
      \(manyFields(typed, hosts))
      <p class="actions"><button class="button" name="step" value="preview">\(t(.previewLink))</button>
      <a class="button quiet" href="\(listing.address)">\(t(.cancel))</a></p>
      </form>
      \(.when(form.has("step"), previewOfMany(edits, failed, of: chosen.keys.count)))
      """)
  }

  private func manyFields(_ typed: ManyForm, _ hosts: [String]) -> Markup {
    func tick(_ name: String, _ word: Word) -> Markup {
      """
      <label class="check"><input type="checkbox" name="\(name)" value="yes"\
      \(Markup.when(form.has(name), " checked"))> \(t(word))</label>
      """
    }
    let fields = typed.fields
    let fault: Markup =
      fields.faults["url"].map { text in
        "<span class=\"fault\" id=\"to-fault\">\(said(text))</span>"
      } ?? ""
    let aria: Markup =
      fault.isEmpty ? "" : " aria-invalid=\"true\" aria-describedby=\"to-fault\""
    let anyHost = [(value: "", name: t(.all))] + hosts.map { (value: $0, name: $0) }
    let skips = [
      (value: "", name: t(.unchangedValue)), (value: "yes", name: t(.yes)),
      (value: "no", name: t(.no)),
    ]
    return """
      <h2>\(t(.destinationUrl))</h2><div class="fields">
      \(choice(ManyForm.formerHost, t(.destinationsOn), anyHost, chosen: form.text(ManyForm.formerHost)))
      <p class="field"><label for="to">\(t(.newHost))</label><input id="to" name="to" \
      value="\(form[ManyForm.host] ?? "")" placeholder="shop.example.com" spellcheck="false" \
      autocapitalize="none"\(.when(!fields.isRefused || !fault.isEmpty, " autofocus"))\(aria)>\(fault)</p></div>
      <h2>\(t(.campaign))</h2><div class="fields">\
      \(.each(ManyForm.campaign) { field($0, fields) })</div>
      \(tick(ManyForm.noCampaign, .removeCampaign))
      <h2>\(t(.limits))</h2><div class="fields">\(field("expires", fields))</div>
      \(tick(ManyForm.noEnd, .removeEnd))
      <h2>\(t(.further))</h2><div class="fields">\(field("tags", fields))
      \(choice(ManyForm.skip, label("skipPage"), skips, chosen: form.text(ManyForm.skip)))</div>
      """
  }

  /// What would change, link by link, with the button that does it.
  private func previewOfMany(
    _ edits: [LinkEditor.PreviewedEdit], _ failed: [(key: LinkKey, reason: Sentence)], of count: Int
  ) -> Markup {
    let changing: [(before: ShortLink, after: ShortLink)] = edits.compactMap { edit in
      edit.after.flatMap { $0 == edit.before ? nil : (before: edit.before, after: $0) }
    }
    let rows = Markup.each(changing.prefix(Self.previewedLinks)) { before, after in
      """
      <tr><th scope="row">\(Markup.breakable(shown(before.key)))</th>\
      \(cell(t(.differences), fieldChanges(before, after)))</tr>
      """
    }
    let more = changing.count - Self.previewedLinks
    let items = form.items.filter { !["step", "count", LinkForm.zoneField].contains($0.name) }
    let button: Markup = """
      <form method="post" action="/dashboard/links" class="row">
      \(.each(items) { hidden($0.name, $0.value) })\(hidden("count", String(count)))
      \(hidden(LinkForm.zoneField, form[LinkForm.zoneField] ?? zone.name))
      <button class="button" name="step" value="apply">\(t(.changeLinks, changing.count))</button></form>
      """
    let columns: Markup = "\(column(t(.shortLink)))\(column(t(.differences)))"
    return """
      <section class="card" id="planned"><h2>\(t(.previewLink))</h2>
      <p role="status">\(t(changing.isEmpty ? .nothingWouldChange : .wouldChangeLinks, changing.count))</p>
      \(failureNotice(failed))
      \(.when(!changing.isEmpty, table(t(.previewLink), columns, rows, isSortable: false, hasCards: true)))
      \(.when(more > 0, "<p class=\"soft\">\(t(.andMoreLinks, more))</p>"))
      \(.when(!changing.isEmpty, button))</section>
      """
  }

  private func fieldChanges(_ before: ShortLink, _ after: ShortLink) -> Markup {
    let forms = (before: LinkForm(before, in: zone), after: LinkForm(after, in: zone))
    return .each(after.changedFields(from: before)) { path in
      """
      <span class="detail"><span class="soft">\(label(path))</span> \
      <del>\(value(path, forms.before))</del> → <ins>\(value(path, forms.after))</ins></span>
      """
    }
  }
}
