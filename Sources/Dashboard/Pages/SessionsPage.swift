import HTTPCore
import LinkStorage
import Links
import Service
import WebSyntax

extension PageContext {
  /// `GET /dashboard/sessions`: those of the user; an admin sees everybody's.
  func sessions() throws(Problem) -> HTTPResponse {
    guard let user else { throw .notFound }
    let subject = user.isAdmin ? nil : user.session.subject
    let now = timestamp
    let sessions = try stored { store throws(LinkStoreError) in
      try store.sessions(of: subject)
    }.filter { $0.expires > now && SessionSubject($0.subject) != nil }
    let names = try subjectNames()
    let rows = Markup.each(sessions.reversed()) { session in
      let isOwn = session.digest == user.session.digest
      let mark: Markup = isOwn ? " <span class=\"badge good\">\(t(.thisOne))</span>" : ""
      return """
        <tr><th scope="row"><span dir="auto">\(names[session.subject] ?? t(.somebodyWhoIsGone))\
        </span>\(mark)</th>
        <td class="time">\(time(session.createdAt))</td><td class="time">\(time(session.seenAt))</td>
        <td class="time">\(time(session.expires))</td>
        <td><form method="post" action="/dashboard/sessions">
        <input type="hidden" name="id" value="\(Self.identifier(session))">
        <button class="danger small">\(t(.end))<span class="unseen"> \
        \(names[session.subject] ?? "") \(session.createdAt.description)</span></button></form></td></tr>
        """
    }
    let columns: Markup = """
      \(column(t(.who)))\(column(t(.since)))\(column(t(.lastUsed)))\(column(t(.ends)))<td></td>
      """
    return page(
      t(.sessions),
      """
      \(heading(t(.sessions)))
      \(table(t(.sessions), columns, rows))
      \(passkeyPart)
      """)
  }

  private var passkeyPart: Markup {
    guard let person = user?.person, pages.settings.origin != nil else { return "" }
    let count =
      (try? stored { store throws(LinkStoreError) in try store.passkeys(of: person.id) })?
      .count ?? 0
    return """
      <section class="card" id="passkey" hidden data-next="/dashboard/sessions">
      <h2>\(t(.passkeysWord))</h2>
      <p>\(t(.youHavePasskeys, number(count)))</p>
      <p><button type="button" class="button" data-passkey="add">\(t(.addAPasskey))</button></p>
      <p class="fault" role="alert" hidden>\(t(.thePasskeyWasNotAccepted))</p>
      </section>
      """
  }

  /// Who the subjects of sessions are.
  private func subjectNames() throws(Problem) -> [String: String] {
    try stored { store throws(LinkStoreError) in
      var names: [String: String] = [:]
      for token in try store.tokens() {
        names[SessionSubject.token(digest: token.digest).text] = token.name ?? token.id
      }
      for person in try store.people() {
        names[SessionSubject.person(id: person.id).text] = person.name
      }
      return names
    }
  }

  /// Names a session among all without saying the digest, by which it is found.
  private static func identifier(_ session: Session) -> String {
    Hexadecimal.text(session.digest.prefix(8))
  }

  /// `POST /dashboard/sessions`
  func endSession() throws(Problem) -> HTTPResponse {
    guard let user else { throw .notFound }
    let subject = user.isAdmin ? nil : user.session.subject
    let sessions = try stored { store throws(LinkStoreError) in try store.sessions(of: subject) }
    guard let session = sessions.first(where: { Self.identifier($0) == form["id"] }) else {
      throw .notFound
    }
    _ = try written { $0.revokeSession(digest: session.digest, completion: $1) }
    return .redirect(to: "/dashboard/sessions")
  }
}
