import Changes
import HTTPCore
import JSONSyntax
import LinkStorage
import Links
import Service
import SiteModel
import WebSyntax

/// The color of a notice, and how a screen reader announces it.
enum NoticeKind {
  case done
  /// A state that needs attention, or a change that was not needed.
  case warning
  case wrong
}

extension PageContext {
  /// A time in the reader's zone, which a narrow column breaks only between the day and the hour.
  func time(_ time: Timestamp) -> Markup {
    let parts = zone.text(time).split(separator: " ", maxSplits: 1)
    let shown = parts.map { part in "<span>\(String(part))</span>" as Markup }
    return "<time datetime=\"\(time.description)\">\(shown.joined(separator: " "))</time>"
  }

  /// How long ago a time was, as people say it, with the exact one for those who point at it or listen.
  /// Times of more than a month ago, and those to come, are days.
  func ago(_ time: Timestamp) -> Markup {
    let (seconds, isBeyond) = timestamp.secondsSinceEpoch
      .subtractingReportingOverflow(time.secondsSinceEpoch)
    let exact = zone.text(time)
    let said: String
    switch isBeyond ? -1 : seconds {
    case 0..<60: said = t(.justNow)
    case 60..<3600: said = t(.minutesAgo, seconds / 60)
    case 3600..<86_400: said = t(.hoursAgo, seconds / 3600)
    case 86_400..<31 * 86_400: said = t(.daysAgo, seconds / 86_400)
    default: said = String(exact.prefix(10))
    }
    return """
      <time datetime="\(time.description)" title="\(exact)"><span aria-hidden="true">\(said)</span>\
      <span class="unseen">\(exact)</span></time>
      """
  }

  func number(_ number: Int) -> String { PageNumber.text(number) }

  /// The short URL of a link as people read it: without its scheme, and with the letters of its slug.
  func shown(_ key: LinkKey) -> String {
    snapshot.shortURL(LinkKey(host: key.host, slug: "")).droppingScheme + key.slug
  }

  /// The same, as the way to the page of the link.
  func way(to key: LinkKey) -> Markup {
    "<a href=\"\(PageAddresses.link(key))\">\(Markup.breakable(shown(key)))</a>"
  }

  func heading(
    _ title: Markup, _ actions: Markup = "", help topic: HelpTopic? = nil
  ) -> Markup {
    """
    <div class="head"><div><h1 dir="auto">\(title)</h1>\(topic.map(help))</div>\
    <div class="actions">\(actions)</div></div>
    """
  }

  /// An empty list with a hint about what to do.
  func empty(_ text: String, _ action: Markup = "") -> Markup {
    "<div class=\"empty\"><p>\(text)</p>\(action)</div>"
  }

  /// The outcome of the change that led here, by the name in the address.
  ///
  /// - Parameters:
  ///   - page: the section of its rows in `words.txt`.
  ///   - undo: a form that takes the change back; empty where nothing does.
  func outcome(on page: String, undo: Markup = "", _ kind: NoticeKind = .done) -> Markup {
    query["done"].flatMap { Phrase(page, $0) }
      .map { notice("<p>\(t($0))</p>\(undo)", kind) } ?? ""
  }

  /// A form with one button that takes a change back.
  func undoForm(_ address: String, _ items: [(name: String, value: String)]) -> Markup {
    """
    <form method="post" action="\(address)">\(.each(items) { hidden($0, $1) })\
    <button class="quiet small">\(t(.undo))</button></form>
    """
  }

  func notice(_ text: Markup, _ kind: NoticeKind = .done) -> Markup {
    switch kind {
    case .done: "<div class=\"notice\" role=\"status\">\(text)</div>"
    case .warning: "<div class=\"notice warn\" role=\"status\">\(text)</div>"
    case .wrong: "<div class=\"notice wrong\" role=\"alert\">\(text)</div>"
    }
  }

  /// A table that scrolls on its own where it is too wide, or whose rows become cards there.
  ///
  /// - Parameters:
  ///   - isSortable: whether a script may sort it, which is right only for a complete table.
  ///   - hasCards: whether its cells carry labels (`cell`), so that rows can become cards.
  func table(
    _ caption: String, _ columns: Markup, _ rows: Markup, isSortable: Bool = true,
    hasCards: Bool = false
  ) -> Markup {
    let sortable: Markup = isSortable ? " class=\"sortable\"" : ""
    let cards: Markup = hasCards ? " rows" : ""
    return """
      <div class="scroll\(cards)" role="region" aria-label="\(caption)" tabindex="0">
      <table\(sortable)><caption class="unseen">\(caption)</caption>
      <thead><tr>\(columns)</tr></thead>
      <tbody>\(rows)</tbody></table></div>
      """
  }

  /// A table whose rows can become cards.
  ///
  /// - Parameters:
  ///   - numbers: those of the columns that have numbers.
  ///   - hasActions: whether a column without a name follows the others.
  func table(
    _ caption: String, _ names: [Word], numbers: [Word] = [], hasActions: Bool = false,
    _ rows: Markup, isSortable: Bool = true
  ) -> Markup {
    let heads = Markup.each(names) { column(t($0), isNumber: numbers.contains($0)) }
    let columns = Markup.of(heads, .when(hasActions, "<td></td>"))
    return table(caption, columns, rows, isSortable: isSortable, hasCards: true)
  }

  func column(_ name: String, isNumber: Bool = false) -> Markup {
    isNumber ? "<th scope=\"col\" class=\"number\">\(name)</th>" : "<th scope=\"col\">\(name)</th>"
  }

  /// A labelled cell of a table whose rows can become cards.
  ///
  /// - Parameter kind: the class of the cell.
  func cell(_ name: Word, _ content: Markup, _ kind: String = "") -> Markup {
    cell(t(name), content, kind)
  }

  func cell(_ name: String, _ content: Markup, _ kind: String = "") -> Markup {
    guard !content.isEmpty else { return "<td></td>" }
    let kind: Markup = kind.isEmpty ? "" : " class=\"\(kind)\""
    return "<td\(kind) data-label=\"\(name)\"><span>\(content)</span></td>"
  }

  /// A text that is shown only once, with a button that copies it.
  ///
  /// - Parameter hint: what to do with it.
  func secret(_ label: Word, _ text: String, hint: String) -> Markup {
    notice(
      """
      <p>\(hint)</p>
      <p class="copy"><code id="secret" tabindex="0" aria-label="\(t(label))">\(text)</code> \
      <button type="button" class="quiet" data-copy="\(text)" hidden>\(t(.copy))</button></p>
      """)
  }

  /// The hosts with short links within the user's reach, with the first of each site first.
  var linkHosts: [String] {
    snapshot.reachedSites.map { snapshot.sites[$0].definition }
      .filter { $0.shortLinks != nil }
      .flatMap { site in site.hosts.filter { !$0.isWildcard }.map(\.name) }
      .filter(snapshot.reaches)
  }

  /// The hosts of a reach, as shown in a table, with those told that no site serves any more.
  func hosts(_ names: [String]) -> Markup {
    guard !names.isEmpty else { return "\(t(.allHosts))" }
    return names.map { name -> Markup in
      let isServed = HostPattern(name).map(snapshot.serves) ?? false
      return "\(Markup.breakableNames(name))\(.when(!isServed, " \(badge(.servedNoMore, "warn"))"))"
    }.joined(separator: ", ")
  }

  /// Ticks for the hosts of the configuration; without one, all are meant.
  ///
  /// - Parameter former: the hosts that were granted before, which are offered even if no site serves them.
  func hostsField(_ typed: PageForm, besides former: [String] = []) -> Markup {
    let isBounded = user?.authority.reach.isBounded ?? true
    let chosen = typed.list("hosts")
    let served = snapshot.hostNames
    let offered = served + former.filter { !served.contains($0) }
    let ticks = Markup.each(offered) { host in
      "<p>\(tick("hosts", host, hosts([host]), chosen))</p>"
    }
    let others = chosen.filter { !offered.contains($0) }
    let hasOthers = served.contains { $0.hasPrefix("*.") } || !others.isEmpty
    let further = field(
      "hosts", .furtherHosts, value: others.joined(separator: ", "),
      .of(" autocapitalize=\"none\"", aria("hosts", typed)))
    return choose(
      .hosts, ticks, hint: t(isBounded ? .ownHostsTicked : .hostsHint),
      .of(.when(hasOthers, further), fault("hosts", typed)))
  }

  /// - Parameter more: what stands below the ticks.
  private func choose(_ legend: Word, _ ticks: Markup, hint: String?, _ more: Markup) -> Markup {
    let told = hint.map { "\n<p class=\"hint\">\($0)</p>" as Markup }
    return """
      <fieldset class="field choose"><legend>\(t(legend))</legend>\(told)<div>\(ticks)</div>
      \(more)</fieldset>
      """
  }

  /// The names of the fields of tokens, people and webhooks; those of a token's scopes differ between
  /// its form and its description.
  static let fieldNames: [String: Word] = [
    "name": .name, "scope": .may, "scopes": .may, "hosts": .hosts, "expires": .ends, "role": .role,
    "url": .address, "types": .events, "perHour": .linksPerHour, "lifetime": .linkLifetime,
    "description": .note,
  ]

  func refusal(_ problem: Problem) -> Markup {
    let names = Self.fieldNames
    let items = Markup.each(problem.faults) { fault in
      "<li>\(t(.named, names[fault.field].map(t) ?? fault.field, said(fault.reason)))</li>"
    }
    let list: Markup = items.isEmpty ? "<p>\(said(problem.sentence))</p>" : "<ul>\(items)</ul>"
    return notice(.of("<p>\(t(.formNotTaken))</p>", list), .wrong)
  }

  /// Carries out what a form asks for. Where that is refused, the form is shown again with all that was
  /// typed.
  ///
  /// - Parameter page: makes the page with the form from a notice, a status and the values.
  func submitted(
    to page: (Markup, HTTPStatus, PageForm) throws(Problem) -> HTTPResponse,
    _ change: () throws(Problem) -> HTTPResponse
  ) throws(Problem) -> HTTPResponse {
    do throws(Problem) {
      return try change()
    } catch {
      var typed = form
      typed.faults = error.faults
      return try page(refusal(error), error.status, typed)
    }
  }

  /// A form that asks for confirmation of an action that cannot be undone.
  ///
  /// - Parameter cancel: the page to which the cancel button returns; nil for `address`.
  func confirmation(
    _ title: String, _ warning: String, address: String, cancel: String? = nil, hidden: Markup,
    buttons: Markup
  ) -> HTTPResponse {
    page(
      title,
      """
      <h1>\(title)</h1>
      <section class="card"><p>\(warning)</p>
      <form method="post" action="\(address)" class="row">\(hidden)
      <input type="hidden" name="confirmed" value="yes">
      \(buttons)
      <a class="button quiet" href="\(cancel ?? address)">\(t(.cancel))</a></form></section>
      """)
  }

  func hidden(_ name: String, _ value: String) -> Markup {
    "<input type=\"hidden\" name=\"\(name)\" value=\"\(value)\">"
  }

  /// The hidden fields of those items that have a value.
  func hidden(_ items: [(name: String, value: String?)]) -> Markup {
    .each(items) { name, value in value.map { hidden(name, $0) } ?? "" }
  }

  /// - Parameter kind: the class that tells good from bad; empty for neither.
  func badge(_ word: Word, _ kind: String) -> Markup {
    let kind = kind.isEmpty ? "badge" : "badge " + kind
    return "<span class=\"\(kind)\">\(t(word))</span>"
  }

  /// A line of a list of facts.
  func fact(_ name: String, _ value: Markup) -> Markup {
    "<div><dt>\(name)</dt><dd>\(value)</dd></div>"
  }

  /// What a button is about, for readers who cannot see its row.
  func about(_ subject: String) -> Markup { "<span class=\"unseen\"> \(subject)</span>" }

  /// The button of a row.
  ///
  /// - Parameter word: the name of the button; nil for that of the action.
  func rowButton(
    _ action: some FormAction, _ word: Word? = nil, about subject: String
  ) -> Markup {
    """
    <button class="\(action.isDangerous ? "danger" : "quiet") small" name="action" \
    value="\(action.rawValue)">\(t(word.map { Phrase($0) } ?? action.word))\(about(subject))</button>
    """
  }

  func button(_ action: some FormAction) -> Markup {
    let kind: Markup = action.isDangerous ? " class=\"danger\"" : ""
    return """
      <button name="action" value="\(action.rawValue)"\(kind)>\(t(action.word))</button>
      """
  }

  /// Links of which one is the present page.
  func tabs(_ label: Word, _ items: Markup, id: Markup = "") -> Markup {
    "<nav aria-label=\"\(t(label))\"\(id)><ul class=\"tabs\">\(items)</ul></nav>"
  }

  func tab(_ address: String, _ name: String, isHere: Bool) -> Markup {
    let current: Markup = isHere ? " aria-current=\"true\"" : ""
    return "<li><a href=\"\(address)\"\(current)>\(name)</a></li>"
  }

  func nextPage(_ address: String) -> Markup {
    "<a class=\"button quiet\" rel=\"next\" href=\"\(address)\">\(t(.nextPage))</a>"
  }

  /// A control with its label, what belongs in it, and why it was refused.
  ///
  /// - Parameters:
  ///   - label: nil for a control that has one of its own.
  ///   - typed: the form that is shown again.
  func framed(
    _ path: String, _ label: String?, _ typed: some TypedForm, kind: String = "field",
    hint: String? = nil, _ control: Markup
  ) -> Markup {
    let id = Self.identifier(path)
    let label = label.map { "<label for=\"\(id)\">\($0)</label>" as Markup }
    let told = hint.map { "<span class=\"hint\" id=\"\(id)-hint\">\($0)</span>" as Markup }
    return "<div class=\"\(kind)\">\(label)\(control)\(told)\(fault(path, typed))</div>"
  }

  /// - Parameters:
  ///   - value: nil for what was typed.
  ///   - attributes: begin with a space.
  func field(
    _ id: String, _ label: Word, _ typed: PageForm = PageForm(), value: String? = nil,
    kind: String = "field", hint: String? = nil, _ attributes: Markup = ""
  ) -> Markup {
    let more: Markup = .of(attributes, aria(id, typed, hasHint: hint != nil))
    return framed(
      id, t(label), typed, kind: kind, hint: hint,
      "<input id=\"\(id)\" name=\"\(id)\" value=\"\(value ?? typed[id] ?? "")\"\(more)>")
  }

  func choice(
    _ path: String, _ label: String, _ values: [(value: String, name: String)], chosen: String?,
    in typed: some TypedForm = PageForm(), hint: String? = nil
  ) -> Markup {
    framed(
      path, label, typed, hint: hint,
      """
      <select id="\(Self.identifier(path))" name="\(path)"\(aria(path, typed, hasHint: hint != nil))>\
      \(options(values, chosen: chosen))</select>
      """)
  }

  func tick(_ name: String, _ word: Word, isTicked: Bool = false) -> Markup {
    """
    <label class="check"><input type="checkbox" name="\(name)" value="yes"\
    \(.when(isTicked, " checked"))> \(t(word))</label>
    """
  }

  /// Ticks of meanings, each with its name in a program.
  ///
  /// - Parameter refused: the name by which they are refused, if that is another.
  func ticks(
    _ field: String, _ legend: Word, _ values: [(name: String, word: Phrase)], _ typed: PageForm,
    hint: String? = nil, refused: String? = nil
  ) -> Markup {
    let focused = typed.focus == (refused ?? field) ? values.first?.name : nil
    let ticks = Markup.each(values) { name, word in
      """
      <p>\(tick(field, name, "\(t(word))", typed.all(field), hasFocus: name == focused))
      <code class="soft">\(name)</code></p>

      """
    }
    return choose(legend, ticks, hint: hint, fault(refused ?? field, typed))
  }

  private func tick(
    _ field: String, _ value: String, _ label: Markup, _ ticked: [String], hasFocus: Bool = false
  ) -> Markup {
    """
    <label class="check"><input type="checkbox" name="\(field)" value="\(value)"\
    \(.when(ticked.contains(value), " checked"))\(.when(hasFocus, " autofocus"))> <span>\(label)</span></label>
    """
  }

  func options(_ values: [(value: String, name: String)], chosen: String?) -> Markup {
    Markup.each(values) { value, name in
      let selected: Markup = value == chosen ? " selected" : ""
      return "<option value=\"\(value)\"\(selected)>\(name)</option>"
    }
  }
}
