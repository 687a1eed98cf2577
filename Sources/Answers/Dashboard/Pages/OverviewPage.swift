import Changes
import Doctor
import HTTPCore
import LinkStorage
import Links
import Management
import Questions
import Service
import SiteModel
import WebSyntax

extension PageContext {
  /// `GET /dashboard/`
  func overview() throws(Problem) -> HTTPResponse {
    let attention = try attentionItems()
    let start = try gettingStarted()
    let actions: Markup =
      user?.canEdit == true
      ? "<a class=\"button\" href=\"/dashboard/links/new\" data-key=\"n\">\(t(.newLink))</a>" : ""
    return page(
      t(.overview),
      """
      \(heading(t(.overview), actions))
      \(start)
      \(.when(!attention.isEmpty, attentionLine))
      \(try figureParts(LinkListing(query)))
      \(attentionPart(attention))
      \(nodes)
      """)
  }

  // MARK: - Attention

  /// One line above the statistics; the list itself follows them.
  private var attentionLine: Markup {
    notice("<p><a href=\"#attention\">\(t(.thingsNeedAttention))</a></p>", .warning)
  }

  private func attentionPart(_ items: [Markup]) -> Markup {
    guard !items.isEmpty else { return "" }
    return """
      <section class="card attention" id="attention"><h2>\(t(.needsAttention))</h2>\(help(.attention))
      <ul>\(items.joined())</ul></section>
      """
  }

  private func attentionItems() throws(Problem) -> [Markup] {
    var items: [Markup] = []
    if user?.isAdmin == true {
      let findings = findings
      let errors = findings.count(where: \.isError)
      if !findings.isEmpty {
        let words = t(.configurationFindings, findings.count)
        items.append(
          "<li class=\"\(errors > 0 ? "bad" : "warn")\"><a href=\"/dashboard/sites\">\(words)</a></li>"
        )
      }
      for node in reachedNodes where !node.isInOrder {
        items.append(
          """
          <li class="bad"><a href="#nodes">\(t(.nodes))</a>\(t(.colon))\(node.name), \
          <span lang="en">\(node.note)</span></li>
          """)
      }
      items += certificates
      items += try failingWebhooks()
    }
    items += failingHosts
    if may(.readLinks) { items += try unhealthyLinks() + endingLinks() }
    return items
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

  /// The remaining validity below which certificates need attention, in seconds.
  private static let certificateHorizon = 14 * 86_400

  private var certificates: [Markup] {
    pages.sources.certificates().filter { snapshot.reaches($0.name) }.compactMap { certificate in
      let left = certificate.ends.secondsSinceEpoch - timestamp.secondsSinceEpoch
      guard left < Self.certificateHorizon else { return nil }
      return """
        <li class="\(left < 86_400 ? "bad" : "warn")">\(certificateLink(certificate.name)) \
        \(t(.endsOn)) \(time(certificate.ends))</li>
        """
    }
  }

  /// The name of a certificate, leading to the check of its host if a site has it.
  private func certificateLink(_ name: String) -> Markup {
    let words = t(.certificate, name)
    guard snapshot.hostNames.contains(name) else {
      return "<a href=\"/dashboard/sites\">\(words)</a>"
    }
    return "<a href=\"\(Self.doctorAddress(name))\">\(words)</a>"
  }

  private static let failingWebhookLimit = 3

  /// Webhooks that are off, or whose receivers do not answer.
  private func failingWebhooks() throws(Problem) -> [Markup] {
    let failing = try changed(changes.webhooks())
      .filter { !$0.isEnabled || $0.failingSince != nil }
    let items: [Markup] = failing.prefix(Self.failingWebhookLimit).map { webhook in
      """
      <li class="\(webhook.isEnabled ? "warn" : "bad")">\(t(.webhook)) \
      <a href="/dashboard/webhooks/\(webhook.id)">\(webhook.url)</a>\(t(.colon))\
      \(t(webhook.isEnabled ? .failing : .switchedOff))</li>
      """
    }
    guard failing.count > items.count else { return items }
    let rest = t(.andMore, failing.count - items.count)
    return items + ["<li><a href=\"/dashboard/webhooks\">\(rest)</a></li>"]
  }

  private static let failingHostLimit = 3

  /// Hosts that failed a check in their last examination from outside.
  private var failingHosts: [Markup] {
    guard may(.readLinks) else { return [] }
    let items = snapshot.hostNames.compactMap { host -> Markup? in
      let failing = failedChecks(host)
      guard !failing.isEmpty else { return nil }
      let names = failing.prefix(3).map(\.check.rawValue).joined(separator: ", ")
      return """
        <li class="bad"><a href="\(Self.doctorAddress(host))">\(host)</a>\(t(.colon))\
        \(t(.failingChecks, failing.count))\(t(.inBrackets, names))</li>
        """
    }
    guard items.count > Self.failingHostLimit + 1 else { return items }
    let rest = t(.andMore, items.count - Self.failingHostLimit)
    return items.prefix(Self.failingHostLimit)
      + ["<li><a href=\"/dashboard/sites\">\(rest)</a></li>"]
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

  /// The nodes shown to users who reach every host, since every node serves every host.
  private var reachedNodes: [DashboardSources.Node] {
    user?.authority.reach.isBounded == false ? pages.sources.nodes() : []
  }

  private var nodes: Markup {
    let nodes = reachedNodes
    guard user?.isAdmin == true, !nodes.isEmpty else { return "" }
    let rows = Markup.each(nodes) { node in
      """
      <tr><th scope="row">\(node.name)</th>\
      \(cell(.state, node.isInOrder ? badge(.inOrder, "good") : badge(.notInOrder, "bad")))\
      \(cell(.details, "<span lang=\"en\">\(node.note)</span>"))</tr>
      """
    }
    return """
      <section class="card" id="nodes"><h2>\(t(.nodes))</h2>
      \(table(t(.nodes), [.name, .state, .details], rows))
      </section>
      """
  }
}
