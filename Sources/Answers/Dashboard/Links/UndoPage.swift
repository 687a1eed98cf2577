import Changes
import HTTPCore
import JSONSyntax
import LinkStorage
import Links
import Questions
import Service
import SiteModel

extension PageContext {
  /// The number of unchanged links named on a page; the command names all.
  private static let namedLimit = 100
  /// The number of links of a change that a notice looks at.
  private static let lookedAt = 20

  /// `GET /dashboard/changes/NUMBER`: shows what undoing the change would do.
  func plannedUndo(_ text: String) throws(Problem) -> HTTPResponse {
    try require(.readLinks)
    let number = try changeNumber(text)
    let plan = try changed(editor.undo(number, isDryRun: true))
    let back: Markup =
      "<p><a class=\"button quiet\" href=\"/dashboard/links\">\(t(.toTheLinks))</a></p>"
    guard plan.undone > 0 else {
      let answer = t(.nothingToUndo, number)
      return page(answer, "<h1>\(answer)</h1>\(left(plan))\(back)")
    }
    let question = t(.undoQuestion, number, plan.undone)
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

  func undo(_ text: String) throws(Problem) -> HTTPResponse {
    try require(.writeLinks)
    let number = try changeNumber(text)
    let undone = try changed(editor.undo(number, isDryRun: false))
    if undone.left.isEmpty, let back = Self.local(form["back"]) {
      // A button that was pressed twice has done what it says; the page shows how things are.
      let outcome = undone.undo.map { [("done", "undone" as String?), ("change", String($0))] }
      return .redirect(to: PageAddresses.page(back, outcome ?? []))
    }
    let again = undone.undo.map { undoForm($0, back: nil) }
    let title = undone.undone > 0 ? t(.changeUndone, undone.undone) : t(.nothingToUndo, number)
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
      let reason: Markup = "\(said(Sentence(left.reason)))"
      return "<tr>\(cell(.link, way(to: left.key)))\(cell(.reason, reason, "long"))</tr>"
    }
    let title = t(.linksLeft, plan.left.count)
    return """
      <section class="card"><h2>\(title)</h2>
      \(table(title, [.link, .reason], rows, isSortable: false))
      </section>
      """
  }

  // MARK: - Buttons

  /// - Parameter back: the page to return to; nil for one that shows the outcome.
  func undoForm(_ change: Int, back: String?) -> Markup {
    undoForm(PageAddresses.change(change), back.map { [("back", $0)] } ?? [])
  }

  /// The number of the last change of a link, as addresses of notices carry it; nil without a history.
  func lastChange(of key: LinkKey) -> String? {
    let answer = try? asked(inquiry.versions(of: key, limit: 1))
    return answer?.versions.first?.version.change.map { String($0.number) }
  }

  /// The Undo of a notice about one link, as long as the change that led to this page is the reader's own,
  /// of this link alone, and the last one of it: an old address must not undo anything else.
  ///
  /// - Parameter isDeleted: whether the change must have deleted the link.
  func undoNotice(of key: LinkKey, isDeleted: Bool = false) -> Markup? {
    guard let (change, links) = ownChange, links.count == 1, let only = links.first,
      [key, snapshot.canonical(key)].contains(only.key), only.reversal != nil,
      !isDeleted || only.current == nil
    else { return nil }
    return undoForm(change.number, back: PageAddresses.link(key))
  }

  /// The Undo of a notice about many links, as long as the change that led to this page is the reader's own
  /// and some of its first links are as it left them. Its outcome tells of others that are not.
  ///
  /// - Parameters:
  ///   - count: the number of links that the change must have changed, as far as it is looked at.
  ///   - isMeant: whether the notice may be about the change, by what would undo it.
  func undoNotice(
    ofManyOn back: String, atLeast count: Int = 1,
    where isMeant: (LinksChange, LinkReversal) -> Bool
  ) -> Markup? {
    guard let (change, links) = ownChange else { return nil }
    let reversals = links.compactMap(\.reversal)
    guard reversals.count >= min(max(count, 1), Self.lookedAt),
      reversals.allSatisfy({ isMeant(change, $0) })
    else { return nil }
    return undoForm(change.number, back: back)
  }

  /// The change that led to this page with the first of its links; nil for the change of anyone else.
  private var ownChange: (change: LinksChange, links: [TouchedLink])? {
    guard let user, user.canEdit, let number = query["change"].flatMap({ try? changeNumber($0) })
    else { return nil }
    return try? asked(
      inquiry.ownChange(number, by: user.authority.actor, limit: Self.lookedAt))
  }
}
