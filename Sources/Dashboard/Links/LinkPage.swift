import HTTPCore
import JSONSyntax
import LinkStorage
import Links
import QRCode
import Service
import SiteModel

extension PageContext {
  /// `GET /dashboard/links/HOST/SLUG`
  func link(_ key: LinkKey) throws(Problem) -> HTTPResponse {
    let answer = ask(.get, PageAddresses.apiLink(key))
    guard answer.isGood else { throw answer.problem }
    if let format = query["qr"] { return try picture(answer.json["shortURL"].text ?? "", format) }
    return try linkPage(key, answer, LinkForm(answer.json))
  }

  /// - Parameters:
  ///   - answer: the link as the API has it now.
  ///   - form: what stands in the form.
  ///   - conflict: what has changed since the form was made, above it.
  func linkPage(
    _ key: LinkKey, _ answer: APIAnswer, _ form: LinkForm, conflict: Markup = "",
    status: HTTPStatus = .ok
  ) throws(Problem) -> HTTPResponse {
    let link = answer.json
    let shortURL = link["shortURL"].text ?? ""
    let title = link["name"].text ?? shortURL.droppingScheme
    let isConfigured = link["source"].text == "configuration"
    let isOpen = status != .ok || query.has("edit") || form.opensRules
    let edit: Markup =
      user?.canEdit == true && !isConfigured
      ? editForm(key, answer, form, conflict: conflict, isOpen: isOpen) : ""
    return page(
      title,
      """
      \(heading(title, linkActions(key, link)))
      \(doneNotice(key))
      \(facts(key, link))
      \(edit)
      \(try visitors(key, shortURL))
      \(try linkStatistics(key))
      \(try history(key))
      """, status: status)
  }

  private func linkActions(_ key: LinkKey, _ link: JSONNode) -> Markup {
    guard user?.canEdit == true, link["source"].text != "configuration" else { return "" }
    let isArchived = link["archived"].isTrue
    return """
      <form method="post" action="\(PageAddresses.link(key))" class="row">
      <button name="action" value="\(isArchived ? "restore" : "archive")">\
      \(isArchived ? t(.restore) : t(.archive))</button>
      <button name="action" value="delete" class="danger">\(t(.delete))</button></form>
      """
  }

  private func doneNotice(_ key: LinkKey) -> Markup {
    switch query["done"] {
    case "made": notice("<p>\(t(.theLinkIsMade))</p>")
    case "saved": notice("<p>\(t(.theLinkIsSaved))</p>")
    case "archive":
      notice(
        """
        <p>\(t(.theLinkIsArchivedItLeadsNowhereNow))</p>
        <form method="post" action="\(PageAddresses.link(key))">\
        <button class="quiet small" name="action" value="restore">\(t(.undo))</button></form>
        """)
    case "restore": notice("<p>\(t(.theLinkIsBack))</p>")
    default: ""
    }
  }

  /// What the link is: its addresses, its picture, its numbers.
  private func facts(_ key: LinkKey, _ link: JSONNode) -> Markup {
    let shortURL = link["shortURL"].text ?? ""
    let tags = Markup.each(link["tags"].elements) { "<span class=\"tag\">\($0.text ?? "")</span> " }
    let address = PageAddresses.link(key)
    let times: [(path: String, name: String)] = [
      ("notBefore", label("notBefore")), ("expires", label("expires")),
      ("createdAt", t(.madeWord)), ("updatedAt", t(.changedWord)),
    ]
    let more = Markup.each(times) { path, name in
      link[path].text.map { "<div><dt>\(name)</dt><dd>\(time($0))</dd></div>" } ?? ""
    }
    let clicks = link["maxClicks"].scalar.map { "\(number(link["clicks"].integer)) / \($0)" }
    let warnings = doubts(key)
    return """
      \(warnings)
      <section class="card link-facts">
      <div>
      <p class="copy"><a class="short" href="\(shortURL)" rel="noreferrer">\(shortURL)</a> \
      <button type="button" class="quiet small" data-copy="\(shortURL)" hidden>\(t(.copy))</button></p>
      <dl class="facts">
      <div><dt>\(t(.leadsTo))</dt><dd class="long" dir="auto">\(link["url"].text ?? "")</dd></div>
      <div><dt>\(t(.state))</dt><dd>\(stateBadge(link))</dd></div>
      <div><dt>\(t(.clicks))</dt><dd>\(clicks ?? number(link["clicks"].integer))</dd></div>
      \(Markup.when(!tags.isEmpty, "<div><dt>\(t(.tags))</dt><dd>\(tags)</dd></div>"))
      \(more)
      </dl>
      </div>
      <figure class="qr"><img src="\(address)?qr=svg" alt="\(t(.qrCodeOfTheShortLink))" \
      width="160" height="160">
      <figcaption><a href="\(address)?qr=svg" download="\(key.slug).svg">SVG</a> ·
      <a href="\(address)?qr=png" download="\(key.slug).png">PNG</a></figcaption></figure>
      </section>
      """
  }

  /// What the author of a link is warned of.
  private func doubts(_ key: LinkKey) -> Markup {
    let link = try? stored { store throws(LinkStoreError) in try store.currentLink(at: key)?.link }
    let doubts =
      (link ?? nil)?.doubts(now: timestamp, knowsCountries: snapshot.knowsCountries) ?? []
    guard !doubts.isEmpty else { return "" }
    let items = Markup.each(doubts) { "<li>\(label($0.path)): \(said($0.message))</li>" }
    return "<div class=\"notice warn\"><ul>\(items)</ul></div>"
  }

  private func picture(_ url: String, _ format: String) throws(Problem) -> HTTPResponse {
    guard let code = QRCode(url) else {
      throw Problem(.unprocessableContent, "no-picture", "the address is too long for a QR code")
    }
    let isPNG = format == "png"
    let bytes =
      isPNG ? code.png(scale: code.scale(size: 1024)) : code.vector(title: url).bytes(size: 1024)
    guard let bytes else { throw .busy("no memory for a picture") }
    let fields = HTTPFields([
      "Content-Type": isPNG ? "image/png" : "image/svg+xml", "Cache-Control": "private, max-age=60",
      "Content-Security-Policy": "default-src 'none'", "X-Content-Type-Options": "nosniff",
      "Cross-Origin-Resource-Policy": "same-origin",
    ])
    return HTTPResponse(.ok, fields: fields, body: bytes, route: .dashboard, outcome: .qr)
  }

  // MARK: - Editing

  private func editForm(
    _ key: LinkKey, _ answer: APIAnswer, _ form: LinkForm, conflict: Markup, isOpen: Bool
  ) -> Markup {
    """
    <details class="card edit" id="edit"\(isOpen ? " open" : "")><summary>\(t(.edit))</summary>
    \(conflict)
    <form method="post" action="\(PageAddresses.link(key))" novalidate>
    <input type="hidden" name="revision" value="\(answer.response.fields["ETag"] ?? "")">
    \(linkForm(form))
    <p class="actions"><button class="button" name="action" value="save">\
    \(t(.saveChanges))</button>
    <a class="button quiet" href="\(PageAddresses.link(key))">\(t(.cancel))</a></p>
    </form></details>
    """
  }

  /// `POST /dashboard/links/HOST/SLUG`
  func changeLink(_ key: LinkKey) throws(Problem) -> HTTPResponse {
    try require(.writeLinks)
    let address = PageAddresses.apiLink(key)
    if let step = form["rule"].flatMap(RuleStep.init) { return try editRules(key, step) }
    let action = try form.action(LinkAction.self)
    switch action {
    case .archive, .restore:
      let isArchived = action == .archive
      let answer = ask(.patch, address, body: .object([.init("archived", .bool(isArchived))]))
      guard answer.isGood else { throw answer.problem }
      return .redirect(
        to: PageAddresses.link(key) + "?done=" + (isArchived ? "archive" : "restore"))
    case .delete: return try deleteLink(key)
    case .save: return try saveLink(key)
    }
  }

  private func deleteLink(_ key: LinkKey) throws(Problem) -> HTTPResponse {
    guard form["confirmed"] != nil else {
      let name = key.host + "/" + key.slug
      return page(
        t(.deleteTheLink),
        """
        <h1>\(t(.deleteWord, name))</h1>
        <p>\(t(.itsAddressLeadsNowhereThenAnd))</p>
        <form method="post" action="\(PageAddresses.link(key))" class="row">
        <input type="hidden" name="confirmed" value="yes">
        <button name="action" value="delete" class="danger">\(t(.delete))</button>
        <button name="action" value="archive">\(t(.archive))</button>
        <a class="button quiet" href="\(PageAddresses.link(key))">\(t(.cancel))</a></form>
        """)
    }
    let answer = ask(.delete, PageAddresses.apiLink(key))
    guard answer.isGood else { throw answer.problem }
    return .redirect(to: "/dashboard/links")
  }

  /// The form with one rule more or less, or in another order; nothing is saved.
  private func editRules(_ key: LinkKey, _ step: RuleStep) throws(Problem) -> HTTPResponse {
    let current = ask(.get, PageAddresses.apiLink(key))
    guard current.isGood else { throw current.problem }
    var typed = LinkForm(form, isNew: false)
    typed.take(step)
    return try linkPage(key, current, typed)
  }

  private func saveLink(_ key: LinkKey) throws(Problem) -> HTTPResponse {
    var typed = LinkForm(form, isNew: false)
    typed.dropBlankRules()
    let address = PageAddresses.apiLink(key)
    let condition = form["revision"].map { [(name: "If-Match", value: $0)] } ?? []
    let answer = ask(
      .patch, address, fields: condition,
      body: typed.body(removesPassword: form.has("removes-password")))
    guard !answer.isGood else {
      return .redirect(to: PageAddresses.link(key) + "?done=saved")
    }
    let current = ask(.get, address)
    guard current.isGood else { throw current.problem }
    guard answer.response.status == .preconditionFailed else {
      typed.take(answer.problem)
      return try linkPage(key, current, typed, status: answer.response.status)
    }
    return try linkPage(
      key, current, typed, conflict: conflict(LinkForm(current.json), typed), status: .conflict)
  }

  /// Which fields differ from what somebody else has saved meanwhile.
  private func conflict(_ current: LinkForm, _ typed: LinkForm) -> Markup {
    let paths = (LinkForm.main + LinkForm.groups.flatMap(\.paths)).filter { path in
      typed.values[path] != nil && (typed.values[path] ?? "") != (current.values[path] ?? "")
        && path != "host" && path != "slug" && path != "password"
    }
    var rows = Markup.each(paths) { path in
      """
      <tr><th scope="row">\(label(path))</th><td class="long" dir="auto">\(current.values[path] ?? "")\
      </td><td class="long" dir="auto">\(typed.values[path] ?? "")</td></tr>
      """
    }
    let texts = [current.rules ?? [], typed.rules ?? []].map { rules in
      JSONOutput.array(rules.map(\.output)).compact
    }
    if typed.rules != nil, texts[0] != texts[1] {
      rows +=
        """
        <tr><th scope="row">\(t(.rules))</th><td class="long" dir="auto">\(texts[0])</td>\
        <td class="long" dir="auto">\(texts[1])</td></tr>
        """
    }
    let columns: Markup = """
      \(column(t(.field)))\(column(t(.savedBySomebodyElse)))\(column(t(.typedHere)))
      """
    let list: Markup =
      rows.isEmpty ? "" : table(t(.differences), columns, rows, isSortable: false)
    return notice(
      """
      <p>\(t(.somebodyHasChangedThisLinkSince))</p>
      \(list)
      """, isError: true)
  }
}

/// What the forms of the page do.
enum LinkAction: String, CaseIterable {
  case save, archive, restore, delete
}
