import Changes
import HTTPCore
import JSONSyntax
import Links
import LinkStorage
import Questions
import Service
import WebSyntax

/// The filter of the audit log, as it was typed.
private struct AuditFilter {
  static let names: [(name: String, label: Word)] = [
    ("host", .host), ("actor", .who), ("since", .since), ("until", .until),
  ]

  var question = AuditQuestion()
  private(set) var faults: [(name: String, sentence: Sentence)] = []

  init(_ query: PageForm, in zone: LocalZone, at now: Timestamp) {
    if let text = query.text("host") {
      question.host = HostPattern(text)
      if question.host == nil { faults.append(("host", Sentence(LinkFault.notHost(text)))) }
    }
    question.actor = query.text("actor")
    question.since = time("since", query, zone) { zone.start(ofDay: $0) }
    question.until = time("until", query, zone) { zone.start(ofDay: $0 + 1) }
    if let since = question.since, let until = question.until,
      since.before(now) >= until.before(now)
    {
      faults.append(("until", Sentence(Word.noTimeBetween)))
    }
    question.before = query.text("cursor").flatMap { Int($0) }
  }

  /// - Parameter moment: the moment that a date means, by its number in days since 1970.
  private mutating func time(
    _ name: String, _ query: PageForm, _ zone: LocalZone, ofDay moment: (Int) -> Timestamp
  ) -> PointInTime? {
    guard let text = query.text(name) else { return nil }
    let time = ChartPeriod.day(text).map { .at(moment($0)) } ?? zone.point(text)
    if time == nil { faults.append((name, Sentence(LinkFault.notTime(text)))) }
    return time
  }
}

extension PageContext {
  /// `GET /dashboard/audit`
  func audit() throws(Problem) -> HTTPResponse {
    try require(.admin)
    let filter = AuditFilter(query, in: zone, at: timestamp)
    guard filter.faults.isEmpty else {
      let faults = Markup.each(filter.faults) { "<li>\(said($0.sentence))</li>" }
      return page(
        t(.auditLog),
        """
        \(heading(t(.auditLog), help: .audit))
        \(notice("<ul>\(faults)</ul>", .wrong))
        \(auditForm)
        """, status: .badRequest)
    }
    let answer = try asked(inquiry.audit(filter.question))
    let entries = answer.page.entries.map(\.entry)
    let names = try names(in: entries)
    let rows = Markup.each(entries) { auditRow($0, names) }
    let list = table(
      t(.auditLog), [.time, .who, .what, .subject, .details], rows, isSortable: false)
    return page(
      t(.auditLog),
      """
      \(heading(t(.auditLog), help: .audit))
      \(auditForm)
      \(rows.isEmpty ? noEntries : list)
      <nav class="pager" aria-label="\(t(.pages))">\(nextPage(answer.page.next))</nav>
      """)
  }

  private var auditForm: Markup {
    let fields = Markup.each(AuditFilter.names) { name, label in
      let value = query.text(name) ?? ""
      // Addresses may have other times than the field can show.
      let isDate =
        (label == .since || label == .until) && (value.isEmpty || ChartPeriod.day(value) != nil)
      let kind: Markup =
        isDate ? " type=\"date\" aria-describedby=\"dates-zone\"" : " size=\"12\""
      return field(name, label, value: value, kind)
    }
    return """
      <form class="filter" action="/dashboard/audit">\(fields)
      <p class="field soft" id="dates-zone">\(zone.name)</p>
      <p class="field"><button>\(t(.show))</button></p></form>
      """
  }

  private var noEntries: Markup {
    let isFiltered = AuditFilter.names.contains { query.text($0.name) != nil }
    guard isFiltered else { return empty(t(.noChangesYet)) }
    return empty(
      t(.noEntryMatches), "<p><a href=\"/dashboard/audit\">\(t(.showAllEntries))</a></p>")
  }

  private func nextPage(_ next: Int?) -> Markup {
    guard let next else { return "" }
    let items = AuditFilter.names.map { (name: $0.name, value: query.text($0.name)) }
    let address = "/dashboard/audit" + PageQuery.text(items + [("cursor", String(next))])
    return nextPage(address)
  }

  /// The names of the people, tokens and webhooks that entries are about, by identifier; those that
  /// are gone have none.
  private func names(in entries: [AuditEntry]) throws(Problem) -> [String: String] {
    var names: [String: String] = [:]
    if entries.contains(where: { $0.person != nil }) {
      for person in try changed(changes.people()) { names[person.id] = person.name }
    }
    if entries.contains(where: { $0.token != nil }) {
      for token in try changed(changes.tokens()) { names[token.id] = token.name }
      for webhook in try changed(changes.webhooks()) {
        names[webhook.id] = webhook.description ?? webhook.url
      }
    }
    return names
  }

  private func auditRow(_ entry: AuditEntry, _ names: [String: String]) -> Markup {
    let subject: Markup
    if let host = entry.host, let slug = entry.slug {
      let key = LinkKey(host: host, slug: slug)
      subject = "<a href=\"\(PageAddresses.link(key))\">\(Markup.breakable(shown(key)))</a>"
    } else if let id = entry.person ?? entry.token {
      let name = names[id].map { "<span dir=\"auto\">\($0)</span> " as Markup }
      subject = "\(name ?? "")<code>\(id)</code>"
    } else {
      subject = "\(entry.host ?? entry.slug ?? "")"
    }
    let fields = entry.fields.map(label).joined(separator: t(.listSeparator))
    let counts = entry.created.map { t(.importCounts, number($0), number(entry.updated ?? 0)) }
    let change: Markup? = entry.change.map { number in
      "<a href=\"\(PageAddresses.change(number))\">\(t(.changeNumber, number))</a>"
    }
    let texts = [fields, counts ?? ""].filter { !$0.isEmpty }.map { Markup(text: $0) }
    let details = (texts + [change].compactMap(\.self)).joined(separator: "\u{A0}· ")
    return """
      <tr>\(cell(.time, time(entry.time), "time"))\(cell(.who, actorName(entry.actor)))\
      \(cell(.what, "\(t(entry.action.word))"))\(cell(.subject, subject, "long"))\
      \(cell(.details, details))</tr>
      """
  }

  func actorName(_ actor: AuditActor) -> Markup {
    let name = actor.name ?? actor.id ?? ""
    return switch actor.kind {
    case .token: "<span>\(t(.tokenActor, name))</span>"
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
    case .templateKept: .actionTemplateKept
    case .templateRemoved: .actionTemplateRemoved
    }
  }
}
