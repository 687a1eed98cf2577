import LinkStorage
import HTTPCore
import JSONSyntax
import Links
import Service

/// What can be done with many links at once.
enum BulkAction: String, CaseIterable {
  case tag, untag, archive, restore, delete

  /// What takes it back; nil for what stays done.
  var opposite: BulkAction? {
    switch self {
    case .tag: .untag
    case .untag: .tag
    case .archive: .restore
    case .restore: .archive
    case .delete: nil
    }
  }

  var done: Word {
    switch self {
    case .tag: .tagged
    case .untag: .untagged
    case .archive: .archivedLinks
    case .restore: .restoredLinks
    case .delete: .deletedLinks
    }
  }
}

extension PageContext {
  /// More than a page shows.
  private static let bulkLimit = 500

  /// `POST /dashboard/links`
  func bulk() throws(Problem) -> HTTPResponse {
    try require(.writeLinks)
    let action = try form.action(BulkAction.self)
    let keys = form.all("link").prefix(Self.bulkLimit).compactMap(Self.key)
    guard !keys.isEmpty else {
      return try linksPage(
        LinkListing(PageForm()),
        notice: notice("<p>\(t(.noLinkIsSelected))</p>", isError: true))
    }
    let tag = form.text("tag")
    if action == .tag || action == .untag, tag == nil {
      return try linksPage(
        LinkListing(PageForm()),
        notice: notice("<p>\(t(.theTagIsMissing))</p>", isError: true))
    }
    if action == .delete, form["confirmed"] == nil { return confirmDeletion(keys) }
    let outcomes = keys.map { key in (key: key, fault: perform(action, on: key, tag: tag)) }
    let done = outcomes.filter { $0.fault == nil }.map(\.key)
    let failed = outcomes.compactMap { outcome in outcome.fault.map { (outcome.key, $0) } }
    return try linksPage(
      LinkListing(PageForm()), notice: bulkNotice(action, done, failed, tag: tag))
  }

  /// `host/slug`, as the ticks have it.
  private static func key(_ text: String) -> LinkKey? {
    guard let slash = text.firstIndex(of: "/") else { return nil }
    let slug = String(text[text.index(after: slash)...])
    return slug.isEmpty ? nil : LinkKey(host: String(text[..<slash]), slug: slug)
  }

  /// - Returns: why it was not done; nil when it was.
  private func perform(_ action: BulkAction, on key: LinkKey, tag: String?) -> String? {
    let address = PageAddresses.apiLink(key)
    let answer: APIAnswer
    switch action {
    case .delete: answer = ask(.delete, address)
    case .archive, .restore:
      answer = ask(
        .patch, address, body: .object([.init("archived", .bool(action == .archive))]))
    case .tag, .untag:
      let found = ask(.get, address)
      guard found.isGood, let tag else { return found.problem.detail }
      var tags = found.json["tags"].elements.compactMap(\.text).filter { $0 != tag }
      if action == .tag { tags.append(tag) }
      answer = ask(.patch, address, body: .object([.init("tags", .strings(tags))]))
    }
    return answer.isGood ? nil : answer.problem.faults.first?.detail ?? answer.problem.detail
  }

  private func bulkNotice(
    _ action: BulkAction, _ done: [LinkKey], _ failed: [(LinkKey, String)], tag: String?
  ) -> Markup {
    let undo: Markup =
      action.opposite.map { opposite in
        """
        <form method="post" action="/dashboard/links">\(hidden(done))
        <input type="hidden" name="tag" value="\(tag ?? "")">
        <button class="quiet small" name="action" value="\(opposite.rawValue)">\
        \(t(.undo))</button></form>
        """
      } ?? ""
    let good: Markup =
      done.isEmpty ? "" : notice("<p>\(t(action.done, number(done.count)))</p>\(undo)")
    guard !failed.isEmpty else { return good }
    let items = Markup.each(failed.prefix(20)) { key, fault in
      "<li>\(key.host)/\(key.slug): \(words.message(fault))</li>"
    }
    return """
      \(good)\(notice("<p>\(t(.notDone, number(failed.count)))</p><ul>\(items)</ul>", isError: true))
      """
  }

  func hidden(_ keys: [LinkKey]) -> Markup {
    Markup.each(keys) {
      "<input type=\"hidden\" name=\"link\" value=\"\($0.host)/\($0.slug)\">"
    }
  }

  /// Asks once more: what is deleted takes its clicks along.
  private func confirmDeletion(_ keys: [LinkKey]) -> HTTPResponse {
    let items = Markup.each(keys) { "<li>\($0.host)/\($0.slug)</li>" }
    return page(
      t(.deleteLinks),
      """
      <h1>\(t(.deleteLinksWord, number(keys.count)))</h1>
      <p>\(t(.theirAddressesLeadNowhereThenAnd))</p>
      <ul class="names">\(items)</ul>
      <form method="post" action="/dashboard/links" class="row">
      \(hidden(keys))<input type="hidden" name="confirmed" value="yes">
      <button name="action" value="delete" class="danger">\(t(.delete))</button>
      <button name="action" value="archive">\(t(.archive))</button>
      <a class="button quiet" href="/dashboard/links">\(t(.cancel))</a>
      </form>
      """)
  }
}
