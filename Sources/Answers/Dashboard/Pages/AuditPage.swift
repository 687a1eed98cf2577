import Changes
import HTTPCore
import JSONSyntax
import LinkImport
import LinkStorage
import Links
import Management
import Questions
import Service
import SiteModel
import WebSyntax

private struct AuditFilter {
  static let names = ["host", "actor", "person", "action", "change", "since", "until"]

  /// What was typed, and what was refused of it.
  private(set) var query: PageForm
  private(set) var question = AuditQuestion()

  init(_ query: PageForm, in zone: LocalZone, at now: Timestamp) {
    self.query = query
    question.actor = query.text("actor")
    question.person = query.text("person")
    question.host = read("host", { HostPattern($0) }) { Sentence(LinkFault.notHost($0)) }
    question.action = read("action", { AuditAction(rawValue: $0) }) { _ in
      Sentence(Word.noEntryMatches)
    }
    question.change = read("change", { Int($0) }) { _ in Sentence(Word.notChangeNumber) }
    question.since = time("since", zone)
    question.until = time("until", zone, daysLater: 1)
    if let since = question.since, let until = question.until,
      since.before(now) >= until.before(now)
    {
      self.query.faults.append(FieldFault("until", Word.noTimeBetween))
    }
  }

  private mutating func read<Value>(
    _ name: String, _ parse: (String) -> Value?, orElse fault: (String) -> Sentence
  ) -> Value? {
    guard let text = query.text(name) else { return nil }
    let value = parse(text)
    if value == nil { query.faults.append(FieldFault(name, fault(text))) }
    return value
  }

  /// - Parameter days: what a date means: its beginning, or that of a later day.
  private mutating func time(
    _ name: String, _ zone: LocalZone, daysLater days: Int = 0
  ) -> PointInTime? {
    read(name) { text in
      ChartPeriod.day(text).map { .at(zone.start(ofDay: $0 + days)) } ?? zone.point(text)
    } orElse: {
      Sentence(LinkFault.notTime($0))
    }
  }
}

extension PageContext {
  func audit() throws(Problem) -> HTTPResponse {
    try require(.admin)
    let filter = AuditFilter(query, in: zone, at: timestamp)
    guard filter.query.faults.isEmpty else {
      let heading = heading("\(t(.auditLog))", help: .audit)
      return page(t(.auditLog), .of(heading, auditForm(filter.query)), status: .badRequest)
    }
    if query["format"] == "csv", let user { return try auditExport(filter.question, of: user) }
    var question = filter.question
    question.before = try query.cursor { Int($0) }
    let (entries, next) = try auditEntries(question)
    let more = next.map { number in
      nextPage("/dashboard/audit" + PageQuery.text(auditItems + [("cursor", String(number))]))
    }
    let csv = "/dashboard/audit" + PageQuery.text(auditItems + [("format", "csv")])
    let export: Markup = "<a class=\"button quiet\" href=\"\(csv)\">\(t(.exportAsCsv))</a>"
    let names = try names()
    let rows = Markup.each(entries) { auditRow($0.entry, links: $0.links, names) }
    let list = table(
      t(.auditLog), [.time, .who, .what, .subject, .details], rows, isSortable: false)
    return page(
      t(.auditLog),
      """
      \(heading("\(t(.auditLog))", export, help: .audit))
      \(auditForm(filter.query))
      \(rows.isEmpty ? noEntries : list)
      <nav class="pager" aria-label="\(t(.pages))">\(more)</nav>
      """)
  }

  /// A page of entries. Those of a change are shown one by one when it is asked for.
  private func auditEntries(
    _ question: AuditQuestion
  ) throws(Problem) -> (entries: [AuditAnswer.Folded], next: Int?) {
    guard question.change != nil else { return try asked(inquiry.foldedAudit(question)) }
    let page = try asked(inquiry.audit(question)).page
    return (page.entries.map { ($0.entry, 0) }, page.next)
  }

  /// The filter as items of an address.
  private var auditItems: [(name: String, value: String?)] {
    AuditFilter.names.map { ($0, query.text($0)) }
  }

  private static let exportedAtOnce = 1000

  /// The entries of the filter as a table for people.
  private func auditExport(
    _ question: AuditQuestion, of user: SignedIn
  ) throws(Problem) -> HTTPResponse {
    let words: [Word] = [.time, .who, .what, .host, .slug, .subject, .field, .changeOfLinks]
    let header = "\u{FEFF}" + CSVText.record(words.map { t($0) })
    var first = question
    first.limit = Self.exportedAtOnce
    var answer = HTTPResponse.file("audit.csv")
    answer.source = try PagedSource(from: first, for: user.transferOwner, of: pages.directory) {
      part throws(Problem) in
      let page = try asked(inquiry.audit(part)).page
      var next = part
      next.before = page.next
      let rows = page.entries.map { auditRecord($0.entry) }.joined()
      return ((part.before == nil ? header : "") + rows, page.next == nil ? nil : next)
    }
    return answer
  }

  private func auditRecord(_ entry: AuditEntry) -> String {
    let fields = [
      entry.time.description, entry.actor.name ?? entry.actor.id ?? entry.actor.kind.rawValue,
      entry.action.rawValue, entry.host ?? "", entry.slug ?? "",
      entry.person ?? entry.token ?? "", entry.fields.joined(separator: " "),
      entry.change.map(String.init) ?? "",
    ]
    return CSVText.record(fields.map(CSVText.guarded))
  }

  private func auditForm(_ typed: PageForm) -> Markup {
    // Addresses may have other times than the field can show.
    let dates = Markup.each([("since", Word.since), ("until", Word.until)]) { name, label in
      let value = query.text(name) ?? ""
      let isDate = value.isEmpty || ChartPeriod.day(value) != nil
      let zone: Markup =
        typed.fault(at: name) == nil ? " aria-describedby=\"dates-zone\"" : ""
      return field(name, label, typed, isDate ? " type=\"date\"\(zone)" : " size=\"12\"")
    }
    let actions: [(value: String, name: String)] = AuditAction.allCases.map {
      ($0.rawValue, t($0.word))
    }
    let number: Markup = " inputmode=\"numeric\" size=\"6\""
    return """
      <form class="filter" action="/dashboard/audit">
      \(filterChoice("host", .host, typed, snapshot.hostNames.map { ($0, $0) }, all: .allHosts))
      \(filterChoice("actor", .who, typed, authors, all: .anybody))
      \(filterChoice("action", .what, typed, actions, all: .anything))
      \(field("change", .changeOfLinks, typed, number))
      \(dates)
      <p class="field soft" id="dates-zone">\(zone.name)</p>
      <p class="field"><button>\(t(.show))</button></p></form>
      """
  }

  /// A choice of a filter; a value of the address that is none of the choices is one more.
  private func filterChoice(
    _ name: String, _ label: Word, _ typed: PageForm, _ values: [(value: String, name: String)],
    all: Word
  ) -> Markup {
    let chosen = query.text(name)
    var choices: [(value: String, name: String)] = [("", t(all))]
    choices += values
    if let chosen, !values.contains(where: { $0.value == chosen }) {
      choices.append((chosen, chosen))
    }
    return choice(name, t(label), choices, chosen: chosen, in: typed)
  }

  /// Who may have made changes: people and tokens within reach, the command line and the service.
  private var authors: [(value: String, name: String)] {
    let people = (try? changed(changes.people())) ?? []
    let tokens = (try? changed(changes.tokens())) ?? []
    return people.map { ($0.id, $0.name) }
      + tokens.map { ($0.id, t(.tokenActor, $0.name ?? $0.id)) }
      + [
        (AuditActor.Kind.commandLine.rawValue, t(.atCommandLine)),
        (AuditActor.Kind.service.rawValue, t(.serviceActor)),
      ]
  }

  private var noEntries: Markup {
    guard auditItems.contains(where: { $0.value != nil }) else { return empty(t(.noChangesYet)) }
    return empty(
      t(.noEntryMatches), "<p><a href=\"/dashboard/audit\">\(t(.showAllEntries))</a></p>")
  }

  /// The names of the people, tokens and webhooks that entries are about, by identifier; those that
  /// are gone have none.
  private func names() throws(Problem) -> [String: String] {
    var names: [String: String] = [:]
    for person in try changed(changes.people()) { names[person.id] = person.name }
    for token in try changed(changes.tokens()) { names[token.id] = token.name }
    for webhook in try changed(changes.webhooks()) {
      names[webhook.id] = webhook.description ?? webhook.url
    }
    return names
  }

  /// - Parameter links: the number of links whose entries the row stands for.
  private func auditRow(
    _ entry: AuditEntry, links: Int, _ names: [String: String]
  ) -> Markup {
    let subject: Markup
    if links > 1, let change = entry.change {
      subject = "<a href=\"/dashboard/audit?change=\(change)\">\(t(.linkCount, links))</a>"
    } else if let host = entry.host, let slug = entry.slug {
      subject = way(to: LinkKey(host: host, slug: slug))
    } else if let id = entry.person ?? entry.token {
      let name = names[id].map { "<span dir=\"auto\">\($0)</span> " as Markup }
      subject = "\(name)<code>\(id)</code>"
    } else {
      subject = "\(entry.host ?? entry.slug ?? "")"
    }
    let fields = links > 1 ? "" : entry.fields.map(label).joined(separator: t(.listSeparator))
    let counts =
      entry.created.map { t(.importCounts, number($0), number(entry.updated ?? 0)) }
      ?? entry.updated.map { t(.linkCount, $0) }
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

extension AuditAction: NamedCases {
  static let section = "audit"
}
