import Changes
import HTTPCore
import JSONSyntax
import Links
import LinkStorage
import Questions
import Service
import SiteModel

extension PageContext {
  func link(_ key: LinkKey) throws(Problem) -> HTTPResponse {
    let report: LinkReport
    do throws(Problem) {
      report = try self.report(key)
    } catch {
      guard error.status == .notFound, let page = try deletedLink(key) else { throw error }
      return page
    }
    if let format = query["qr"] {
      do throws(Problem) {
        return try picture(report.shortURL, of: report.link, format)
      } catch {
        // What the form of the picture sent is corrected there.
        guard !error.faults.isEmpty, query.has("margin") else { throw error }
        return try linkPage(
          report, LinkForm(report.link, in: zone), picture: error, status: error.status)
      }
    }
    var form = LinkForm(report.link, in: zone)
    if query["edit"] == "rule" { form.take(RuleStep(.add)) }
    if query["edit"] == "moved", let address = report.newAddress { form.values["url"] = address }
    return try linkPage(report, form)
  }

  func report(_ key: LinkKey) throws(Problem) -> LinkReport {
    try require(.readLinks)
    return try asked(inquiry.link(key))
  }

  /// - Parameters:
  ///   - conflict: the changes since the form was loaded, shown above it.
  ///   - restored: what has been done before the form is shown again.
  ///   - picture: why no QR code was made.
  func linkPage(
    _ report: LinkReport, _ form: LinkForm, conflict: Markup = "", restored: Markup = "",
    picture: Problem? = nil, status: HTTPStatus = .ok
  ) throws(Problem) -> HTTPResponse {
    let title = report.link.name ?? shown(report.link.key)
    let isOpen = request.isChange || query.has("edit")
    var form = form
    form.hasPassword = report.link.password != nil
    if isOpen { form.suggestions = try suggestions() }
    return page(
      form.isRefused || !conflict.isEmpty ? t(.notSavedTitle, title) : title,
      """
      \(heading("\(title)", linkActions(report, isEditing: isOpen)))
      \(addressLine(report))
      \(doneNotice(report.link.key))\(restored)
      \(nextStep(report))
      \(healthNotice(report))
      \(doubts(report.link))
      \(Markup.when(isOpen, editForm(report, form, conflict: conflict)))
      \(try linkStatistics(report.link.key, beside: facts(report, picture: picture)))
      \(try visitors(report))
      \(try versions(report.link.key, now: report.link))
      """, status: status)
  }

  func canEdit(_ report: LinkReport) -> Bool {
    user?.canEdit == true && !report.isConfigured
  }

  /// - Parameter isEditing: whether the page shows the form, which a way to it would lose.
  private func linkActions(_ report: LinkReport, isEditing: Bool) -> Markup {
    guard user?.canEdit == true else { return "" }
    let like =
      "/dashboard/links/new" + PageQuery.text([("like", Statistics.name(of: report.link.key))])
    let copy: Markup = "<a class=\"button quiet\" href=\"\(like)\">\(t(.duplicate))</a>"
    guard canEdit(report) else { return copy }
    let address = PageAddresses.link(report.link.key)
    let edit: Markup = "<a class=\"button\" href=\"\(address)?edit=1\">\(t(.edit))</a>"
    return """
      \(.when(!isEditing, edit))
      \(copy)
      <form method="post" action="\(address)" class="row">
      \(button(report.link.archived ? LinkAction.restore : .archive))
      \(button(LinkAction.delete))</form>
      """
  }

  /// The outcome of the change that led here, with a button that takes it back while it is the last
  /// one.
  func doneNotice(_ key: LinkKey) -> Markup {
    let isSame = query["done"] == "same"
    return outcome(
      on: "link", undo: isSame ? "" : undoNotice(of: key) ?? "", isSame ? .warning : .done)
  }

  /// The short URL, with a summary of the link.
  private func addressLine(_ report: LinkReport) -> Markup {
    let shortURL = report.shortURL
    let spelt = snapshot.shortURL(LinkKey(host: report.link.host, slug: "")) + report.link.slug
    return """
      <p class="copy"><a class="short" href="\(shortURL)" rel="noreferrer">\(spelt)</a> \
      <button type="button" class="quiet small" data-copy="\(shortURL)" hidden>\(t(.copy))</button> \
      \(stateBadge(report)) \(healthBadge(report))</p>
      """
  }

  /// The facts about the link: its destination, its properties, its QR code.
  private func facts(_ report: LinkReport, picture: Problem?) -> Markup {
    let link = report.link
    let tags = tagLinks(link)
    let address = PageAddresses.link(link.key)
    let times: [(name: String, time: Timestamp?)] = [
      (label("notBefore"), link.notBefore), (label("expires"), link.expires),
      (label("createdAt"), link.createdAt), (label("updatedAt"), link.updatedAt),
    ]
    let more = Markup.each(times) { name, moment in
      moment.map { fact(name, time($0)) } ?? ""
    }
    let count = number(report.clicks ?? 0)
    let clicks = link.maxClicks.map { "\(count) / \(number($0))" } ?? count
    let owner = link.owner.map { owner -> Markup in
      "<div><dt>\(label("owner"))</dt><dd dir=\"auto\">\(owner)</dd></div>"
    }
    return """
      <section class="card link-facts">
      <div>
      <dl class="facts">
      <div><dt>\(t(.leadsTo))</dt><dd class="long" dir="auto">\(Markup.breakable(link.url))</dd></div>
      \(Markup.when(link.password != nil, passwordFact))
      \(owner)
      \(fact(t(.clicksInTotal), "\(clicks)"))
      \(.when(!tags.isEmpty, fact(t(.tags), tags)))
      \(more)
      </dl>
      </div>
      <figure class="qr"><img src="\(address)?qr=svg" alt="\(t(.qrCodeAlt))" \
      width="160" height="160">
      <figcaption><a href="\(address)?qr=svg" download="\(link.slug).svg">SVG</a> · PNG:
      \(pictureLinks(link))</figcaption>
      \(pictureForm(link, refused: picture))</figure>
      </section>
      """
  }

  var passwordFact: Markup { fact(t(.passwordLabel), "\(t(.passwordIsAsked))") }

  /// Advice about a link that is not simply active.
  private func nextStep(_ report: LinkReport) -> Markup {
    guard user?.canEdit == true, let next = state(of: report)?.display.next else { return "" }
    return notice("<p>\(t(next))</p>", .warning)
  }

  private func healthNotice(_ report: LinkReport) -> Markup {
    guard let health = report.health, let notice = health.state.notice else { return "" }
    let kind: Markup = health.state.kind == "bad" ? "wrong" : "warn"
    let status = health.status.map { " · \(t(.answerStatus)) \($0)" as Markup }
    let lead: Word = report.newAddress != nil ? .movedTo : .leadsTo
    let target = health.location.map { location -> Markup in
      "<p class=\"long\">\(t(lead)) <bdi>\(Markup.breakable(location))</bdi></p>"
    }
    let next = report.newAddress == nil ? notice.next : Phrase(.destinationMovedOn)
    let (query, word): (String, Word) =
      report.newAddress == nil ? ("1", .edit) : ("moved", .takeNewAddress)
    let remedy: Markup = """
      <p class="actions"><a class="button quiet" \
      href="\(PageAddresses.link(report.link.key))?edit=\(query)">\(t(word))</a></p>
      """
    return """
      <div class="notice \(kind)"><p><strong>\(t(notice.word))</strong>\(status) · \
      \(t(.askedAt)) \(time(health.time))</p>\(target)<p>\(t(next))</p>\(.when(canEdit(report), remedy))</div>
      """
  }

  /// The warnings for the author of a link.
  private func doubts(_ link: ShortLink) -> Markup {
    let doubts = snapshot.doubts(about: link, at: timestamp, beside: pages.directory.managed)
    guard !doubts.isEmpty else { return "" }
    let items = Markup.each(doubts) {
      "<li>\(t(.named, label($0.path), said(Sentence($0.oddity))))</li>"
    }
    return notice("<ul>\(items)</ul>", .warning)
  }

  // MARK: - Editing

  private func editForm(
    _ report: LinkReport, _ form: LinkForm, conflict: Markup
  ) -> Markup {
    guard canEdit(report), let stored = report.stored else { return "" }
    let address = PageAddresses.link(report.link.key)
    // A form that is shown again belongs to the version that it was opened with, unless the page
    // tells what has changed since.
    let revision = (conflict.isEmpty ? openedRevision : nil) ?? LinkRevision(stored)
    let owned = report.link.owner.map { notice("<p>\(t(.ownedByFile, $0))</p>", .warning) }
    return """
      <section class="card edit"><h2>\(t(.edit))</h2>
      \(owned)
      \(conflict)
      <form method="post" action="\(address)" novalidate>
      \(hidden("revision", revision.description))
      \(linkForm(form))
      <p class="actions"><button class="button" name="action" value="save">\
      \(t(.saveChanges))</button>
      <a class="button quiet" href="\(address)">\(t(.cancel))</a></p>
      </form></section>
      """
  }

  func changeLink(_ key: LinkKey) throws(Problem) -> HTTPResponse {
    try require(.writeLinks)
    guard ruleStep == nil else {
      return try editing(key) { typed throws(Problem) in try linkPage(report(key), typed) }
    }
    switch try form.action(LinkAction.self) {
    case .archive: return try change(key, .archive, done: "archive")
    case .restore: return try change(key, .restore, done: "restore")
    case .version: return try restoreVersion(key)
    case .delete: return try deleteLink(key)
    case .save: return try editing(key) { typed throws(Problem) in try saveLink(key, typed) }
    case .edit: return try editing(key) { typed throws(Problem) in try editOn(key, typed) }
    }
  }

  /// The outcome of a form of a link, which is shown again if the link has been deleted meanwhile.
  private func editing(
    _ key: LinkKey, _ edit: (LinkForm) throws(Problem) -> HTTPResponse
  ) throws(Problem) -> HTTPResponse {
    let typed = typedForm(isNew: false)
    do throws(Problem) {
      return try edit(typed)
    } catch {
      guard error.status == .notFound, let page = try deletedMeanwhile(key, typed) else {
        throw error
      }
      return page
    }
  }

  private func change(
    _ key: LinkKey, _ change: BulkChange, done: String
  ) throws(Problem) -> HTTPResponse {
    let made = try changed(editor.change(key, change))
    return page(of: key, after: done, isChanged: made.isChanged)
  }

  /// Leads to the page of a link after a change.
  ///
  /// - Parameter isChanged: whether it had an effect, which alone can be undone.
  func page(of key: LinkKey, after done: String, isChanged: Bool = true) -> HTTPResponse {
    let items =
      isChanged ? [("done", done), ("change", lastChange(of: key))] : [("done", "same" as String?)]
    return .redirect(to: PageAddresses.page(PageAddresses.link(key), items))
  }

  private func deleteLink(_ key: LinkKey) throws(Problem) -> HTTPResponse {
    guard form["confirmed"] != nil else {
      return confirmation(
        t(.deleteQuestion, shown(key)), t(.deleteLinkWarning),
        address: PageAddresses.link(key), hidden: "",
        buttons: "\(button(LinkAction.delete))\n\(button(LinkAction.archive))")
    }
    try changed(editor.delete(key))
    return .redirect(
      to: PageAddresses.links([
        ("done", "link-deleted"), ("link", key.host + "/" + key.slug),
        ("change", lastChange(of: key)),
      ]))
  }

  private func saveLink(_ key: LinkKey, _ typed: LinkForm) throws(Problem) -> HTTPResponse {
    var typed = typed
    typed.dropBlankRules()
    let there = try report(key)
    guard !typed.lostPassword else {
      typed.take(.passwordLost)
      return try linkPage(there, typed, status: .unprocessableContent)
    }
    var precondition = LinkPrecondition.none
    if let revision = try there.stored.map(expectedRevision) ?? nil {
      precondition.expected = LinkPrecondition.States.some([revision])
    }
    let (condition, passwords) = (precondition, pages.directory.passwords)
    let stored = LinkForm(there.link, in: typed.zone)
    var sent = typed
    if sent.differs("rules", from: stored) { sent.keepTimes(of: there.link) }
    let patch = LinkPatch(
      JSONNode(sent.description(changing: stored)), of: key, passwords: passwords)
    do throws(Problem) {
      let made = try changed(editor.edit(key, if: condition) { _ in patch })
      return page(of: key, after: "saved", isChanged: made.isChanged)
    } catch {
      let current = try report(key)
      guard canEdit(current) else { throw error }
      guard error.status == .preconditionFailed else {
        typed.take(error)
        return try linkPage(current, typed, status: error.status)
      }
      let merge = LinkMerge(typed, opened: try openedLink(key), saved: current.link)
      var merged = merge.form
      merged.forgetPassword()
      return try linkPage(current, merged, conflict: conflict(merge), status: .conflict)
    }
  }
}

enum LinkAction: String, FormAction {
  case save, archive, restore, delete
  /// Shows the form with what was typed, before it is saved.
  case edit
  /// Restores an earlier version.
  case version
}

extension LinkReport {
  /// The new address of a destination that says itself that it has moved permanently; nil for others,
  /// also for one that no longer opens the app.
  fileprivate var newAddress: String? {
    guard let health, health.state == .moved, [301, 308].contains(health.status) else { return nil }
    return health.location
  }
}
