import Changes
import HTTPCore
import LinkStorage
import Links
import Questions
import Service
import WebSyntax

/// A form of a link whose saved version is another than the one that it was opened with.
extension PageContext {
  /// The version that a form was opened with; nil for a form without one. One that cannot be read is that
  /// of no link, so that nothing is overwritten unseen.
  var openedRevision: LinkRevision? {
    form["revision"].map { LinkRevision($0) ?? LinkRevision(id: 0, revision: 0) }
  }

  /// The link as its form was opened; nil if that version is not kept, or if a release that keeps no
  /// history has written since, so that the state before is not known.
  func openedLink(_ key: LinkKey) throws(Problem) -> ShortLink? {
    guard let revision = openedRevision, let versions = try history(key)?.versions.map(\.version),
      let index = versions.firstIndex(where: { version in
        version.link != nil && LinkRevision(id: version.id, revision: version.revision) == revision
      })
    else { return nil }
    var version = versions[index]
    for next in versions[..<index].reversed() {
      // A deletion keeps the whole state before it.
      if next.kind == .deleted { break }
      guard next.id == version.id, next.revision == version.revision + 1 else { return nil }
      version = next
    }
    return versions[index].link
  }

  /// The version that a save expects: a link that was changed and changed back, or deleted and restored,
  /// is what the form was opened with.
  func expectedRevision(_ current: StoredLink) throws(Problem) -> LinkRevision? {
    let present = LinkRevision(current)
    guard let revision = openedRevision, revision != present,
      let opened = try openedLink(current.link.key),
      current.link.changedFields(from: opened).isEmpty
    else { return openedRevision }
    return present
  }

  /// What needs a decision, and what was taken over from the newer version.
  func conflict(_ merge: LinkMerge) -> Markup {
    let decided = differences(
      merge.conflicts, (t(.savedMeanwhile), merge.current), (t(.typedHere), merge.form))
    let word: Word = merge.conflicts.isEmpty ? .linkChangedElsewhere : .linkConflict
    let told = notice("<p>\(t(word))</p>\n\(decided)", .wrong)
    guard let opened = merge.opened, !merge.taken.isEmpty else { return told }
    let taken = differences(
      merge.taken, (t(.whenOpened), LinkForm(opened, in: zone)),
      (t(.savedMeanwhile), LinkForm(merge.saved, in: zone)), caption: .newerValues)
    return .of(told, notice("<p>\(t(.takenOver))</p>\n\(taken)", .warning))
  }

  // MARK: - Deleted meanwhile

  /// The field of a form of a deleted link: the version to restore before editing goes on.
  private static let restoredField = "restores"

  /// The page of a link that was deleted while its form was open: it keeps what was typed, and leads
  /// back to the form with the restored link. Nil for a link that never existed.
  func deletedMeanwhile(
    _ key: LinkKey, _ typed: LinkForm, _ status: HTTPStatus = .notFound
  ) throws(Problem) -> HTTPResponse? {
    guard let versions = try history(key)?.versions, let deletion = versions.first,
      deletion.version.kind == .deleted,
      let last = versions.lazy.map(\.version).first(where: { $0.link != nil })
    else { return nil }
    var form = typed
    form.hasPassword = last.link?.password != nil
    form.suggestions = try suggestions()
    form.forgetPassword()
    let address = PageAddresses.link(key)
    let revision = openedRevision ?? LinkRevision(id: last.id, revision: last.revision)
    return page(
      title(t(.deletedLink), of: form),
      """
      <h1 dir="auto">\(Markup.breakable(shown(key)))</h1>
      \(notice("<p>\(t(.deletedMeanwhile))</p><p>\(summary(deletion))</p>", .wrong))
      <section class="card edit"><form method="post" action="\(address)" novalidate>
      \(hidden("revision", revision.description))
      \(hidden(Self.restoredField, String(last.number)))
      \(linkForm(form))
      <p class="actions"><button class="button" name="action" value="\(LinkAction.edit.rawValue)">\
      \(t(.restoreAndEdit))</button>
      <a class="button quiet" href="\(address)">\(t(.cancel))</a></p>
      </form></section>
      """, status: status)
  }

  /// The form with what was typed, before it is saved. A deleted link is restored first if the form
  /// asks for it; one that others have restored stays as they left it.
  func editOn(_ key: LinkKey, _ typed: LinkForm) throws(Problem) -> HTTPResponse {
    var typed = typed
    typed.forgetPassword()
    guard let number = form[Self.restoredField].flatMap({ Int($0) }),
      try history(key, limit: 1)?.versions.first?.version.kind == .deleted
    else { return try linkPage(report(key), typed) }
    do throws(Problem) {
      try changed(editor.restore(key, version: number))
    } catch {
      typed.take(error)
      guard let page = try deletedMeanwhile(key, typed, error.status) else { throw error }
      return page
    }
    return try linkPage(
      report(key), typed, restored: notice("<p>\(t(.restoredAsItWas))</p>", .warning))
  }

  // MARK: - Tables of differences

  /// A table of fields in two states of a link, side by side; empty without any.
  func differences(
    _ paths: [String], _ left: (column: String, form: LinkForm),
    _ right: (column: String, form: LinkForm), caption: Word = .differences
  ) -> Markup {
    guard !paths.isEmpty else { return "" }
    let columns: Markup = "\(column(t(.field)))\(column(left.column))\(column(right.column))"
    let rows = Markup.each(paths) { path in
      let isOther = path == "password" && left.form.hasPassword && right.form.hasPassword
      let now = isOther ? "\(t(.passwordIsAnother))" : value(path, right.form)
      return """
        <tr><th scope="row">\(label(path))</th>\(cell(left.column, value(path, left.form), "told"))\
        \(cell(right.column, now, "told"))</tr>
        """
    }
    return table(t(caption), columns, rows, isSortable: false, hasCards: true)
  }

  /// The value of a field; no page shows more of a password than that there is one.
  func value(_ path: String, _ form: LinkForm) -> Markup {
    switch path {
    case "rules": rulesInWords(form.rules ?? [], in: form.zone)
    case "password": form.hasPassword ? "\(t(.passwordIsAsked))" : nothing
    default: differing(form.values[path] ?? "")
    }
  }

  /// A text in such a row.
  func differing(_ value: String) -> Markup {
    value.isEmpty ? nothing : "<span dir=\"auto\">\(Markup.breakable(value))</span>"
  }

  private var nothing: Markup { "<span class=\"soft\">\(t(.emptyValue))</span>" }

  /// - Parameter zone: the zone of their times.
  func rulesInWords(_ rules: [RuleForm], in zone: LocalZone) -> Markup {
    guard !rules.isEmpty else { return nothing }
    return Markup.each(rules.enumerated()) { position, rule in
      """
      <span class="detail"><strong>\(t(.ruleNumber, position + 1))</strong> \
      \(conditionTags(rule, in: zone))\
      <span class="detail" dir="auto">→\u{A0}\(Markup.breakable(rule["url"]))</span></span>
      """
    }
  }
}

/// A typed form of a link together with a version that someone else has saved meanwhile: fields that
/// were left as they were opened take the newer values, so that saving takes nothing back that the
/// author of the form has not touched.
struct LinkMerge {
  private(set) var form: LinkForm
  /// The paths of the fields that both have changed, to different values.
  private(set) var conflicts: [String] = []
  /// The paths of the fields taken over from the newer version.
  private(set) var taken: [String] = []
  let opened: ShortLink?
  let saved: ShortLink
  let current: LinkForm

  /// - Parameter opened: the link as the form was opened; nil if that version is not kept, whereupon every
  ///   difference needs a decision.
  init(_ typed: LinkForm, opened: ShortLink?, saved: ShortLink) {
    form = typed
    (self.opened, self.saved) = (opened, saved)
    current = LinkForm(saved, in: typed.zone)
    let before = opened.map { LinkForm($0, in: typed.zone) }
    for path in typed.main + LinkForm.groups.flatMap(\.paths) where path != "password" {
      let (own, theirs) = (typed.comparable(path), current.comparable(path) ?? "")
      guard own != theirs else { continue }
      let then = before.map { $0.comparable(path) ?? "" }
      if let then, own == nil || own == then {
        form.take(path, from: current)
        if then != theirs { taken.append(path) }
      } else if own != nil, then != theirs {
        conflicts.append(path)
      }
    }
    // No form contains the password, so it changes only for those who type one.
    if let opened, opened.password != saved.password, !typed.isSet("password") {
      taken.append("password")
    }
  }
}

extension LinkForm {
  /// The text of a field, comparable between forms of one zone; nil where the form does not contain
  /// it. Browsers send lines that end in two characters.
  func comparable(_ path: String) -> String? {
    guard path == "rules" else {
      return values[path]?.replacing("\r\n", with: "\n").trimmed
    }
    return rules?.map(\.comparable).joined(separator: "\n")
  }

  fileprivate mutating func take(_ path: String, from other: LinkForm) {
    if path == "rules" { rules = other.rules } else { values[path] = other.values[path] }
  }
}
