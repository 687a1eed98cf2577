import Changes
import HTTPCore
import LinkStorage
import Links
import Questions
import Service
import WebSyntax

/// The sums of all links, of those of a tag or a campaign, of any list, or of one link: the same parts on
/// the overview, on pages of their own and above lists.
extension PageContext {
  /// `GET /dashboard/tags/NAME` and `GET /dashboard/campaigns/NAME`
  func group(_ path: PagePath) throws(Problem) -> HTTPResponse {
    try require(.readStatistics)
    var listing = chosen
    if path.kind == .tag { listing.tag = path.group } else { listing.campaign = path.group }
    let word: Word = path.kind == .tag ? .tag : .campaign
    let title = t(.named, t(word), path.group)
    let links: Markup = """
      <a class="button quiet" href="\(PageAddresses.links(listing.chosenItems))">\(t(.links))</a>
      """
    let new = newLinkButton(tag: listing.tag, campaign: listing.campaign)
    let address = path.kind == .tag ? PageAddresses.tag : PageAddresses.campaign
    return page(
      title,
      """
      \(heading("\(title)", .of(links, new), help: .statistics))
      \(try figureParts(listing, at: address(path.group)))
      """)
  }

  func figureParts(
    _ listing: LinkListing, at address: String = "/dashboard/"
  ) throws(Problem) -> Markup {
    guard var scope = try figureScope(listing) else { return "" }
    scope.address = address
    var groupings: [StatisticsQuery.Grouping] = [.referrer, .platform, .language, .country]
    if scope.links != nil { groupings += [.outcome, .rule] }
    let counts = try counts(scope, groupings)
    // Before the first link there is nothing to choose a period of.
    let isUsed = [counts.now, counts.before].contains {
      $0.clicks > 0 || $0.bots > 0 || $0.launches > 0
    }
    if !isUsed, scope.links == nil, may(.readLinks) {
      guard try hasLinks() else { return "" }
    }
    let isOfAll = scope.links == nil
    let isOfHost = isOfAll && user?.authority.reach.isBounded == true
    let kept = scope.period.items + (scope.part?.items ?? [])
    let chips = chips(chosen) { address + PageQuery.text(kept + $0.chosenItems) }
    return """
      \(isOfHost ? hostLinks(scope) : chips)
      \(leftOutLine(listing))
      \(chartLinks(address))
      <section class="card" id="clicks">
      \(chartHead(isOfAll ? .clicksAndOpens : .clicks, scope, counts, firstOpens: isOfAll ? nil : 0))
      \(clicksChart(scope, counts))
      \(.when(!isOfAll && !listing.isOfDeleted, "<p class=\"soft\">\(t(.sumsOfDeleted))</p>"))
      \(.when(scope.isOfNewestDeleted, "<p class=\"soft\">\(t(.searchedNewestDeleted, LinkListing.newestDeleted))</p>"))
      </section>
      \(try cards(scope, counts))
      """
  }

  /// The clicks of a link and its facts, followed by the groups of the clicks: numbers come first.
  func linkStatistics(_ key: LinkKey, beside facts: Markup) throws(Problem) -> Markup {
    guard may(.readStatistics) else { return facts }
    let scope = ChartScope(
      host: HostPattern(key.host), slug: key.slug, period: period, split: split, part: part,
      address: PageAddresses.link(key), fragment: "#statistics")
    let counts = try counts(
      scope, [.referrer, .platform, .outcome, .rule, .language, .country, .way])
    let openings = (counts.groups[.way]?.rows ?? []).reduce(0) { $0 + $1.launches }
    return """
      <div class="beside">
      <section class="card" id="statistics">\(chartHead(.statistics, scope, counts, firstOpens: openings))
      \(chartLinks(PageAddresses.link(key), fragment: "#statistics"))
      \(clicksChart(scope, counts))
      </section>
      \(facts)
      </div>
      \(try cards(scope, counts))
      """
  }

  /// The line above a filtered list, which leads to all of its sums; empty for other lists.
  func groupChart(_ listing: LinkListing, _ filter: LinkFilter) throws(Problem) -> Markup {
    guard listing.isFiltered, listing.cursor == nil, may(.readStatistics) else { return "" }
    let all: Markup = "<a href=\"\(PageAddresses.figures(listing))\">\(t(.allFigures))</a>"
    // Words are looked for in every link, which a list that follows typing does once only.
    guard filter.words.isEmpty else { return "<p class=\"strip\">\(all)</p>" }
    var scope = ChartScope(period: ChartPeriod(.month, now: timestamp))
    try choose(listing, in: &scope)
    // The sums of a host have what is no link's as well.
    if scope.links == nil { (scope.links, scope.host) = (ChosenLinks(filter), nil) }
    let counts = try counts(scope, [])
    let days = counts.now.rows.map { (ChartPeriod.day($0.name) ?? 0, $0.clicks) }
    let now = counts.now.clicks
    let told = change(from: counts.before.clicks, to: now).map {
      "<span class=\"soft\">\($0)</span> " as Markup
    }
    return """
      <p class="strip"><strong>\(t(.clicksOfMonth, now))</strong> \(told)\
      \(Sparkline(Dictionary(days, uniquingKeysWith: +), until: timestamp).markup { t(.clicksOfMonth, $0) }) \(all)</p>
      """
  }

  /// Nil when the user may not see statistics.
  private func figureScope(_ listing: LinkListing) throws(Problem) -> ChartScope? {
    guard may(.readStatistics) else { return nil }
    var scope = ChartScope(period: period, split: split, part: part)
    try choose(listing, in: &scope)
    guard scope.links == nil, let patterns = user?.authority.reach.patterns else { return scope }
    // A user limited to some hosts sees one of them at a time.
    let asked = listing.host.flatMap { host in patterns.first { $0.description == host } }
    guard let pattern = asked ?? patterns.first else { return nil }
    scope.host = pattern
    return scope
  }

  /// Narrows a scope to the links of a list. The sums of a host alone are kept as such.
  func choose(_ listing: LinkListing, in scope: inout ChartScope) throws(Problem) {
    let chosen = listing.chosenItems.filter { $0.value != nil }.map(\.name)
    guard !chosen.isEmpty else { return }
    guard chosen != ["host"] else { return scope.host = try listing.pattern(in: snapshot) }
    var filter = try listing.filter(at: timestamp, in: snapshot, takesDeleted: true)
    filter.order = .created
    scope.items = listing.chosenItems
    guard listing.isOfDeleted else { return scope.links = ChosenLinks(filter) }
    filter.searchedLinks = LinkListing.newestDeleted
    let deleted = try deletedKeys(filter)
    scope.links = ChosenLinks(nil, keys: deleted.keys)
    scope.isOfNewestDeleted = !deleted.areAll
  }

  /// The deleted links of a filter among as many deletions as a page of them looks at.
  private func deletedKeys(
    _ filter: LinkFilter
  ) throws(Problem) -> (keys: [LinkKey], areAll: Bool) {
    let limit = 1000
    var keys: [LinkKey] = []
    var cursor: DeletedCursor?
    for _ in 0..<LinkListing.newestDeleted / limit {
      let page = try asked(inquiry.deletedLinks(filter, from: cursor, limit: limit)).page
      keys += page.links.map(\.link.key)
      guard let next = page.next else { return (keys, true) }
      // A search for words has looked at all of them at once.
      if page.isCut, filter.search != nil { break }
      cursor = next
    }
    return (keys, false)
  }

  /// What the query chooses beside the path of a tag or a campaign, which comes first; a search for deleted
  /// links chooses these.
  var chosen: LinkListing {
    var listing = LinkListing(query)
    switch PagePath(request.path)?.kind {
    case .tag: listing.tag = nil
    case .campaign: listing.campaign = nil
    default: break
    }
    return listing.deletedAskedFor(in: snapshot) ?? listing
  }

  /// What chooses links, each with a link that takes it off.
  func chips(_ listing: LinkListing, _ address: (LinkListing) -> String) -> Markup {
    let chips = Markup.each(chosenParts(listing)) { word, value, remove in
      guard let value else { return "" }
      var rest = listing.first
      remove(&rest)
      return """
        <a class="tag" href="\(address(rest))" dir="auto">\(t(.named, t(word), value)) \
        <span aria-hidden="true">×</span><span class="unseen"> \(t(.removeFilter))</span></a> 
        """
    }
    return chips.isEmpty ? "" : "<p class=\"chips\">\(chips)</p>"
  }

  /// What chooses links, by its name, and how it is taken off.
  func chosenParts(
    _ listing: LinkListing
  ) -> [(word: Word, value: String?, remove: (inout LinkListing) -> Void)] {
    let word = listing.isOfDeleted ? .deletedLinks : listing.state?.word
    let state = word.map { t($0) } ?? listing.health?.notice.map { t($0.word) }
    return [
      (.host, listing.host, { $0.host = nil }), (.tag, listing.tag, { $0.tag = nil }),
      (.campaign, listing.campaign, { $0.campaign = nil }),
      (.state, state, { $0 = $0.with(state: nil) }),
      (.search, listing.search, { $0.search = nil }),
    ]
  }

  /// Links to the other hosts of a user limited to some hosts.
  private func hostLinks(_ scope: ChartScope) -> Markup {
    guard let here = scope.host?.description else { return "" }
    let hosts = user?.authority.reach.names ?? []
    guard hosts.count > 1 else { return "<p class=\"soft\">\(here)</p>" }
    let items = Markup.each(hosts) { host in
      let items = period.items + [("split", split?.rawValue), ("host", host)]
      return tab("/dashboard/" + PageQuery.text(items), host, isHere: host == here)
    }
    return tabs(.hosts, items)
  }
}
