import Changes
import HTTPCore
import LinkStorage
import Links
import Service

extension PageContext {
  /// `GET /dashboard/sessions`: the user's own sessions; an admin sees all within the reach.
  func sessions() throws(Problem) -> HTTPResponse {
    try sessionsPage(outcome(on: "sessions"))
  }

  private func sessionsPage(
    _ notice: Markup, status: HTTPStatus = .ok
  ) throws(Problem) -> HTTPResponse {
    guard let user else { throw .notFound }
    let own = user.session.subject
    let sessions = try changed(changes.sessions(own: own))
    let rows = Markup.each(sessions.reversed()) { seen in
      let session = seen.session
      let isOwn = session.digest == user.session.digest
      let mark: Markup = isOwn ? " \(badge(.ownSession, "good"))" : ""
      return """
        <tr><th scope="row"><span dir="auto">\(seen.name)\
        </span>\(mark)</th>
        \(cell(.device, "\(session.device ?? "")"))
        \(cell(.since, ago(session.createdAt), "time"))
        \(cell(.lastUsed, ago(session.seenAt), "time"))
        \(cell(.ends, time(session.expires), "time"))
        <td class="action"><form method="post" action="/dashboard/sessions">
        \(hidden("id", seen.id))
        <button class="danger small">\(t(SessionAction.end.word))<span class="unseen"> \
        \(seen.name) \(session.device ?? "") \(session.createdAt.description)</span></button></form></td></tr>
        """
    }
    let endOthers: Markup = """
      <form method="post" action="/dashboard/sessions" class="row">\(button(SessionAction.endOthers))</form>
      """
    let list = table(
      t(.sessions), [.name, .device, .since, .lastUsed, .ends], hasActions: true, rows)
    return page(
      t(.sessions),
      """
      \(heading("\(t(.sessions))"))
      \(notice)
      \(list)
      \(.when(sessions.contains { isOther($0.session) }, endOthers))
      \(passkeyPart)
      """, status: status)
  }

  /// Whether this is another session of the same user.
  private func isOther(_ session: Session) -> Bool {
    guard let own = user?.session else { return false }
    return session.subject == own.subject && session.digest != own.digest
  }

  private var passkeyPart: Markup {
    guard let person = user?.person, person.provider == nil, pages.settings.origin != nil else {
      return ""
    }
    let own = (try? changed(signIns.passkeys(of: person.id))) ?? []
    return """
      <section class="card"><h2>\(t(.passkeysTitle))</h2>
      <p class="soft">\(t(.ownPasskeysHint))</p>
      \(passkeyTable(own.sorted { $0.createdAt < $1.createdAt }))
      <div id="passkey" hidden data-next="/dashboard/sessions">
      <p><button type="button" class="button" data-passkey="add">\(t(.addPasskey))</button></p>
      <p class="fault" role="alert" hidden>\(t(.passkeyRefused))</p>
      </div></section>
      """
  }

  private func passkeyTable(_ passkeys: [Passkey]) -> Markup {
    let rows = Markup.each(passkeys) { passkey in
      """
      <tr><th scope="row">\(naming(of: passkey))</th>
      \(cell(.madeAt, ago(passkey.createdAt), "time"))
      \(cell(.lastUsed, passkey.usedAt.map(time) ?? "", "time"))
      <td class="action">\(Markup.when(passkeys.count > 1, removal(of: passkey)))</td></tr>
      """
    }
    return table(
      t(.passkeysTitle), [.name, .madeAt, .lastUsed], hasActions: true, rows, isSortable: false)
  }

  /// The name of a passkey, or the time of its creation.
  private func name(of passkey: Passkey) -> String {
    passkey.name ?? zone.text(passkey.createdAt)
  }

  private func naming(of passkey: Passkey) -> Markup {
    """
    <form method="post" action="/dashboard/sessions" class="row">
    \(hidden("id", passkey.id))
    <input name="name" value="\(passkey.name ?? "")" aria-label="\(t(.name))" dir="auto" size="18" \
    maxlength="\(DashboardPerson.nameBytes)">
    \(rowButton(SessionAction.namePasskey, about: name(of: passkey)))</form>
    """
  }

  private func removal(of passkey: Passkey) -> Markup {
    """
    <form method="post" action="/dashboard/sessions">
    \(hidden("id", passkey.id))
    \(rowButton(SessionAction.removePasskey, about: name(of: passkey)))</form>
    """
  }

  func endSession() throws(Problem) -> HTTPResponse {
    guard let user else { throw .notFound }
    let own = user.session
    let (id, person) = (form["id"] ?? "", user.person?.id ?? "")
    let action = form["action"].flatMap(SessionAction.init) ?? .end
    switch action {
    case .end:
      try changed(changes.endSession(id, own: own.subject))
    case .endOthers:
      try changed(changes.endSessions(of: own.subject, except: own.digest))
    case .removePasskey:
      guard form["confirmed"] != nil else { return try confirmPasskeyRemoval(id, of: person) }
      try changed(changes.removePasskey(id, of: person))
    case .namePasskey:
      let name = form.text("name") ?? ""
      do throws(Problem) {
        try changed(changes.namePasskey(id, of: person, name))
      } catch {
        guard !error.faults.isEmpty else { throw error }
        return try sessionsPage(refusal(error), status: error.status)
      }
    }
    let done = action == .end ? "ended" : action.rawValue
    return .redirect(to: "/dashboard/sessions" + PageQuery.text([("done", done)]))
  }

  private func confirmPasskeyRemoval(
    _ id: String, of person: String
  ) throws(Problem) -> HTTPResponse {
    let own = try changed(signIns.passkeys(of: person))
    guard let passkey = own.first(where: { $0.id == id }) else { throw .notFound }
    return confirmation(
      t(.removePasskeyQuestion, name(of: passkey)), t(.removePasskeyWarning),
      address: "/dashboard/sessions", hidden: hidden("id", passkey.id),
      buttons: button(SessionAction.removePasskey))
  }
}

enum SessionAction: String, FormAction {
  /// Ends one session; its button has no name.
  case end
  case endOthers = "end-others"
  case removePasskey = "remove-passkey"
  case namePasskey = "name-passkey"
}
