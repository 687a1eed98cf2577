import Doctor
import HTTPCore
import LinkStorage
import Links
import Management
import Service
import SiteModel
import WebSyntax

extension PageContext {
  /// The last report on a host; nil before the first.
  func examined(_ host: String) -> HostReport? { pages.service.doctor?.records.latest(host: host) }

  func examinable(_ site: CompiledSite) -> [String] {
    site.definition.allHosts.filter { !$0.isWildcard }.map(\.name).filter(snapshot.reaches)
  }

  func doctor(_ site: CompiledSite) -> Markup {
    let hosts = examinable(site)
    guard !hosts.isEmpty else { return "" }
    let reports = Markup.each(hosts) { host in
      let button: Markup = """
        <form method="post" action="/dashboard/sites/\(PageAddresses.component(host))" class="row">\
        \(rowButton(SiteAction.examine, about: host))</form>
        """
      return "<div class=\"head\"><h3>\(host)</h3>\(button)</div>\(report(host))"
    }
    return """
      <section class="card" id="doctor"><h2>\(t(.seenFromOutside))</h2>\(help(.doctor))
      \(reports)</section>
      """
  }

  private func report(_ host: String) -> Markup {
    guard let report = examined(host) else { return empty(t(.notExamined)) }
    let counts = Markup.each([DoctorVerdict.fail, .warn, .pass, .skip]) { verdict in
      let count = report.count(verdict)
      return count == 0 ? "" : "<span>\(badge(verdict)) \(number(count))</span>"
    }
    let wrong = report.results.filter { $0.verdict == .fail || $0.verdict == .warn }
    return """
      <p class="row"><span class="soft">\(t(.lookedAt)) \(time(report.time))</span>\(counts)</p>
      \(wrong.isEmpty ? "" : checkTable(host, t(.seenFromOutside), wrong))
      <details class="data"><summary>\(t(.allChecks))\(about(host))</summary>
      \(checkTable(host, t(.allChecks), report.results))</details>
      """
  }

  private func checkTable(_ host: String, _ title: String, _ checks: [CheckResult]) -> Markup {
    let rows = Markup.each(checks) { result in
      let help: Markup = result.help.map { "<br><span class=\"soft\">\(told($0))</span>" } ?? ""
      return """
        <tr><th scope="row"><code>\(result.check.rawValue)</code></th>
        \(cell(.verdict, badge(result.verdict)))
        \(cell(.details, "\(told(result.evidence))\(help)", "told"))</tr>
        """
    }
    return table(t(.named, title, host), [.check, .verdict, .details], rows)
  }

  private func badge(_ verdict: DoctorVerdict) -> Markup {
    switch verdict {
    case .pass: badge(.inOrder, "good")
    case .warn: badge(.doubtful, "warn")
    case .fail: badge(.wrong, "bad")
    case .skip: badge(.skipped, "")
    }
  }

  // MARK: - Examining

  func examine(_ host: String) throws(Problem) -> HTTPResponse {
    try require(.readLinks)
    guard let user, snapshot.serves(host: host), snapshot.reaches(host) else { throw .notFound }
    _ = try form.action(SiteAction.self)
    try pages.service.beginExamination(of: host, owner: user.id, at: now)
    return .redirect(
      to: "/dashboard/sites/" + PageAddresses.component(host)
        + PageQuery.text([("since", timestamp.description)]) + "#doctor")
  }

  /// The seconds after which a page no longer waits for an examination.
  private static let patience = 120

  /// Whether a requested examination is still running.
  func isBeingExamined(_ host: String) -> Bool {
    guard let since = query.text("since").flatMap({ Timestamp($0) }) else { return false }
    let waited = timestamp.secondsSinceEpoch - since.secondsSinceEpoch
    guard (0..<Self.patience).contains(waited) else { return false }
    return examined(host).map { $0.time < since } ?? true
  }
}

enum SiteAction: String, FormAction {
  case examine
}
