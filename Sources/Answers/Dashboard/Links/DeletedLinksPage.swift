import HTTPCore
import LinkStorage
import Links
import Management
import Questions
import Service

extension PageContext {
  /// The value of `state` in the address of the list of deleted links.
  static let deletedState = "deleted"

  /// `GET /dashboard/links?state=deleted`: the links that were deleted lately, each of which can be
  /// restored.
  func deletedLinks() throws(Problem) -> HTTPResponse {
    try require(.readLinks)
    let cursor = query.text("cursor")
    let place = cursor.flatMap { DeletedPlace($0) }
    guard cursor == nil || place != nil else { throw .parameter("cursor", Word.notCursor) }
    let answer = try asked { inquiry throws(InquiryError) in
      try inquiry.deletedLinks(DeletedLinksQuestion(from: place, limit: LinkListing.pageSize))
    }
    let columns: Markup = """
      \(column(t(.shortLink)))\(column(t(.leadsTo)))\(column(t(.deletedAt)))\(column(t(.who)))<td></td>
      """
    let rows = Markup.each(answer.links, deletedRow)
    let list =
      answer.links.isEmpty
      ? empty(t(.noDeletedLinks))
      : table(t(.deletedLinks), columns, rows, isSortable: false, hasCards: true)
    return page(
      t(.deletedLinks),
      """
      \(heading(t(.deletedLinks), help: .history))
      <div id="views">\(views(LinkListing(PageForm()), isOfDeleted: true))</div>
      <p class="soft">\(t(.deletedLinksHint(DeletedLinksQuestion.days)))</p>
      \(list)
      <nav class="pager" aria-label="\(t(.pages))">\(deletedPager(answer.next))</nav>
      """)
  }

  private func deletedPager(_ next: DeletedPlace?) -> Markup {
    func button(_ place: DeletedPlace?, _ word: Word, _ relation: Markup = "") -> Markup {
      let address = PageAddresses.links([
        ("state", Self.deletedState), ("cursor", place?.description),
      ])
      return "<a class=\"button quiet\"\(relation) href=\"\(address)\">\(t(word))</a>"
    }
    let first: Markup = query.has("cursor") ? button(nil, .firstPage) : ""
    return .of(first, next.map { button($0, .nextPage, " rel=\"next\"") } ?? "")
  }

  private func deletedRow(_ row: DeletedLinksAnswer.Row) -> Markup {
    let (link, change) = (row.deleted.link, row.deleted.change)
    let (address, shown) = (PageAddresses.link(link.key), row.shortURL.droppingScheme)
    let name: Markup = link.name.map { "<span class=\"name\" dir=\"auto\">\($0)</span>" } ?? ""
    let restore: Markup = """
      <form method="post" action="\(address)">\
      <input type="hidden" name="version" value="\(row.deleted.version)">\
      <button class="quiet small" name="action" value="version">\(t(.restore))\
      <span class="unseen"> \(shown)</span></button></form>
      """
    return """
      <tr><th scope="row"><a href="\(address)">\(shown)</a>\(name)</th>
      \(cell(.leadsTo, "<bdi title=\"\(link.url)\">\(link.url.droppingScheme)</bdi>", "long"))
      \(cell(.deletedAt, time(change.time), "time"))\(cell(.who, actorName(change.actor)))
      <td class="action">\(Markup.when(user?.canEdit == true, restore))</td></tr>
      """
  }
}
