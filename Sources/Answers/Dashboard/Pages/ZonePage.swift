import HTTPCore
import Service

/// The choice of the time zone.
extension PageContext {
  /// `GET /dashboard/zone`: the form, or with `to` the choice made in it.
  func zonePage() throws(Problem) -> HTTPResponse {
    if let name = query["to"] {
      guard let chosen = pages.memory.zones.zone(name) else { throw .notFound }
      return keep(ReaderZone.cookie, chosen.name, leadingTo: Self.local(query["next"]))
    }
    let names = pages.memory.zones.names
    let known = names.contains(zone.name) || zone == .utc ? names : names + [zone.name]
    let options = Markup.each(["UTC"] + known) { name in
      let selected: Markup = name == zone.name ? " selected" : ""
      return "<option\(selected)>\(name)</option>"
    }
    let next =
      ownReferrer.map { "<input type=\"hidden\" name=\"next\" value=\"\($0)\">" } as Markup?
    return page(
      t(.timeZone),
      """
      <h1>\(t(.timeZone))</h1>
      <form action="/dashboard/zone" class="card zone">\(next ?? "")
      <p class="soft">\(t(.timeZoneHint))</p>
      <p class="field"><label for="to">\(t(.timeZone))</label>
      <select id="to" name="to">\(options)</select></p>
      <p class="actions"><button class="button">\(t(.useZone))</button></p>
      </form>
      """)
  }
}
