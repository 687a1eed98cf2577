import Changes
import HTTPCore
import LinkStorage
import Links
import Questions
import Service
import SiteModel

/// The versions of a link: their authors, their differences from the current link, and restoring
/// them.
extension PageContext {
  /// The number of versions on a page; the command and the API show all.
  private static let versionLimit = 20

  /// Empty for a link without a history, such as one of the configuration.
  func versions(_ key: LinkKey, now current: ShortLink?) throws(Problem) -> Markup {
    guard let answer = try history(key, limit: Self.versionLimit),
      let newest = answer.versions.first?.version.number
    else { return "" }
    let compared = query["version"].flatMap { Int($0) }.flatMap { number in
      answer.versions.first { $0.version.number == number }?.version
    }
    let mayRestore = user?.canEdit == true && snapshot.configuredLink(key) == nil
    let items = Markup.each(answer.versions) { told in
      let isPresent = told.version.number == newest && current != nil
      return """
        <li><div>\(summary(told))</div>\
        \(isPresent || told.version.link == nil ? "" : ways(told.version, key, mayRestore, current))</li>
        """
    }
    return """
      <section class="card" id="history"><h2>\(t(.history))</h2>\(help(.history))
      \(comparison(compared, current))
      <ol class="history">\(items)</ol></section>
      """
  }

  /// Nil for a link without a history.
  func history(
    _ key: LinkKey, limit: Int = HistoryBounds.versions
  ) throws(Problem) -> HistoryAnswer? {
    do throws(Problem) {
      return try asked(inquiry.versions(of: key, limit: limit))
    } catch {
      guard error.status == .notFound else { throw error }
      return nil
    }
  }

  /// A version in one line: its number, its time, what was done and by whom.
  func summary(_ told: HistoryAnswer.Version) -> Markup {
    let version = told.version
    let fields = told.fields.map(label).joined(separator: t(.listSeparator))
    let moment = (version.change?.time ?? version.link?.updatedAt).map { time($0) }
    let author = version.change.map { change -> Markup in
      let name = actorName(change.actor)
      return change.actor.kind == .commandLine ? " \(name)" : "\(t(.byActor))\(name)"
    }
    return """
      <span class="soft">\(t(.version, version.number)) · \(moment)</span>\
      <span class="soft dot"> · </span>\
      <strong>\(t(AuditAction(version.kind).word))</strong>\(author)\
      \(Markup.when(!fields.isEmpty, "<span class=\"soft\"> – \(fields)</span>"))
      """
  }

  private func ways(
    _ version: LinkVersion, _ key: LinkKey, _ mayRestore: Bool, _ current: ShortLink?
  ) -> Markup {
    let (address, number) = (PageAddresses.link(key), version.number)
    let compare: Markup = """
      <a class="button quiet small" href="\(address)?version=\(number)#history" \
      aria-label="\(t(.named, t(.compare), t(.version, number)))">\(t(.compare))</a>
      """
    let restore: Markup = """
      <form method="post" action="\(address)" class="inline">\
      \(hidden("version", String(number)))\
      <button class="quiet small" name="action" value="version">\(t(LinkAction.version.word))</button></form>
      """
    return """
      <div class="row">\(Markup.when(current != nil, compare))\(Markup.when(mayRestore, restore))</div>
      """
  }

  /// A version beside the current link, field by field.
  private func comparison(_ version: LinkVersion?, _ current: ShortLink?) -> Markup {
    guard let version, let link = version.link, let current else { return "" }
    return differences(
      current.changedFields(from: link), (t(.version, version.number), LinkForm(link, in: zone)),
      (t(.now), LinkForm(current, in: zone)))
  }

  /// `action=version` of a link's page: restores a version.
  func restoreVersion(_ key: LinkKey) throws(Problem) -> HTTPResponse {
    // The link tells that it has no version 0.
    let number = form["version"].flatMap { Int($0) } ?? 0
    let before = lastChange(of: key)
    try changed(editor.restore(key, version: number))
    return page(of: key, after: "version", isChanged: lastChange(of: key) != before)
  }

  /// The page of a deleted link, which can be restored; nil for one that never existed.
  func deletedLink(_ key: LinkKey) throws(Problem) -> HTTPResponse? {
    let versions = try versions(key, now: nil)
    guard !versions.isEmpty else { return nil }
    let next: Markup = user?.canEdit == true ? "\(t(.between))\(t(.deletedLinkNext))" : ""
    return page(
      t(.deletedLink),
      """
      <h1 dir="auto">\(Markup.breakable(shown(key)))</h1>
      \(doneNotice(key))
      \(notice("<p>\(t(.deletedLinkHint))\(next)</p>", .warning))
      \(versions)
      """, status: .notFound)
  }

  /// `GET /dashboard/links?state=deleted`: the links that were deleted lately, each of which can be
  /// restored.
  func deletedLinks(_ listing: LinkListing) throws(Problem) -> HTTPResponse {
    try require(.readLinks)
    let cursor = try query.cursor { DeletedCursor($0) }
    var filter = try listing.filter(at: timestamp, in: snapshot, takesDeleted: true)
    filter.searchedLinks = listing.searchesAll ? nil : LinkListing.newestDeleted
    let answer = try asked(
      inquiry.deletedLinks(filter, from: cursor, limit: LinkListing.pageSize)
    ).page
    return listPage(
      listing, heading("\(t(.deletedLinks))", help: .history),
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
    let count = Markup.when(
      listing.cursor == nil && !answer.isCut,
      countLine(answer.next == nil ? .linkCount : .moreLinksThan, shown))
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
    let restore: Markup = """
      <form method="post" action="\(address)">\(hidden("version", String(deleted.version)))\
      \(rowButton(LinkAction.version, .restore, about: shown))</form>
      """
    return """
      <tr>\(rowHead(link))
      \(destination(link))
      \(cell(.deletedAt, ago(change.time), "time"))\(cell(.who, actorName(change.actor)))
      <td class="action">\(Markup.when(user?.canEdit == true, restore))</td></tr>
      """
  }
}
