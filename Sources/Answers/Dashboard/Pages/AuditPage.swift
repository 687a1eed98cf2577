import WebSyntax
import HTTPCore
import JSONSyntax
import Links
import LinkStorage
import Questions
import Service

/// The filter of the audit log, as it was typed.
private struct AuditFilter {
  static let names: [(name: String, label: Word)] = [
    ("host", .host), ("actor", .who), ("since", .since), ("until", .until),
  ]

  var question = AuditQuestion()
  private(set) var faults: [(name: String, sentence: Sentence)] = []

  init(_ query: PageForm, in zone: ReaderZone) {
    if let text = query.text("host") {
      question.host = HostPattern(text)
      if question.host == nil { faults.append(("host", Sentence(LinkFault.notHost(text)))) }
    }
    question.actor = query.text("actor")
    question.since = time("since", query, zone)
    question.until = time("until", query, zone)
    question.before = query.text("cursor").flatMap { Int($0) }
  }

  private mutating func time(
    _ name: String, _ query: PageForm, _ zone: ReaderZone
  ) -> PointInTime? {
    guard let text = query.text(name) else { return nil }
    let time = zone.point(text)
    if time == nil { faults.append((name, Sentence(LinkFault.notTime(text)))) }
    return time
  }
}

extension PageContext {
  /// `GET /dashboard/audit`
  func audit() throws(Problem) -> HTTPResponse {
    try require(.admin)
    let filter = AuditFilter(query, in: zone)
    guard filter.faults.isEmpty else {
      let faults = Markup.each(filter.faults) { "<li>\(said($0.sentence))</li>" }
      return page(
        t(.auditLog),
        """
        \(heading(t(.auditLog), help: .audit))
        \(notice("<ul>\(faults)</ul>", isError: true))
        \(auditForm)
        """, status: .badRequest)
    }
    let answer = try asked { inquiry throws(InquiryError) in try inquiry.audit(filter.question) }
    let rows = Markup.each(answer.page.entries) { auditRow($0.entry) }
    let columns: Markup = """
      \(column(t(.time)))\(column(t(.who)))\(column(t(.what)))\(column(t(.subject)))\
      \(column(t(.details)))
      """
    return page(
      t(.auditLog),
      """
      \(heading(t(.auditLog), help: .audit))
      \(auditForm)
      \(rows.isEmpty ? empty(t(.noChangesYet)) : table(t(.auditLog), columns, rows, isSortable: false, hasCards: true))
      <nav class="pager" aria-label="\(t(.pages))">\(nextPage(answer.page.next))</nav>
      """)
  }

  private var auditForm: Markup {
    let fields = Markup.each(AuditFilter.names) { name, label in
      let isTime = label == .since || label == .until
      return """
        <p class="field"><label for="\(name)">\(t(label))</label>
        <input id="\(name)" name="\(name)" value="\(query.text(name) ?? "")" size="12"\
        \(Markup.when(isTime, " placeholder=\"2026-01-31\""))></p>
        """
    }
    return """
      <form class="filter" action="/dashboard/audit">\(fields)
      <p class="field"><button>\(t(.show))</button></p></form>
      """
  }

  private func nextPage(_ next: Int?) -> Markup {
    guard let next else { return "" }
    let items = AuditFilter.names.map { (name: $0.name, value: query.text($0.name)) }
    let address = "/dashboard/audit" + PageQuery.text(items + [("cursor", String(next))])
    return "<a class=\"button quiet\" rel=\"next\" href=\"\(address)\">\(t(.nextPage))</a>"
  }

  private func auditRow(_ entry: AuditEntry) -> Markup {
    let subject: Markup
    if let host = entry.host, let slug = entry.slug {
      let key = LinkKey(host: host, slug: slug)
      subject = "<a href=\"\(PageAddresses.link(key))\">\(Markup.breakable("\(host)/\(slug)"))</a>"
    } else {
      subject = "\(entry.person ?? entry.token ?? entry.host ?? "")"
    }
    let fields = entry.fields.map(label).joined(separator: t(.listSeparator))
    let change: Markup =
      entry.change.map { number in
        " <a class=\"soft\" href=\"\(PageAddresses.change(number))\">\(t(.changeNumber(number)))</a>"
      } ?? ""
    let counts =
      entry.created.map { t(.importCounts(number($0), number(entry.updated ?? 0))) } ?? ""
    return """
      <tr>\(cell(.time, time(entry.time), "time"))\(cell(.who, actorName(entry.actor)))\
      \(cell(.what, "\(t(entry.action.word))"))\(cell(.subject, subject, "long"))\
      \(cell(.details, "\(fields)\(counts)\(change)"))</tr>
      """
  }

  func actorName(_ actor: AuditActor) -> Markup {
    let name = actor.name ?? actor.id ?? ""
    return switch actor.kind {
    case .token: "<span>\(t(.tokenActor(name)))</span>"
    case .person: "<span dir=\"auto\">\(name)</span>"
    case .commandLine: "<span>\(t(.atCommandLine))</span>"
    case .service: "<span>\(t(.serviceActor))</span>"
    }
  }
}

extension AuditAction {
  var word: Word {
    switch self {
    case .linkCreated: .actionMade
    case .linkUpdated: .actionChanged
    case .linkDeleted: .actionDeleted
    case .linksImported: .actionImported
    case .linksApplied: .actionApplied
    case .linksReverted: .actionReverted
    case .tokenCreated: .actionTokenMade
    case .tokenRevoked: .actionTokenRevoked
    case .personAdded: .actionPersonAdded
    case .personChanged: .actionPersonChanged
    case .personRemoved: .actionPersonRemoved
    case .passkeyAdded: .actionPasskeyMade
    case .passkeyRenamed: .actionPasskeyRenamed
    case .passkeyRemoved: .actionPasskeyRemoved
    case .configurationReloaded: .actionReloaded
    case .webhookCreated: .actionWebhookMade
    case .webhookUpdated: .actionWebhookChanged
    case .webhookDeleted: .actionWebhookDeleted
    }
  }
}
