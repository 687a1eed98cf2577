import Changes
import HTTPCore
import LinkStorage
import Links
import Questions
import Service
import SiteModel

extension PageContext {
  /// `GET /dashboard/`
  func overview() throws(Problem) -> HTTPResponse {
    let start = try gettingStarted()
    return page(
      t(.overview),
      """
      \(heading(t(.overview), newLinkButton()))
      \(start)
      \(try attentionPart())
      \(try figureParts(LinkListing(query)))
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
      <li class="warn"><a href="\(PageAddresses.link(report.link.key))">\(shown(report.link.key))</a> \
      \(t(.linkEndsOn)) \(report.link.expires.map(time) ?? "")</li>
      """
    }
    guard answer.next != nil else { return items }
    return items + [
      "<li><a href=\"/dashboard/links?state=ending\">\(t(.allEndingLinks))</a></li>"
    ]
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
    let answer = try asked(inquiry.links(LinkFilter(), limit: 1))
    return !answer.links.isEmpty
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
}
