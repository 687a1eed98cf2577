import Management
import HTTPCore
import JSONSyntax
import LinkStorage
import Links
import Service

/// The filter of the list of links, as the address has it.
struct LinkListing {
  var search: String?
  var host: String?
  var tag: String?
  var state: LinkState?
  var sort: String?

  static let pageSize = 50

  init(_ query: PageForm) {
    search = query.text("search")
    host = query.text("host")
    tag = query.text("tag")
    state = query.text("state").flatMap(LinkState.init)
    sort = query.text("sort")
  }

  var isPlain: Bool { search == nil && host == nil && tag == nil && state == nil }

  var items: [(name: String, value: String?)] {
    [
      ("search", search), ("host", host), ("tag", tag), ("state", state?.rawValue),
      ("sort", sort),
    ]
  }
}

extension PageContext {
  /// `GET /dashboard/links`
  func links() throws(Problem) -> HTTPResponse {
    try linksPage(LinkListing(query), notice: "")
  }

  /// - Parameter notice: what has just become of some links.
  func linksPage(_ listing: LinkListing, notice: Markup) throws(Problem) -> HTTPResponse {
    let answer = try asked(
      "/v1/links",
      listing.items + [
        ("cursor", query.text("cursor")), ("limit", String(LinkListing.pageSize)),
      ])
    let links = answer["links"].elements
    return page(
      t(.links),
      """
      \(heading(t(.links), linksActions(listing)))
      \(notice)
      \(filterForm(listing))
      \(links.isEmpty ? noLinks(listing) : linkList(links, listing))
      \(nextLink(answer["next"].text, listing))
      """)
  }

  private func linksActions(_ listing: LinkListing) -> Markup {
    let new: Markup =
      user?.canEdit == true
      ? "<a class=\"button\" href=\"/dashboard/links/new\" data-key=\"n\">\(t(.newLink))</a>" : ""
    return """
      <a class="button quiet" href="/dashboard/links/export?format=csv" download>\
      \(t(.exportAsCsv))</a>\(new)
      """
  }

  private func filterForm(_ listing: LinkListing) -> Markup {
    let hosts = linkHosts
    let hostField: Markup =
      hosts.count < 2
      ? ""
      : """
      <p class="field"><label for="host">\(t(.host))</label>
      <select id="host" name="host"><option value="">\(t(.allHosts))</option>\
      \(options(hosts.map { ($0, $0) }, chosen: listing.host))</select></p>
      """
    let states = LinkState.allCases.map { ($0.rawValue, t($0.word)) }
    return """
      <form class="filter" role="search" action="/dashboard/links">
      <p class="field grow"><label for="search">\(t(.search))</label>
      <input id="search" name="search" type="search" value="\(listing.search ?? "")" \
      data-key="/"></p>
      \(hostField)
      <p class="field"><label for="tag">\(t(.tag))</label>
      <input id="tag" name="tag" value="\(listing.tag ?? "")" size="10"></p>
      <p class="field"><label for="state">\(t(.state))</label>
      <select id="state" name="state"><option value="">\(t(.all))</option>\
      \(options(states, chosen: listing.state?.rawValue))</select></p>
      \(sortField(listing))
      <p class="field"><button>\(t(.show))</button></p>
      </form>
      """
  }

  /// Only where the API sorts.
  private func sortField(_ listing: LinkListing) -> Markup {
    guard pages.service.sortsLinks else { return "" }
    let orders = [("created", t(.newestFirst)), ("clicks", t(.mostClicksFirst))]
    return """
      <p class="field"><label for="sort">\(t(.order))</label>
      <select id="sort" name="sort">\(options(orders, chosen: listing.sort ?? "created"))</select></p>
      """
  }

  func options(_ values: [(value: String, name: String)], chosen: String?) -> Markup {
    Markup.each(values) { value, name in
      let selected: Markup = value == chosen ? " selected" : ""
      return "<option value=\"\(value)\"\(selected)>\(name)</option>"
    }
  }

  private func noLinks(_ listing: LinkListing) -> Markup {
    guard listing.isPlain, query.text("cursor") == nil else {
      return empty(
        t(.noLinkIsLikeThat), "<p><a href=\"/dashboard/links\">\(t(.showAllLinks))</a></p>")
    }
    guard user?.canEdit == true else { return empty(t(.thereAreNoLinksYet)) }
    return empty(
      t(.thereAreNoLinksYetMake),
      """
      <p class="actions"><a class="button" href="/dashboard/links/new">\(t(.newLink))</a>
      <a class="button quiet" href="/dashboard/import">\(t(.importWord))</a></p>
      """)
  }

  private func nextLink(_ next: String?, _ listing: LinkListing) -> Markup {
    let first: Markup =
      query.text("cursor") == nil
      ? ""
      : """
      <a class="button quiet" href="/dashboard/links\(PageQuery.text(listing.items))">\
      \(t(.firstPage))</a>
      """
    let more: Markup =
      next.map { next in
        let address = "/dashboard/links" + PageQuery.text(listing.items + [("cursor", next)])
        return "<a class=\"button quiet\" rel=\"next\" href=\"\(address)\">\(t(.nextPage))</a>"
      } ?? ""
    return "<nav class=\"pager\" aria-label=\"\(t(.pages))\">\(first)\(more)</nav>"
  }

  // MARK: - The table

  private func linkList(_ links: [JSONNode], _ listing: LinkListing) -> Markup {
    let canEdit = user?.canEdit == true
    let showsClicks = listing.sort == "clicks"
    let rows = Markup.each(links) { linkRow($0, canEdit: canEdit, showsClicks: showsClicks) }
    let check: Markup =
      canEdit
      ? "<th scope=\"col\" class=\"tick\"><span class=\"unseen\">\(t(.select))</span></th>" : ""
    let columns: Markup = """
      \(check)\(column(t(.shortLink)))\
      \(Markup.when(showsClicks, column(t(.clicks), isNumber: true)))\(column(t(.leadsTo)))\
      \(column(t(.tags)))\(column(t(.state)))\(column(t(.madeWord)))
      """
    let list = table(t(.links), columns, rows)
    guard canEdit else { return list }
    return """
      <form method="post" action="/dashboard/links" class="bulk">
      \(list)
      <fieldset class="card"><legend>\(t(.withTheSelectedLinks))</legend>
      <div class="row">
      <p class="field"><label for="bulk-tag">\(t(.tag))</label>
      <input id="bulk-tag" name="tag" size="12"></p>
      <button name="action" value="tag">\(t(.addTag))</button>
      <button name="action" value="untag">\(t(.removeTag))</button>
      <button name="action" value="archive">\(t(.archive))</button>
      <button name="action" value="restore">\(t(.restore))</button>
      <button name="action" value="delete" class="danger">\(t(.delete))</button>
      </div></fieldset>
      </form>
      """
  }

  private func linkRow(_ link: JSONNode, canEdit: Bool, showsClicks: Bool) -> Markup {
    let key = LinkKey(host: link["host"].text ?? "", slug: link["slug"].text ?? "")
    let isConfigured = link["source"].text == "configuration"
    let shown = (link["shortURL"].text ?? "").droppingScheme
    let name: Markup =
      link["name"].text.map { "<span class=\"name\" dir=\"auto\">\($0)</span>" } ?? ""
    let tags = Markup.each(link["tags"].elements) { tag in
      let address = "/dashboard/links" + PageQuery.text([("tag", tag.text)])
      return "<a class=\"tag\" href=\"\(address)\">\(tag.text ?? "")</a> "
    }
    let tick: Markup =
      isConfigured
      ? "<td></td>"
      : """
      <td class="tick"><label class="tick"><input type="checkbox" name="link" \
      value="\(key.host)/\(key.slug)">\
      <span class="unseen">\(t(.selectWord, shown))</span></label></td>
      """
    // Links of the configuration come last and are told without their clicks.
    let clicks: Markup =
      showsClicks
      ? "<td class=\"number\">\(link["clicks"].scalar.map { _ in number(link["clicks"].integer) } ?? "")</td>"
      : ""
    return """
      <tr>\(canEdit ? tick : "")
      <th scope="row"><a href="\(PageAddresses.link(key))">\(shown)</a>\(name)</th>\(clicks)
      <td class="long"><span dir="auto">\(link["url"].text ?? "")</span></td>
      <td>\(tags)</td>
      <td>\(stateBadge(link))</td>
      <td class="time">\(link["createdAt"].text.map(time) ?? "")</td></tr>
      """
  }

  /// Where a link stands in its life.
  func stateBadge(_ link: JSONNode) -> Markup {
    func badge(_ kind: String, _ word: Word) -> Markup {
      "<span class=\"badge \(kind)\">\(t(word))</span>"
    }
    if link["source"].text == "configuration" { return badge("", .configured) }
    if link["archived"].isTrue { return badge("", .archived) }
    let now = timestamp
    let expires = link["expires"].text.flatMap { Timestamp($0) }
    if let expires, expires <= now { return badge("bad", .expired) }
    if let start = link["notBefore"].text.flatMap({ Timestamp($0) }), start > now {
      return badge("warn", .scheduled)
    }
    let horizon = LinkState.AtTime(.ending, at: now).horizon
    if let expires, expires <= horizon { return badge("warn", .endsSoon) }
    return badge("good", .active)
  }

  /// `GET /dashboard/links/export`
  func exportLinks() throws(Problem) -> HTTPResponse {
    let answer = ask(.get, "/v1/export", [("format", query.text("format"))])
    guard answer.isGood else { throw answer.problem }
    return answer.response
  }
}

extension LinkState {
  var word: Word {
    switch self {
    case .active: .active
    case .archived: .archived
    case .expired: .expired
    case .scheduled: .scheduled
    case .ending: .endsSoon
    }
  }
}

extension String {
  /// A URL as people say it.
  var droppingScheme: String {
    for scheme in ["https://", "http://"] where hasPrefix(scheme) {
      return String(dropFirst(scheme.count))
    }
    return self
  }
}
