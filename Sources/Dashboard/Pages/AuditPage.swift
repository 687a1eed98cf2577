import HTTPCore
import Links
import Service

extension PageContext {
  /// `GET /dashboard/audit`
  func audit() throws(Problem) -> HTTPResponse {
    let names = ["host", "actor", "since", "until"]
    let items = names.map { (name: $0, value: query.text($0)) }
    let answer = try asked(
      "/v1/audit", items + [("cursor", query.text("cursor")), ("limit", "100")])
    let rows = Markup.each(answer["entries"].elements) { entry in
      let actor = entry["actor"]
      let key = LinkKey(host: entry["host"].text ?? "", slug: entry["slug"].text ?? "")
      let subject: Markup =
        key.slug.isEmpty
        ? "\(entry["person"].text ?? entry["token"].text ?? key.host)"
        : "<a href=\"\(PageAddresses.link(key))\">\(key.host)/\(key.slug)</a>"
      let fields = entry["fields"].elements.compactMap(\.text).map(label).joined(separator: ", ")
      let counts =
        entry["created"].scalar.map { created in
          t(.new2Changed, created, entry["updated"].scalar ?? "0")
        } ?? ""
      return """
        <tr><td class="time">\(entry["time"].text.map(time) ?? "")</td>\
        <td>\(actorName(actor["kind"].text ?? "", actor["id"].text, actor["name"].text))</td>\
        <td>\(actionName(entry["action"].text ?? ""))</td><td>\(subject)</td>\
        <td>\(fields)\(counts)</td></tr>
        """
    }
    let columns: Markup = """
      \(column(t(.time)))\(column(t(.who)))\(column(t(.what)))\(column(t(.ofWhat)))\
      \(column(t(.details)))
      """
    let more: Markup =
      answer["next"].text.map { next in
        let address = "/dashboard/audit" + PageQuery.text(items + [("cursor", next)])
        return "<a class=\"button quiet\" rel=\"next\" href=\"\(address)\">\(t(.nextPage))</a>"
      } ?? ""
    let fields = Markup.each(
      [("host", t(.host)), ("actor", t(.who)), ("since", t(.since)), ("until", t(.until))]
    ) { name, label in
      """
      <p class="field"><label for="\(name)">\(label)</label>
      <input id="\(name)" name="\(name)" value="\(query.text(name) ?? "")" size="12"></p>
      """
    }
    return page(
      t(.auditLog),
      """
      \(heading(t(.auditLog)))
      <form class="filter" action="/dashboard/audit">\(fields)
      <p class="field"><button>\(t(.show))</button></p></form>
      \(rows.isEmpty ? empty(t(.nobodyHasChangedAnythingYet)) : table(t(.auditLog), columns, rows))
      <nav class="pager" aria-label="\(t(.pages))">\(more)</nav>
      """)
  }
}
