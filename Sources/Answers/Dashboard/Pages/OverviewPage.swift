import Changes
import HTTPCore
import JSONSyntax
import LinkStorage
import Links
import Management
import Questions
import Service
import SiteModel

extension PageContext {
  func overview() throws(Problem) -> HTTPResponse {
    let start = try gettingStarted()
    return page(
      t(.overview),
      """
      \(heading("\(t(.overview))", newLinkButton()))
      \(try attentionPart())
      \(start)
      \(try figureParts(chosen))
      """)
  }

  // MARK: - Attention

  /// The beginning of the overview while something needs someone: the first of the status, then what
  /// is soon to do.
  private func attentionPart() throws(Problem) -> Markup {
    let items = [statusRows] + (try attentionItems())
    guard items.contains(where: { !$0.isEmpty }) else { return "" }
    return """
      <section class="card attention" id="status"><h2>\(t(.needsAttention))</h2>\(help(.attention))
      <ul>\(items.joined())</ul></section>
      """
  }

  private func attentionItems() throws(Problem) -> [Markup] {
    var items: [Markup] = []
    if user?.isAdmin == true, !findings.isEmpty {
      let words = t(.configurationFindings, findings.count)
      let kind = findings.contains(where: \.isError) ? "bad" : "warn"
      items.append("<li class=\"\(kind)\"><a href=\"/dashboard/sites\">\(words)</a></li>")
    }
    guard may(.readLinks) else { return items }
    // Those of the whole service are in the status.
    if user?.authority.reach.isBounded == true { items += try unhealthyLinks() }
    return items + (try endingLinks())
  }

  /// Links whose destinations have moved, are dead or redirect in a circle.
  private func unhealthyLinks() throws(Problem) -> [Markup] {
    let sums = try asked(inquiry.healthSums())
    return HealthState.allCases.compactMap { state in
      guard state.isUnhealthy, let count = sums[state], let notice = state.notice else {
        return nil
      }
      return """
        <li class="\(state.kind)"><a href="\(PageAddresses.links([("state", state.rawValue)]))">\
        \(t(.named, t(notice.word), t(.linkCount, count)))</a></li>
        """
    }
  }

  private static let endingLimit = 3

  private func endingLinks() throws(Problem) -> [Markup] {
    let filter = LinkFilter(state: LinkState.AtTime(.ending, at: timestamp))
    let answer = try asked(inquiry.links(filter, limit: Self.endingLimit))
    let items: [Markup] = answer.links.map { report in
      """
      <li class="warn">\(way(to: report.link.key)) \(t(.linkEndsOn)) \(report.link.expires.map(time))</li>
      """
    }
    let all: Markup = "<li><a href=\"/dashboard/links?state=ending\">\(t(.allEndingLinks))</a></li>"
    return answer.next == nil ? items : items + [all]
  }

  /// Advice for a service without links.
  private func gettingStarted() throws(Problem) -> Markup {
    guard may(.readLinks) else { return "" }
    let hasLinks = try hasLinks()
    guard user?.isAdmin == true else { return hasLinks ? "" : noLinksYet }
    let hasPeople = try !changed(changes.people()).isEmpty
    return firstSteps(hasLinks: hasLinks, hasApps: !snapshot.apps.isEmpty, hasPeople: hasPeople)
  }

  func hasLinks() throws(Problem) -> Bool {
    try !asked(inquiry.links(LinkFilter(), limit: 1)).links.isEmpty
  }

  /// The way of a new service: its first link, its first app, its first person. Empty once each is
  /// there.
  private func firstSteps(hasLinks: Bool, hasApps: Bool, hasPeople: Bool) -> Markup {
    guard !(hasLinks && hasApps && hasPeople) else { return "" }
    func step(_ name: Word, _ isDone: Bool, _ next: Word, _ action: Markup) -> Markup {
      let state: Markup =
        isDone
        ? " \(badge(.stepDone, "good"))"
        : "<br><span class=\"soft\">\(t(next))</span><div class=\"row\">\(action)</div>"
      return "<li><strong>\(t(name))</strong>\(state)</li>"
    }
    func button(_ path: String, _ word: Word, _ kind: Markup = " quiet") -> Markup {
      "<a class=\"button small\(kind)\" href=\"/dashboard/\(path)\">\(t(word))</a>"
    }
    let link: Markup =
      linkHosts.isEmpty
      ? "<span class=\"soft\">\(t(.noShortLinkSites))</span>"
      : .of(button("links/new", .newLink, ""), button("import", .importTitle))
    let canInvite = pages.settings.origin != nil
    return """
      <section class="card"><h2>\(t(.firstSteps))</h2>
      <ol class="steps">
      \(step(.firstLink, hasLinks, .firstLinkNext, link))
      \(step(.firstApp, hasApps, .firstAppNext, button("sites", .sites)))
      \(step(
          .firstPerson, hasPeople, canInvite ? .firstPersonNext : .originMissing,
          canInvite ? button("people", .people) : ""))
      </ol></section>
      """
  }

  var noLinksYet: Markup {
    guard user?.canEdit == true else { return empty(t(.noLinks)) }
    return empty(
      t(.noLinksForEditor),
      """
      <p class="actions"><a class="button" href="/dashboard/links/new">\(t(.newLink))</a>
      <a class="button quiet" href="/dashboard/import">\(t(.importTitle))</a></p>
      """)
  }

  // MARK: - Status

  /// Whether the user sees the whole service, as whoever is on call does.
  var seesService: Bool { user?.isAdmin == true && user?.authority.reach.isBounded == false }

  /// What needs someone, as far as it concerns the user: hosts and destinations concern everybody.
  var statusItems: [StatusFact] {
    guard let user, let board = pages.service.services.status, may(.readLinks) else { return [] }
    return board.items(pages.directory, at: timestamp).filter { item in
      user.authority.covers(item.reach)
        && (user.isAdmin || item.code == .doctor || item.code == .destinations)
    }
  }

  func statusPage() throws(Problem) -> HTTPResponse {
    try require(.admin)
    guard seesService else { throw Problem(.forbidden, "host-not-reached", .wholeServiceNeeded) }
    let items = statusItems
    let list: Markup =
      items.isEmpty
      ? empty(t(.nothingWrong))
      : "<section class=\"card attention\"><ul>\(rows(of: items))</ul></section>"
    return page(
      t(.status),
      """
      \(heading("\(t(.status))"))
      <p class="soft">\(t(.statusHint))</p>
      \(list)
      \(nodes)
      \(configurationPart)
      \(unknownPart)
      """)
  }

  private func rows(of items: some Sequence<StatusFact>) -> Markup {
    .each(items) { item in
      let (word, kind) = item.weight.display
      return """
        <li class="\(kind)">\(badge(word, kind)) <a href="\(item.link)">\(said(Sentence(item)))</a> \
        <span class="soft">\(item.since.map(ago))</span></li>
        """
    }
  }

  private static let overviewItems = 5

  /// The first items for the overview, with a way to all of them.
  var statusRows: Markup {
    let items = statusItems
    guard seesService, items.count > Self.overviewItems else { return rows(of: items) }
    return """
      \(rows(of: items.prefix(Self.overviewItems)))\
      <li><a href="/dashboard/status">\(t(.showAllItems, items.count))</a></li>
      """
  }

  private var configurationPart: Markup {
    guard let configuration = pages.service.services.status?.configuration(pages.directory) else {
      return ""
    }
    let loaded = configuration.loadedAt.map { fact(t(.loadedAt), time($0)) }
    let digest = configuration.digest.map { fact("SHA-256", "<code>\($0)</code>") }
    return """
      <section class="card"><h2>\(t(.configurationInForce))</h2>
      <dl class="facts">\(loaded)\(digest)</dl></section>
      """
  }

  /// The number of unknown addresses that the page shows unless it is asked for all.
  private static let unknownShown = 50

  /// Empty while the store does not answer, which the list above tells.
  private var unknownPart: Markup {
    let isWhole = query.has("all")
    let limit = isWhole ? UnknownAddress.shown : Self.unknownShown
    guard
      let addresses = pages.service.services.status?
        .unknownAddresses(pages.directory, limit: limit, at: timestamp)
    else { return "" }
    let rows = Markup.each(addresses) { address in
      """
      <tr>\(cell(.address, Markup.breakable(address.host + address.path), "long"))\
      \(cell(.requests, "\(number(address.count))", "number"))</tr>
      """
    }
    let list = table(
      t(.unknownAddresses), [.address, .requests], numbers: [.requests], rows, isSortable: false)
    let all: Markup = """
      <p><a href="/dashboard/status?all=yes#unknown">\(t(.showAllItems, UnknownAddress.shown))</a></p>
      """
    return """
      <section class="card" id="unknown"><h2>\(t(.unknownAddresses))</h2>
      <p class="soft">\(t(.unknownHint))</p>
      \(addresses.isEmpty ? empty(t(.noUnknownAddresses)) : list)\
      \(.when(!isWhole && addresses.count == Self.unknownShown, all))</section>
      """
  }

  private var nodes: Markup {
    let nodes = pages.sources.nodes()
    guard !nodes.isEmpty else { return "" }
    let rows = Markup.each(nodes) { node in
      """
      <tr><th scope="row">\(node.name)</th>\
      \(cell(.state, node.isInOrder ? badge(.inOrder, "good") : badge(.notInOrder, "bad")))\
      \(cell(.details, told(node.note)))</tr>
      """
    }
    return """
      <section class="card" id="nodes"><h2>\(t(.nodes))</h2>
      \(table(t(.nodes), [.name, .state, .details], rows))
      </section>
      """
  }
}

extension StatusFact.Weight {
  /// Its name, and the class that tells grave from light.
  fileprivate var display: (word: Word, kind: String) {
    switch self {
    case .critical: (.weightCritical, "bad")
    case .warning: (.weightWarning, "warn")
    case .note: (.weightNote, "")
    }
  }
}
