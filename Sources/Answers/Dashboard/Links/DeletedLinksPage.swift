import HTTPCore
import LinkStorage
import Links
import Questions
import Service

extension PageContext {
  /// `GET /dashboard/links?state=deleted`: the links that were deleted lately, each of which can be
  /// restored.
  func deletedLinks(_ listing: LinkListing) throws(Problem) -> HTTPResponse {
    try require(.readLinks)
    let cursor = listing.cursor.flatMap { DeletedCursor($0) }
    guard listing.cursor == nil || cursor != nil else { throw .parameter("cursor", Word.notCursor) }
    var filter = try listing.filter(at: timestamp, in: snapshot)
    filter.searchedLinks = listing.searchesAll ? nil : LinkListing.newestDeleted
    let answer = try asked(
      inquiry.deletedLinks(filter, from: cursor, limit: LinkListing.pageSize)
    ).page
    return listPage(
      listing, heading(t(.deletedLinks), help: .history),
      hint: """
        <p class="soft">\(t(.deletedLinksHint, DeletedQuery.days))\
        \(.when(user?.isAdmin == true, "\(t(.between))<a href=\"/dashboard/audit\">\(t(.deletedEarlier))</a>"))</p>
        """,
      found: """
        \(listChips(listing))
        \(leftOutLine(listing))
        \(answer.links.isEmpty ? noDeletedLinks(listing, answer) : deletedList(answer, listing))
        \(.when(answer.isCut, cutLine(.searchedNewestDeleted, LinkListing.newestDeleted, listing)))
        \(pager(answer.next?.description, listing))
        """)
  }

  private func deletedList(_ answer: DeletedPage, _ listing: LinkListing) -> Markup {
    let shown = answer.links.count
    // Nothing counts deleted links beyond a page.
    let count: Markup =
      listing.cursor != nil || answer.isCut
      ? "" : countLine(answer.next == nil ? .linkCount : .moreLinksThan, shown)
    let list = table(
      t(.deletedLinks), [.shortLink, .leadsTo, .deletedAt, .who], hasActions: true,
      .each(answer.links, deletedRow), isSortable: false)
    return .of(count, list)
  }

  private func noDeletedLinks(_ listing: LinkListing, _ answer: DeletedPage) -> Markup {
    guard !answer.isCut else { return "" }
    guard listing.isFiltered else { return empty(t(.noDeletedLinks)) }
    let all = LinkListing(PageForm()).ofDeleted.address
    return empty(t(.noLinkFound), "<p><a href=\"\(all)\">\(t(.showAllLinks))</a></p>")
  }

  private func deletedRow(_ deleted: DeletedLink) -> Markup {
    let (link, change) = (deleted.link, deleted.change)
    let (address, shown) = (PageAddresses.link(link.key), shown(link.key))
    let name: Markup = link.name.map { "<span class=\"name\" dir=\"auto\">\($0)</span>" } ?? ""
    let restore: Markup = """
      <form method="post" action="\(address)">\(hidden("version", String(deleted.version)))\
      \(rowButton(LinkAction.version, .restore, about: shown))</form>
      """
    return """
      <tr><th scope="row"><a href="\(address)">\(Markup.breakable(shown))</a>\(name)</th>
      \(cell(.leadsTo, "<bdi title=\"\(link.url)\">\(Markup.pieces(link.url.droppingScheme))</bdi>", "long"))
      \(cell(.deletedAt, ago(change.time), "time"))\(cell(.who, actorName(change.actor)))
      <td class="action">\(Markup.when(user?.canEdit == true, restore))</td></tr>
      """
  }
}
