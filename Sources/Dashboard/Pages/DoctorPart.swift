import HTTPCore
import JSONSyntax
import LinkStorage
import Links
import Management
import Service
import SiteModel
import WebSyntax

/// What a look from outside has found at the hosts of a site.
extension PageContext {
  /// The last look at a host; nil before the first.
  func examined(_ host: String) -> (time: Timestamp, checks: [JSONNode])? {
    guard let last = pages.sources.examination(host),
      let report = (try? JSONDocument(parsing: last.report))?.root
    else { return nil }
    return (last.time, report["checks"].elements)
  }

  /// The hosts of a site that can be looked at.
  private func hosts(_ site: CompiledSite) -> [String] {
    site.definition.hosts.filter { !$0.isWildcard }.map(\.name).filter(snapshot.reaches)
  }

  func doctor(_ site: CompiledSite) -> Markup {
    let hosts = hosts(site)
    guard !hosts.isEmpty else { return "" }
    let reports = Markup.each(hosts) { host in
      let button: Markup = """
        <form method="post" action="/dashboard/sites/\(PageAddresses.component(host))" class="row">\
        <button class="quiet small" name="action" value="examine">\(t(.lookNow))\
        <span class="unseen"> \(host)</span></button></form>
        """
      return "<div class=\"head\"><h3>\(host)</h3>\(button)</div>\(report(host))"
    }
    return """
      <section class="card" id="doctor"><h2>\(t(.seenFromOutside))</h2>
      \(reports)</section>
      """
  }

  private func report(_ host: String) -> Markup {
    guard let (time, checks) = examined(host) else {
      return empty(t(.nobodyHasLookedYet))
    }
    let counts = Markup.each(["fail", "warn", "pass", "skip"]) { verdict in
      let count = checks.count { $0["verdict"].text == verdict }
      return count == 0 ? "" : "<span>\(verdictBadge(verdict)) \(number(count))</span>"
    }
    let wrong = checks.filter { ["fail", "warn"].contains($0["verdict"].text ?? "") }
    return """
      <p class="row"><span class="soft">\(t(.lookedAt)) \(self.time(time))</span>\(counts)</p>
      \(wrong.isEmpty ? "" : checkTable(host, t(.seenFromOutside), wrong))
      <details class="data"><summary>\(t(.allChecks))<span class="unseen"> \(host)</span></summary>
      \(checkTable(host, t(.allChecks), checks))</details>
      """
  }

  private func checkTable(_ host: String, _ title: String, _ checks: [JSONNode]) -> Markup {
    let rows = Markup.each(checks) { check in
      let verdict = check["verdict"].text ?? ""
      let help: Markup =
        check["help"].text.map { "<br><span class=\"soft\">\($0)</span>" } ?? ""
      return """
        <tr><th scope="row"><code>\(check["id"].text ?? "")</code></th>
        <td>\(verdictBadge(verdict))</td>
        <td class="long">\(check["evidence"].text ?? "")\(help)</td></tr>
        """
    }
    let columns: Markup = "\(column(t(.check)))\(column(t(.verdict)))\(column(t(.details)))"
    return table("\(title): \(host)", columns, rows)
  }

  private func verdictBadge(_ verdict: String) -> Markup {
    let (kind, word): (String, Word) =
      switch verdict {
      case "pass": ("good", .inOrder)
      case "warn": ("warn", .doubtful)
      case "fail": ("bad", .wrong)
      default: ("", .skipped)
      }
    return "<span class=\"badge \(kind)\">\(t(word))</span>"
  }

  // MARK: - Looking now

  /// `POST /dashboard/sites/HOST`
  func examine(_ host: String) throws(Problem) -> HTTPResponse {
    try require(.readLinks)
    guard let user, snapshot.serves(host: host) else { throw .notFound }
    _ = try form.action(SiteAction.self)
    try pages.service.beginExamination(of: host, as: user.caller, at: now)
    return .redirect(
      to: "/dashboard/sites/" + PageAddresses.component(host)
        + PageQuery.text([("since", timestamp.description)]) + "#doctor")
  }

  /// Seconds after which nobody waits for a look that was asked for.
  private static let patience = 120

  /// Whether a look that was asked for goes on.
  func isBeingExamined(_ host: String) -> Bool {
    guard let since = query.text("since").flatMap({ Timestamp($0) }) else { return false }
    let waited = timestamp.secondsSinceEpoch - since.secondsSinceEpoch
    guard (0..<Self.patience).contains(waited) else { return false }
    return examined(host).map { $0.time < since } ?? true
  }
}

/// What the forms of a site's page do.
enum SiteAction: String, CaseIterable {
  case examine
}
