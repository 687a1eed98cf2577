import Changes
import HTTPCore
import JSONSyntax
import LinkStorage
import Links
import Management
import Questions
import Service

/// Changes of links, and undoing them.
extension PageContext {
  /// The number of unchanged links named on a page; the command names all.
  private static let namedLimit = 100

  /// `GET /dashboard/changes/NUMBER`: shows what undoing the change would do.
  func plannedUndo(_ text: String) throws(Problem) -> HTTPResponse {
    try require(.readLinks)
    let number = try changeNumber(text)
    let plan = try edited { editor throws(ChangeError) in
      try editor.undo(number, isDryRun: true)
    }
    let back: Markup =
      "<p><a class=\"button quiet\" href=\"/dashboard/links\">\(t(.toTheLinks))</a></p>"
    guard plan.undone > 0 else {
      let answer = t(.nothingToUndo(number))
      return page(answer, "<h1>\(answer)</h1>\(left(plan))\(back)")
    }
    let question = t(.undoQuestion(number, plan.undone))
    let button: Markup =
      !may(.writeLinks)
      ? back
      : """
      <form method="post" action="\(PageAddresses.change(number))" class="row">
      <button class="button">\(t(.undo))</button>
      <a class="button quiet" href="/dashboard/links">\(t(.cancel))</a></form>
      """
    return page(
      question,
      """
      <h1>\(question)</h1>
      <section class="card"><p>\(t(.undoExplanation))</p>\(button)</section>
      \(left(plan))
      """)
  }

  /// `POST /dashboard/changes/NUMBER`
  func undo(_ text: String) throws(Problem) -> HTTPResponse {
    try require(.writeLinks)
    let number = try changeNumber(text)
    let undone = try edited { editor throws(ChangeError) in
      try editor.undo(number, isDryRun: false)
    }
    if undone.left.isEmpty, let back = Self.local(form["back"]) {
      let isLink = back.hasPrefix("/dashboard/links/")
      let items = [("done", "undone"), ("change", isLink ? undone.undo.map(String.init) : nil)]
      return .redirect(
        to: back + (back.contains("?") ? "&" : "?") + PageQuery.text(items).dropFirst())
    }
    let again: Markup = undone.undo.map { undoForm($0, back: nil) } ?? ""
    let title = t(.changeUndone(undone.undone))
    return page(
      title,
      """
      <h1>\(title)</h1>
      <section class="card"><p class="row">\(again)
      <a class="button" href="/dashboard/links">\(t(.toTheLinks))</a></p></section>
      \(left(undone))
      """)
  }

  private func changeNumber(_ text: String) throws(Problem) -> Int {
    guard text.utf8.count <= 18, let number = Int(text), number > 0, text == String(number) else {
      throw .notFound
    }
    return number
  }

  private func left(_ plan: UndoneChange) -> Markup {
    guard !plan.left.isEmpty else { return "" }
    let rows = Markup.each(plan.left.prefix(Self.namedLimit)) { left in
      let name: Markup =
        "<a href=\"\(PageAddresses.link(left.key))\">\(Markup.breakable(shown(left.key)))</a>"
      return """
        <tr>\(cell(.link, name))\(cell(.reason, "\(said(Sentence(left.reason)))", "long"))</tr>
        """
    }
    let columns: Markup = "\(column(t(.link)))\(column(t(.reason)))"
    return """
      <section class="card"><h2>\(t(.linksLeft(plan.left.count)))</h2>
      \(table(t(.linksLeft(plan.left.count)), columns, rows, isSortable: false, hasCards: true))
      </section>
      """
  }

  // MARK: - Buttons

  /// - Parameter back: the page to return to; nil for one that shows the outcome.
  func undoForm(_ change: Int, back: String?) -> Markup {
    undoForm(PageAddresses.change(change), back.map { [("back", $0)] } ?? [])
  }

  /// The last version of a link; nil without a history.
  private func lastVersion(_ key: LinkKey) -> LinkVersion? {
    let answer = try? asked { inquiry throws(InquiryError) in
      try inquiry.versions(HistoryQuestion(of: key, limit: 1))
    }
    return answer?.versions.first?.version
  }

  /// The number of the last change of a link, as addresses of notices carry it.
  func lastChange(of key: LinkKey) -> String? {
    lastVersion(key)?.change.map { String($0.number) }
  }

  /// The change that led to this page, by the number in its address, while it is the last of the link
  /// and the reader's own; nil otherwise: an old address must not undo anything else.
  func ownLastChange(
    _ key: LinkKey, of kind: LinkEvent.Kind? = nil
  ) -> Int? {
    guard let user, user.canEdit, let version = lastVersion(key), let change = version.change,
      kind == nil || version.kind == kind, query["change"] == String(change.number),
      change.actor.id == user.authority.actor.id, change.actor.kind == user.authority.actor.kind
    else { return nil }
    return change.number
  }
}
