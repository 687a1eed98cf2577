import Changes
import HTTPCore
import JSONSyntax
import LinkStorage
import Links
import Management
import Questions
import Service

/// The actions on many links at once.
enum BulkAction: String, CaseIterable {
  case tag, untag, archive, restore, delete

  /// The change of the action; nil when it needs a tag that is missing.
  func change(tag: String?) -> BulkChange? {
    switch self {
    case .tag: tag.map(BulkChange.tag)
    case .untag: tag.map(BulkChange.untag)
    case .archive: .archive
    case .restore: .restore
    case .delete: .delete
    }
  }

  func done(_ count: Int) -> Word {
    switch self {
    case .tag: .linksTagged(count)
    case .untag: .linksUntagged(count)
    case .archive: .linksArchived(count)
    case .restore: .linksRestored(count)
    case .delete: .linksDeleted(count)
    }
  }
}

/// The outcome of a bulk action.
private struct BulkOutcome {
  /// The links that changed; the others were already as requested.
  var changed: [LinkKey] = []
  var unchanged = 0
  var failed: [(key: LinkKey, reason: Sentence)] = []

  init(_ keys: [LinkKey], _ results: [Result<EditedLink, ChangeError>]) {
    for (key, result) in zip(keys, results) {
      switch result {
      case .success(let edited):
        if edited.isChanged { changed.append(key) } else { unchanged += 1 }
      case .failure(let error):
        let problem = Problem(error)
        failed.append((key, problem.faults.first?.reason ?? problem.sentence))
      }
    }
  }
}

extension PageContext {
  /// The largest number of links per action, more than a page shows.
  static let bulkLimit = 500

  /// `POST /dashboard/links`
  func bulk() throws(Problem) -> HTTPResponse {
    try require(.writeLinks)
    let listing = LinkListing(ofForm: form)
    let action = try form.action(BulkAction.self)
    let keys = try form.has("every") ? every(listing) : selected
    guard !keys.isEmpty else { return try refusedBulk(.noLinkSelected, listing) }
    guard let change = action.change(tag: form.text("tag")) else {
      return try refusedBulk(.tagMissing, listing)
    }
    if action == .delete, form["confirmed"] == nil { return confirmDeletion(keys, listing) }
    let edit = try edited { editor throws(ChangeError) in try editor.change(keys, change) }
    let outcome = BulkOutcome(keys, edit.results)
    return try linksPage(listing, notice: bulkNotice(action, outcome, edit.change, listing))
  }

  /// The ticked links, without duplicates.
  private var selected: [LinkKey] {
    var seen: Set<LinkKey> = []
    return form.all("link").prefix(Self.bulkLimit).compactMap(Self.key)
      .filter { seen.insert($0).inserted }
  }

  /// All links of a list, not only those of the current page; none when the list has grown too
  /// long.
  private func every(_ listing: LinkListing) throws(Problem) -> [LinkKey] {
    let filter = try listing.filter(at: timestamp, in: snapshot)
    let answer = try asked { inquiry throws(InquiryError) in
      try inquiry.links(filter, limit: Self.bulkLimit)
    }
    guard answer.next == nil else {
      throw .parameter("every", Word.tooManyLinks(Self.bulkLimit))
    }
    return answer.links.filter { !$0.isConfigured }.map(\.link.key)
  }

  private func refusedBulk(
    _ word: Word, _ listing: LinkListing
  ) throws(Problem) -> HTTPResponse {
    try linksPage(listing, notice: notice("<p>\(t(word))</p>", isError: true))
  }

  /// Parses `host/slug`, the value of a tick.
  static func key(_ text: String) -> LinkKey? {
    guard let slash = text.firstIndex(of: "/") else { return nil }
    return LinkKey(named: String(text[..<slash]), String(text[text.index(after: slash)...]))
  }

  /// A notice about the action, with a button that undoes it.
  private func bulkNotice(
    _ action: BulkAction, _ outcome: BulkOutcome, _ change: Int?, _ listing: LinkListing
  ) -> Markup {
    let undo: Markup =
      outcome.changed.isEmpty
      ? "" : change.map { undoForm($0, back: listing.address) } ?? ""
    let same: Markup =
      outcome.unchanged == 0
      ? "" : "<p class=\"soft\">\(t(.linksUnchanged(outcome.unchanged)))</p>"
    let good: Markup =
      outcome.changed.isEmpty && outcome.unchanged == 0
      ? "" : notice("<p>\(t(action.done(outcome.changed.count)))</p>\(same)\(undo)")
    guard !outcome.failed.isEmpty else { return good }
    let items = Markup.each(outcome.failed.prefix(20)) { key, reason in
      "<li>\(key.host)/\(key.slug): \(said(reason))</li>"
    }
    return .of(
      good,
      notice(
        "<p>\(t(.notDone(outcome.failed.count)))</p><ul>\(items)</ul>", isError: true))
  }

  private func hidden(_ keys: [LinkKey]) -> Markup {
    Markup.each(keys) {
      "<input type=\"hidden\" name=\"link\" value=\"\($0.host)/\($0.slug)\">"
    }
  }

  /// Asks for confirmation: deleting links also deletes their clicks.
  private func confirmDeletion(_ keys: [LinkKey], _ listing: LinkListing) -> HTTPResponse {
    let items = Markup.each(keys) { "<li>\($0.host)/\($0.slug)</li>" }
    return confirmation(
      t(.deleteLinksQuestion(keys.count)), t(.deleteLinksWarning),
      address: "/dashboard/links",
      hidden: "<ul class=\"names\">\(items)</ul>\(listing.hidden)\(hidden(keys))",
      buttons: """
        <button name="action" value="delete" class="danger">\(t(.delete))</button>
        <button name="action" value="archive">\(t(.archive))</button>
        """)
  }
}
