import Changes
import LinkStorage
import Links
import Management
import Questions
import Service

/// The numbers and the history of one link.
extension PageContext {
  func linkStatistics(_ key: LinkKey) throws(Problem) -> Markup {
    guard user?.authority.may(.readStatistics) == true else { return "" }
    let scope = ChartScope(host: key.host, slug: key.slug, period: period, split: split)
    let days = try asked("/v1/stats", scope.columns)
    return """
      <section class="card" id="statistics"><h2>\(t(.statistics))</h2>
      \(chartLinks(PageAddresses.link(key)))
      <dl class="figures"><div><dt>\(t(.clicks))</dt><dd>\(number(days["clicks"].integer))</dd></div>
      <div><dt>\(t(.bots))</dt><dd>\(number(days["bots"].integer))</dd></div></dl>
      \(clicksChart(scope, days))
      </section>
      <div class="columns">
      \(try bars(t(.referrers), scope, by: "referrer") { Markup(text: $0.isEmpty ? t(.direct) : $0) })
      \(try bars(t(.platforms), scope, by: "platform") { Markup(text: platformName($0)) })
      \(try bars(t(.outcomes), scope, by: "outcome") { Markup(text: outcomeName($0)) })
      \(try barsIfAny(t(.rules), scope, by: "rule") { Markup(text: label($0)) })
      \(try barsIfAny(t(.languages), scope, by: "language") { Markup(text: $0) })
      \(try barsIfAny(t(.countries), scope, by: "country") { Markup(text: $0) })
      </div>
      """
  }

  func history(_ key: LinkKey) throws(Problem) -> Markup {
    var query = AuditQuery()
    query.host = key.host
    query.slug = key.slug
    query.limit = 20
    if let reach = user?.authority.reach { query.reach = reach }
    let asked = query
    let page = try stored { store throws(LinkStoreError) in try store.audit(asked) }
    guard !page.entries.isEmpty else { return "" }
    let items = Markup.each(page.entries) { numbered in
      let entry = numbered.entry
      let fields = entry.fields.map(label).joined(separator: ", ")
      return """
        <li>\(time(entry.time)) <strong>\(actionName(entry.action.rawValue))</strong> \
        \(actorName(entry.actor.kind.rawValue, entry.actor.id, entry.actor.name))\
        \(Markup.when(!fields.isEmpty, "<span class=\"soft\"> – \(fields)</span>"))</li>
        """
    }
    return """
      <section class="card"><h2>\(t(.history))</h2><ol class="history">\(items)</ol></section>
      """
  }

  func actorName(_ kind: String, _ id: String?, _ name: String?) -> Markup {
    switch kind {
    case "token": "<span>\(t(.token, name ?? id ?? ""))</span>"
    case "person": "<span dir=\"auto\">\(name ?? id ?? "")</span>"
    case "command-line": "<span>\(t(.atTheCommandLine))</span>"
    case "service": "<span>\(t(.theService))</span>"
    default: "<span>\(kind)</span>"
    }
  }

  func actionName(_ action: String) -> String {
    switch action {
    case "link.created": t(.made)
    case "link.updated": t(.changed)
    case "link.deleted": t(.deleted)
    case "links.imported": t(.imported)
    case "token.created": t(.tokenMade)
    case "token.revoked": t(.tokenRevoked)
    case "person.added": t(.personAdded)
    case "person.changed": t(.personChanged)
    case "person.removed": t(.personRemoved)
    case "passkey.added": t(.passkeyMade)
    case "configuration.reloaded": t(.configurationReloaded)
    default: action
    }
  }
}
