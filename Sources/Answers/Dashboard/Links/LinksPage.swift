import HTTPCore
import JSONSyntax
import LinkImport
import LinkStorage
import Links
import Management
import Questions
import Service

extension PageContext {
  func links() throws(Problem) -> HTTPResponse {
    let listing = LinkListing(query)
    if let deleted = listing.deletedAskedFor(in: snapshot) { return .redirect(to: deleted.address) }
    do throws(Problem) {
      _ = try listing.pattern(in: snapshot)
    } catch {
      return try faultyList(listing, error)
    }
    return listing.isOfDeleted
      ? try deletedLinks(listing) : try linksPage(listing, notice: linksNotice(listing))
  }

  /// The outcome of a change of links, with a button that undoes it.
  private func linksNotice(_ listing: LinkListing) -> Markup {
    switch query["done"] {
    case "undone":
      let again = undoNotice(ofManyOn: listing.address) { change, _ in change.undoes != nil }
      return again.map { notice("<p>\(t(.changeUndoneShort))</p>\($0)") } ?? ""
    case "link-deleted":
      guard let key = query["link"].flatMap(Self.key),
        let undo = undoNotice(of: key, isDeleted: true)
      else { return "" }
      return notice("<p>\(t(.linkDeleted))</p>\(undo)")
    case "view":
      let isSaved = SavedViews(request).name(of: listing) != nil
      return isSaved ? notice("<p>\(t(.viewReplaced))</p>") : ""
    default: return bulkNotice(for: listing)
    }
  }

  /// - Parameter typed: a form of the page that was refused, of a view or of an action on the links that
  ///   it names; empty for none.
  func linksPage(
    _ listing: LinkListing, notice: Markup, typed: PageForm = PageForm()
  ) throws(Problem) -> HTTPResponse {
    try require(.readLinks)
    var filter = try listing.filter(at: timestamp, in: snapshot)
    filter.searchedLinks = listing.searchedLinks(in: snapshot)
    let start = try listing.start()
    let showsClicks = may(.readStatistics)
    let days = showsClicks ? Sparkline.days(until: timestamp) : 0..<0
    let answer = try asked(
      inquiry.links(
        filter, from: start, limit: LinkListing.pageSize, withClicks: showsClicks, days: days))
    let count = try count(answer, of: filter, listing)
    return listPage(
      listing, .of(heading("\(t(.links))", linksActions(listing, filter), help: .search), notice),
      views: savedViews(listing, typed),
      found: """
        \(listChips(listing))
        \(leftOutLine(listing))
        \(try groupChart(listing, filter))
        \(countLine(count, answer, filter))
        \(answer.links.isEmpty ? noLinks(listing, answer) : linkList(answer.links, listing, of: count, typed))
        \(try cutLine(answer, listing))
        \(pager(answer.next?.description, listing))
        """, status: typed.faults.isEmpty ? .ok : .unprocessableContent)
  }

  /// A page with a list, which follows what is typed above it.
  ///
  /// - Parameters:
  ///   - views: what follows the tabs of the states.
  ///   - hint: what is said above the search.
  func listPage(
    _ listing: LinkListing, _ heading: Markup, views saved: Markup = "", hint: Markup = "",
    found: Markup, status: HTTPStatus = .ok
  ) -> HTTPResponse {
    page(
      t(listing.isOfDeleted ? .deletedLinks : .links),
      """
      \(heading)
      <div id="views" data-follows>\(views(listing))
      \(saved)</div>
      \(hint)
      \(filterForm(listing))
      <div id="found" data-follows>
      \(found)
      </div>
      <p class="unseen" id="heard" role="status"></p>
      """, status: status)
  }

  /// The page of a list that cannot be, with the search still in its field.
  private func faultyList(
    _ listing: LinkListing, _ problem: Problem
  ) throws(Problem) -> HTTPResponse {
    try require(.readLinks)
    let title = t(listing.isOfDeleted ? .deletedLinks : .links)
    return listPage(
      listing, heading("\(title)", "<span id=\"export\" data-follows></span>", help: .search),
      found: notice(.each(problem.faults) { "<p>\(said($0.reason))</p>" }, .wrong),
      status: problem.status)
  }

  /// Names the filters of the search that do not count.
  func leftOutLine(_ listing: LinkListing) -> Markup {
    let leftOut = listing.leftOut(in: snapshot)
    let other = listing.typed(in: snapshot)?.otherState
    let words = [
      leftOut.isEmpty ? nil : Phrase(.filtersLeftOut, Array(leftOut.prefix(5))),
      other.map { Phrase(.notState, String($0.prefix(100)), LinkListing.states) },
    ].compactMap(\.self)
    return words.isEmpty ? "" : notice(.each(words) { "<p>\(t($0))</p>" }, .warning)
  }

  /// A new link made from a list of a tag or a campaign belongs to it.
  func newLinkButton(tag: String? = nil, campaign: String? = nil) -> Markup {
    guard user?.canEdit == true else { return "" }
    let address =
      "/dashboard/links/new"
      + PageQuery.text([
        ("tags", tag.map { LinkForm.text(of: [$0]) }), ("campaign.utm_campaign", campaign),
      ])
    return "<a class=\"button\" href=\"\(address)\" data-key=\"n\">\(t(.newLink))</a>"
  }

  private func linksActions(_ listing: LinkListing, _ filter: LinkFilter) -> Markup {
    let export =
      "/dashboard/links/export" + PageQuery.text([("view", "list")] + listing.items)
    return """
      <span id="export" data-follows><a class="button quiet" href="\(export)" download>\
      \(t(.exportAsCsv))</a>\(newLinkButton(tag: filter.tag, campaign: filter.campaign))</span>
      """
  }

  private func filterForm(_ listing: LinkListing) -> Markup {
    let hosts = linkHosts
    let choices = [(value: "", name: t(.all))] + hosts.map { (value: $0, name: $0) }
    let hostField =
      hosts.count < 2 ? "" : choice("host", t(.host), choices, chosen: listing.host)
    // Elsewhere the campaign is part of the search.
    let campaign = listing.campaign.map { field("campaign", .campaign, value: $0, " size=\"10\"") }
    return """
      <form class="filter" role="search" action="/dashboard/links">\
      \(hidden([("period", query.text("period"))]))
      <p class="field grow"><label class="unseen" for="search">\(t(.search))</label>
      <input id="search" name="search" type="search" value="\(listing.search ?? "")" \
      autocapitalize="none" autocorrect="off" spellcheck="false" \
      placeholder="\(t(.searchHint))" data-key="/"></p>
      <details class="more"><summary>\(t(.moreFilters))</summary>
      \(hostField)
      \(field("tag", .tag, value: listing.tag ?? "", " size=\"10\""))
      \(campaign)
      \(orderField(listing))
      </details>
      <p class="field"><button>\(t(.show))</button></p>
      </form>
      """
  }

  /// The state, which tabs set, and the order of the list; deleted links have no order.
  private func orderField(_ listing: LinkListing) -> Markup {
    let state = hidden(listing.chosenItems.filter { $0.name == "state" })
    guard !listing.isOfDeleted else { return state }
    let orders: [(value: String, name: String)] = [
      (LinkOrder.created.rawValue, t(listing.isByEnd ? .firstToEnd : .newestFirst)),
      (LinkOrder.clicks.rawValue, t(.mostClicksFirst)),
    ]
    return .of(state, choice("sort", t(.order), orders, chosen: listing.order.rawValue))
  }

  /// What the fields beside the search choose; tabs show the state.
  func listChips(_ listing: LinkListing) -> Markup {
    var shown = listing
    (shown.search, shown.state, shown.health, shown.isOfDeleted) = (nil, nil, nil, false)
    return chips(shown) { other in
      var rest = listing.first
      (rest.host, rest.tag, rest.campaign) = (other.host, other.tag, other.campaign)
      return rest.address
    }
  }

  private func noLinks(_ listing: LinkListing, _ answer: LinkListAnswer) -> Markup {
    guard !answer.isCut else { return "" }
    guard listing.isFiltered || listing.cursor != nil else { return noLinksYet }
    return empty(
      t(.noLinkFound), "<p><a href=\"/dashboard/links\">\(t(.showAllLinks))</a></p>")
  }

  // MARK: - The table

  private func linkList(
    _ links: [LinkReport], _ listing: LinkListing, of count: Int?, _ typed: PageForm
  ) -> Markup {
    let ticked = Set(typed.all("link").compactMap(Self.key))
    let canEdit = user?.canEdit == true
    let showsClicks = listing.order == .clicks || links.contains { $0.clicks != nil }
    let rows = Markup.each(links) { report in
      linkRow(
        report, canEdit: canEdit, showsClicks: showsClicks,
        isTicked: ticked.contains(report.link.key))
    }
    let check: Markup =
      "<th scope=\"col\" class=\"tick\"><span class=\"unseen\">\(t(.select))</span></th>"
    let columns: Markup = """
      \(.when(canEdit, check))\(column(t(.shortLink)))\
      \(Markup.when(showsClicks, orderColumn(.clicks, t(.clicks), listing, "number")))\
      \(column(t(.leadsTo)))\
      \(column(t(.tags)))\(orderColumn(.created, t(.madeAt), listing, "time"))<td></td>
      """
    let list = table(t(.links), columns, rows, isSortable: false, hasCards: true)
    guard canEdit else { return list }
    return """
      <form method="post" action="/dashboard/links" class="bulk">
      \(hidden(listing.formItems))\(list)
      <p class="jump"><a class="button" href="#selected">\(t(.toSelectedLinks)) \
      <span class="ticked badge"></span></a></p>
      <fieldset class="card" id="selected"><legend>\(t(.withSelectedLinks)) \
      <span class="ticked badge" role="status"></span></legend>
      <div class="row">
      \(everyField(links.count, of: count))
      <p class="field"><label class="unseen" for="bulk-tag">\(t(.tag))</label>
      <input id="bulk-tag" name="tag" value="\(typed["tag"] ?? "")" size="12" placeholder="\(t(.tag))"\
      \(aria("tag", typed))>\(fault("tag", typed))</p>
      \(.each(BulkAction.allCases) { "\(button($0))\n" })
      </div></fieldset>
      </form>
      """
  }

  /// The head of a column that orders the list; the current order is marked.
  private func orderColumn(
    _ order: LinkOrder, _ name: String, _ listing: LinkListing, _ kind: String = ""
  ) -> Markup {
    let isHere = listing.order == order && !(order == .created && listing.isByEnd)
    let direction: Markup = isHere ? " aria-sort=\"descending\"" : ""
    var ordered = listing.first
    ordered.order = order
    return """
      <th scope="col" class="\(kind)"\(direction)><a href="\(ordered.address)">\(name)</a></th>
      """
  }

  private func linkRow(
    _ report: LinkReport, canEdit: Bool, showsClicks: Bool, isTicked: Bool
  ) -> Markup {
    let link = report.link
    let shown = shown(link.key)
    let copy: Markup = """
      <button type="button" class="quiet small" data-copy="\(report.shortURL)" hidden>\(t(.copy))\
      \(about(shown))</button>
      """
    let tick: Markup =
      report.isConfigured
      ? "<td></td>"
      : """
      <td class="tick"><label class="tick"><input type="checkbox" name="link" \
      value="\(link.host)/\(link.slug)"\(Markup.when(isTicked, " checked"))>\
      <span class="unseen">\(t(.selectLink, shown))</span></label></td>
      """
    // Nearly all links are active, so only the others have a badge.
    let badges = Markup.of(
      .when(self.state(of: report) != .active, stateBadge(report)), healthBadge(report),
      traitBadges(link))
    let state: Markup = badges.isEmpty ? "" : "<span class=\"state\">\(badges)</span>"
    // Links of the configuration come last and have no clicks here.
    let spark = report.clickDays.map { days in
      Sparkline(days, until: timestamp).markup { t(.clicksOfMonth, $0) }
    }
    let count = report.clicks.map(number) ?? ""
    let clicks = Markup.when(showsClicks, cell(.clicks, "\(count)\(spark)", "number"))
    return """
      <tr>\(canEdit ? tick : "")
      \(rowHead(link, state))\(clicks)
      \(destination(link))
      \(cell(.tags, fewTagLinks(link)))
      \(cell(.madeAt, link.createdAt.map(ago) ?? "", "time"))
      <td class="action"><div class="row">\(copy)\(rowActions(report, shown, canEdit: canEdit))</div>\
      </td></tr>
      """
  }

  /// The short URL and the name of a link.
  func rowHead(_ link: ShortLink, _ more: Markup = "") -> Markup {
    let name = link.name.map { "<span class=\"name\" dir=\"auto\">\($0)</span>" as Markup }
    return """
      <th scope="row">\(way(to: link.key))\(name)\(more)</th>
      """
  }

  func destination(_ link: ShortLink) -> Markup {
    let pieces = Markup.pieces(link.url.droppingScheme)
    return cell(.leadsTo, "<bdi title=\"\(link.url)\">\(pieces)</bdi>", "long")
  }

  /// The QR code of a link, and its form.
  private func rowActions(_ report: LinkReport, _ shown: String, canEdit: Bool) -> Markup {
    let address = PageAddresses.link(report.link.key)
    let name = about(shown)
    let code: Markup = """
      <a class="button quiet small" href="\(address)?qr=png&amp;size=1024" \
      download="\(report.link.slug)-1024.png">QR\(name)</a>
      """
    guard canEdit, !report.isConfigured else { return code }
    return .of(
      code,
      "<a class=\"button quiet small\" href=\"\(address)?edit=1#edit\">\(t(.edit))\(name)</a>")
  }

  func exportLinks() throws(Problem) -> HTTPResponse {
    try require(.readLinks)
    if query["view"] == "list", let user {
      return try listExport(LinkListing(query), of: user)
    }
    guard let user, let format = LinkExport.Format(rawValue: query.text("format") ?? "csv") else {
      throw .notFound
    }
    return try LinkExportPart(format, by: user.authority)
      .response(of: pages.directory, owner: user.id, from: .dashboard)
  }
}
