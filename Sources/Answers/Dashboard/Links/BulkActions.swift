import Changes
import HTTPCore
import JSONSyntax
import LinkImport
import LinkStorage
import Links
import Management
import Questions
import Service

enum BulkAction: String, FormAction {
  case tag, untag, edit, archive, restore, delete

  /// The change of the action; nil when it needs a tag that is missing, or a form of its own.
  func change(tag: String?) -> BulkChange? {
    switch self {
    case .tag: tag.map(BulkChange.tag)
    case .untag: tag.map(BulkChange.untag)
    case .archive: .archive
    case .restore: .restore
    case .delete: .delete
    case .edit: nil
    }
  }

  /// Whether it may have led from one state of a link to another; nil for no link.
  func explains(_ before: ShortLink?, _ after: ShortLink?) -> Bool {
    guard let before else { return false }
    guard let after else { return self == .delete }
    switch self {
    case .tag: return after.tags.count > before.tags.count
    case .untag: return after.tags.count < before.tags.count
    case .archive: return after.archived && !before.archived
    case .restore: return !after.archived && before.archived
    case .delete: return false
    case .edit: return after.archived == before.archived
    }
  }
}

private struct BulkOutcome {
  var changed = 0
  /// The number of links that were as requested before.
  var unchanged = 0
  var failed: [(key: LinkKey, problem: Problem)] = []

  init(_ keys: [LinkKey], _ results: [Result<EditedLink, ChangeError>]) {
    for (key, result) in zip(keys, results) {
      switch result {
      case .success(let edited):
        if edited.isChanged { changed += 1 } else { unchanged += 1 }
      case .failure(let error): failed.append((key, Problem(error)))
      }
    }
  }

  /// Reads the counts in the address of a page.
  init(_ query: PageForm) {
    func count(_ name: String) -> Int {
      query[name].flatMap { Int($0) }.map { min(max($0, 0), PageContext.bulkLimit) } ?? 0
    }
    (changed, unchanged) = (count("changed"), count("unchanged"))
  }

  /// The items of a query with the counts.
  var items: [(name: String, value: String?)] {
    [
      ("changed", changed == 0 ? nil : String(changed)),
      ("unchanged", unchanged == 0 ? nil : String(unchanged)),
    ]
  }
}

extension PageContext {
  /// The largest number of links per action.
  static let bulkLimit = 5_000
  /// The largest number of links that are changed without a confirmation.
  private static let unaskedLimit = 500
  /// The number of links of a whole list that a confirmation names.
  private static let namedLimit = 50
  /// The number of links read at a time.
  private static let readLimit = 1_000

  struct Chosen {
    var keys: [LinkKey] = []
    /// The links as they were read for the action, where they were.
    var known: [LinkKey: StoredLink] = [:]
  }

  func bulk() throws(Problem) -> HTTPResponse {
    try require(.writeLinks)
    // A list of another state would be one of all links.
    try form.requireChoice("list-state", of: LinkListing.states)
    let listing = LinkListing(ofForm: form)
    let filter = try listing.filter(at: timestamp, in: snapshot)
    let action = try form.action(BulkAction.self)
    let isEvery = form.has("every")
    let chosen = try isEvery ? every(filter) : Chosen(keys: selected)
    guard chosen.keys.count <= Self.bulkLimit else {
      throw .parameter(isEvery ? "every" : "link", Phrase(.tooManyLinks, Self.bulkLimit))
    }
    guard !chosen.keys.isEmpty else {
      let told = notice("<p>\(t(.noLinkSelected))</p>", .wrong)
      return try refused("link", .noLinkSelected, listing, notice: told)
    }
    if action == .edit { return try editMany(chosen, listing, isEvery: isEvery) }
    let tags = try barTags()
    guard let change = action.change(tag: tags.first) else {
      return try refused("tag", .tagMissing, listing)
    }
    if [.tag, .untag].contains(action), tags.count > 1 {
      return try refused("tag", .oneTag, listing)
    }
    // What was confirmed is the action for as many links as there are now.
    let isConfirmed =
      form["confirmed"] != nil && (!isEvery || form["count"] == String(chosen.keys.count))
    if action == .delete || chosen.keys.count > Self.unaskedLimit, !isConfirmed {
      return confirm(action, chosen.keys, listing, isEvery: isEvery)
    }
    return try carryOut(action, change, chosen, listing)
  }

  func carryOut(
    _ action: BulkAction, _ change: BulkChange, _ chosen: Chosen, _ listing: LinkListing
  ) throws(Problem) -> HTTPResponse {
    let edit = try changed(editor.change(chosen.keys, change, known: chosen.known))
    let outcome = BulkOutcome(chosen.keys, edit.results)
    let made = outcome.changed == 0 ? nil : edit.change
    guard outcome.failed.isEmpty else {
      let undo = made.map { undoForm($0, back: listing.address) }
      return try linksPage(
        listing,
        notice: .of(bulkNotice(action, outcome, undo: undo), failureNotice(outcome.failed)))
    }
    return .redirect(
      to: PageAddresses.page(
        listing.address,
        [("done", action.rawValue)] + outcome.items + [("change", made.map(String.init))]))
  }

  private var selected: [LinkKey] {
    var seen: Set<LinkKey> = []
    return form.all("link").compactMap(Self.key).filter { seen.insert($0).inserted }
  }

  /// The tags of the bar. A text that is a tag of links as it stands is that one, commas and all.
  func barTags() throws(Problem) -> [String] {
    let text = form.text("tag") ?? ""
    let tags = LinkForm.words(text)
    guard tags.count > 1,
      try !asked(inquiry.links(LinkFilter(tag: text), limit: 1)).links.isEmpty
    else { return tags }
    return [text]
  }

  /// All links of a list, not only those of the current page; of a list that has grown too long for one
  /// action, so many that it is refused.
  private func every(_ list: LinkFilter) throws(Problem) -> Chosen {
    var filter = list
    // Which links there are does not depend on their order, and this one costs least.
    filter.order = .created
    var chosen = Chosen()
    var cursor: LinkListCursor?
    repeat {
      let answer = try asked(inquiry.links(filter, from: cursor, limit: Self.readLimit))
      for stored in answer.links.compactMap(\.stored) {
        chosen.keys.append(stored.link.key)
        chosen.known[stored.link.key] = stored
      }
      cursor = answer.next
    } while cursor != nil && chosen.keys.count <= Self.bulkLimit
    return chosen
  }

  /// - Parameter notice: what is wrong, where it does not stand beside a field.
  private func refused(
    _ field: String, _ word: Word, _ listing: LinkListing, notice: Markup = ""
  ) throws(Problem) -> HTTPResponse {
    var typed = form
    typed.faults = [FieldFault(field, word)]
    return try linksPage(listing, notice: notice, typed: typed)
  }

  /// Parses `host/slug`, the value of a tick.
  static func key(_ text: String) -> LinkKey? {
    guard let slash = text.firstIndex(of: "/") else { return nil }
    return LinkKey(named: String(text[..<slash]), String(text[text.index(after: slash)...]))
  }

  /// The outcome of the action that led to this page, with a button that undoes it; nothing for one that
  /// has been undone, or that the reader did not take. How many links it was for is what the address says.
  func bulkNotice(for listing: LinkListing) -> Markup {
    guard let action = query["done"].flatMap(BulkAction.init) else { return "" }
    let outcome = BulkOutcome(query)
    // An edit of one link may have changed the same fields.
    let count = action == .edit ? outcome.changed : 1
    let undo = undoNotice(ofManyOn: listing.address, atLeast: count) { _, reversal in
      action.explains(reversal.state, reversal.expected?.link)
    }
    guard outcome.changed == 0 || undo != nil else { return "" }
    return bulkNotice(action, outcome, undo: undo)
  }

  private func bulkNotice(
    _ action: BulkAction, _ outcome: BulkOutcome, undo: Markup?
  ) -> Markup {
    let same = Markup.when(
      outcome.unchanged > 0, "<p class=\"soft\">\(t(.linksUnchanged, outcome.unchanged))</p>")
    switch (outcome.changed, outcome.unchanged) {
    case (0, 0): return ""
    case (0, let unchanged): return notice("<p>\(t(.linksAlreadySo, unchanged))</p>", .warning)
    case (let changed, _):
      let done = Phrase("links", action.rawValue, changed).map(t) ?? ""
      return notice("<p>\(done)</p>\(same)\(undo)")
    }
  }

  /// What was refused of many links; what is wrong with several is said once.
  func failureNotice(_ failed: [(key: LinkKey, problem: Problem)]) -> Markup {
    guard !failed.isEmpty else { return "" }
    var groups: [(reasons: String, keys: [LinkKey])] = []
    var indices: [String: Int] = [:]
    for (key, problem) in failed {
      let reasons = reasons(problem).joined(separator: " ")
      if let index = indices[reasons] {
        groups[index].keys.append(key)
      } else {
        indices[reasons] = groups.count
        groups.append((reasons, [key]))
      }
    }
    let told = groups.prefix(20)
    let items = Markup.each(told) { reasons, keys in
      let more = keys.count > 5 ? " " + t(.andMoreLinks, keys.count - 5) : ""
      let names = keys.prefix(5).map(shown).joined(separator: t(.listSeparator))
      return "<li>\(t(.named, names + more, reasons))</li>"
    }
    let untold = failed.count - told.reduce(0) { $0 + $1.keys.count }
    let rest = Markup.when(untold > 0, "<li>\(t(.andMoreLinks, untold))</li>")
    return notice("<p>\(t(.notDone, failed.count))</p><ul>\(items)\(rest)</ul>", .wrong)
  }

  /// What is wrong with each field, or else with the whole.
  ///
  /// - Parameter typed: the form with what was typed; nil for what is stored.
  func reasons(_ problem: Problem, typed: LinkForm? = nil) -> [String] {
    guard !problem.faults.isEmpty else { return [said(problem.sentence)] }
    return problem.faults.map { fault in
      let name = fault.field.isEmpty ? "" : label(fault.field)
      let reason = typed?.reason(of: fault) ?? fault.reason
      return said(Sentence(ColumnFault(column: name, reason: reason)))
    }
  }

  /// The hidden fields that choose the same links once more.
  func selection(_ keys: [LinkKey], isEvery: Bool) -> Markup {
    isEvery
      ? hidden([("every", "yes"), ("count", String(keys.count))])
      : .each(keys) { hidden("link", "\($0.host)/\($0.slug)") }
  }

  /// Asks for confirmation: addresses of deleted links lead nowhere, and many links are hard to overlook.
  private func confirm(
    _ action: BulkAction, _ keys: [LinkKey], _ listing: LinkListing, isEvery: Bool
  ) -> HTTPResponse {
    let named = keys.prefix(isEvery ? Self.namedLimit : keys.count)
    let items = Markup.each(named) { "<li>\(shown($0))</li>" }
    let rest = keys.count - named.count
    let more = Markup.when(rest > 0, "<li class=\"soft\">\(t(.andMoreLinks, rest))</li>")
    let links = selection(keys, isEvery: isEvery)
    let isDeletion = action == .delete
    return confirmation(
      t(isDeletion ? .deleteLinksQuestion : .changeLinksQuestion, keys.count),
      t(isDeletion ? .deleteLinksWarning : .changeLinksWarning),
      address: "/dashboard/links", cancel: listing.address,
      hidden:
        "<ul class=\"names\">\(items)\(more)</ul>\(hidden(listing.formItems))\(links)\(hidden([("tag", form.text("tag"))]))",
      buttons: .of(button(action), .when(isDeletion, "\n\(button(BulkAction.archive))")))
  }
}
