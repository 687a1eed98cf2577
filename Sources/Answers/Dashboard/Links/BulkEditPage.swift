import Changes
import HTTPCore
import JSONSyntax
import LinkStorage
import Links
import Management
import Service
import WebSyntax

extension PageContext {
  /// The number of links whose changes a preview shows.
  private static let previewedLinks = 50

  /// The form, its preview, or the outcome of an edit of many links. Only what was previewed is done.
  func editMany(
    _ chosen: Chosen, _ listing: LinkListing, isEvery: Bool
  ) throws(Problem) -> HTTPResponse {
    var typed = typedForm(isNew: true)
    // The bar of the list has a single tag.
    typed.values["tags"] =
      if let tags = form.text("tags") { tags } else { LinkForm.text(of: try barTags()) }
    let change = BulkChange.edit(wanted(typed))
    let isSame = form["count"] == String(chosen.keys.count)
    if form["step"] == "apply", isSame {
      return try carryOut(.edit, change, chosen, listing)
    }
    let results = try changed(editor.preview(chosen.keys, change, known: chosen.known))
    var (edits, failed): ([LinkEditor.PreviewedEdit], [(key: LinkKey, problem: Problem)]) = ([], [])
    var faults: [FieldFault] = []
    for (key, result) in zip(chosen.keys, results) {
      switch result {
      case .success(let edit): edits.append(edit)
      case .failure(let error):
        let problem = Problem(error)
        faults = failed.isEmpty ? problem.faults : faults.filter(problem.faults.contains)
        failed.append((key, problem))
      }
    }
    // The faults that all links have are those of what was typed.
    if edits.isEmpty { typed.take(faults) }
    typed.faults["to"] = typed.faults.removeValue(forKey: "url")
    let title = t(.editLinksTitle, chosen.keys.count)
    // Links that refuse this edit have destinations as well.
    let refusing = try changed(
      editor.preview(failed.map(\.key), .edit(LinkEdits()), known: chosen.known))
    let links = edits.map(\.before) + refusing.compactMap { try? $0.get().before }
    let destinations = links.compactMap { WebURL($0.url)?.comparedHost }
    let hosts = Set(destinations + [form.text("from")].compactMap(\.self)).sorted()
    return page(
      self.title(title, of: typed),
      """
      <h1>\(title)</h1>
      <form method="post" action="/dashboard/links" novalidate class="card many">
      \(hidden(listing.formItems))\(selection(chosen.keys, isEvery: isEvery))
      \(hidden(LinkForm.zoneField, typed.zone.name))\(hidden("action", BulkAction.edit.rawValue))
      <p class="soft">\(t(.editLinksHint))</p>
      \(manyFields(typed, hosts))
      <p class="actions"><button class="button" name="step" value="preview">\(t(.previewLink))</button>
      <a class="button quiet" href="\(listing.address)">\(t(.cancel))</a></p>
      </form>
      \(.when(form.has("step"), previewOfMany(edits, failed, of: chosen.keys.count)))
      """, status: typed.isRefused ? .unprocessableContent : .ok)
  }

  /// What was typed, and ticks that empty what would otherwise stay.
  private func wanted(_ typed: LinkForm) -> LinkEdits {
    var edits = LinkEdits()
    edits.formerHost = form.text("from")
    // People paste the address of a page there.
    edits.host = form.text("to").map { text in
      let start = text.firstRange(of: "://")?.upperBound ?? text.startIndex
      return String(text[start...].prefix { !"/?#".contains($0) })
    }
    edits.tags = LinkForm.words(typed.values["tags"] ?? "")
    edits.fields = typed.described("campaign", "expires")
    for (tick, name) in [("no-campaign", "campaign"), ("no-end", "expires")] where form.has(tick) {
      edits.fields.removeAll { $0.name == name }
      edits.fields.append(.init(name, .null))
    }
    if let skip = form.text("skip") { edits.fields.append(.init("skipPage", .bool(skip == "yes"))) }
    return edits
  }

  private func manyFields(_ typed: LinkForm, _ hosts: [String]) -> Markup {
    let campaign = LinkForm.groups.first { $0.title == .campaign }?.paths ?? []
    let newHost: Markup = """
      <input id="to" name="to" value="\(form["to"] ?? "")" placeholder="shop.example.com" \
      spellcheck="false" autocapitalize="none"\(.when(!typed.isRefused, " autofocus"))\
      \(aria("to", typed))>
      """
    let anyHost = [(value: "", name: t(.all))] + hosts.map { (value: $0, name: $0) }
    let skips = [
      (value: "", name: t(.unchangedValue)), (value: "yes", name: t(.yes)),
      (value: "no", name: t(.no)),
    ]
    return """
      <h2>\(label("url"))</h2><div class="fields">
      \(choice("from", t(.destinationsOn), anyHost, chosen: form.text("from")))
      \(wrapped("to", typed, newHost))</div>
      <h2>\(t(.campaign))</h2><div class="fields">\(.each(campaign) { field($0, typed) })</div>
      \(tick("no-campaign", .removeCampaign, isTicked: form.has("no-campaign")))
      <h2>\(t(.limits))</h2><div class="fields">\(field("expires", typed))</div>
      \(tick("no-end", .removeEnd, isTicked: form.has("no-end")))
      <h2>\(t(.further))</h2><div class="fields">\(field("tags", typed))
      \(choice("skip", label("skipPage"), skips, chosen: form.text("skip")))</div>
      """
  }

  /// What would change, link by link, with the button that does it.
  private func previewOfMany(
    _ edits: [LinkEditor.PreviewedEdit], _ failed: [(key: LinkKey, problem: Problem)], of count: Int
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
    return """
      <section class="card" id="planned"><h2>\(t(.previewLink))</h2>
      <p role="status">\(t(changing.isEmpty ? .nothingWouldChange : .wouldChangeLinks, changing.count))</p>
      \(failureNotice(failed))
      \(.when(!changing.isEmpty, table(t(.previewLink), [.shortLink, .differences], rows, isSortable: false)))
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
