import Changes
import HTTPCore
import JSONSyntax
import LinkStorage
import Links
import Service

extension PageContext {
  /// `GET /dashboard/tokens`
  func tokens() throws(Problem) -> HTTPResponse { try tokensPage("") }

  private func tokensPage(
    _ notice: Markup, _ status: HTTPStatus = .ok
  ) throws(Problem) -> HTTPResponse {
    let tokens = try changed { changes throws(ChangeError) in try changes.tokens() }
    let rows = Markup.each(tokens.reversed()) { tokenRow($0) }
    let columns: Markup = """
      \(column(t(.name)))\(column(t(.may)))\(column(t(.hosts)))\(column(t(.madeWord)))\
      \(column(t(.lastUsed)))\(column(t(.state)))<td></td>
      """
    return page(
      t(.tokens),
      """
      \(heading(t(.tokens)))
      \(notice)
      <p class="soft">\(t(.tokensLetProgramsUseTheApi))</p>
      \(tokens.isEmpty ? empty(t(.thereAreNoTokensYet)) : table(t(.tokens), columns, rows))
      \(newTokenForm)
      """, status: status)
  }

  private func tokenRow(_ token: APIToken) -> Markup {
    let isOver = token.revokedAt != nil || token.hasExpired(at: timestamp)
    let state: Markup =
      token.revokedAt != nil
      ? "<span class=\"badge bad\">\(t(.revoked))</span>"
      : isOver
        ? "<span class=\"badge bad\">\(t(.expired))</span>"
        : "<span class=\"badge good\">\(t(.active))</span>"
    let revoke: Markup =
      token.revokedAt != nil
      ? ""
      : """
      <form method="post" action="/dashboard/tokens"><input type="hidden" name="id" value="\(token.id)">
      <button class="danger small" name="action" value="revoke">\(t(.revoke))\
      <span class="unseen"> \(token.name ?? token.id)</span></button></form>
      """
    return """
      <tr><th scope="row"><span dir="auto">\(token.name ?? "")</span> <code>\(token.id)</code></th>
      <td>\(token.scopes.joined(separator: ", "))</td><td>\(hosts(token.reach))</td>
      <td class="time">\(time(token.createdAt))</td>
      <td class="time">\(token.usedAt.map(time) ?? "\(t(.never))")</td>
      <td>\(state)</td><td>\(revoke)</td></tr>
      """
  }

  private var newTokenForm: Markup {
    let scopes = Markup.each(TokenScope.allCases) { scope in
      """
      <label class="check"><input type="checkbox" name="scope" value="\(scope.rawValue)"> \
      <code>\(scope.rawValue)</code></label>
      """
    }
    return """
      <form method="post" action="/dashboard/tokens" class="card">
      <h2>\(t(.newToken))</h2>
      <div class="fields">
      <p class="field"><label for="name">\(t(.name))</label><input id="name" name="name"></p>
      <fieldset class="field"><legend>\(t(.may))</legend>\(scopes)</fieldset>
      \(hostsField)
      <p class="field"><label for="expires">\(t(.ends))</label>
      <input id="expires" name="expires" placeholder="90d" aria-describedby="expires-hint">
      <span class="hint" id="expires-hint">\(t(.aDateOrHowLongFrom))</span></p>
      </div>
      <p class="actions"><button class="button" name="action" value="create">\
      \(t(.createToken))</button></p>
      </form>
      """
  }

  /// `POST /dashboard/tokens`
  func changeTokens() throws(Problem) -> HTTPResponse {
    switch try form.action(TokenAction.self) {
    case .revoke:
      let id = form["id"] ?? ""
      try changed { changes throws(ChangeError) in _ = try changes.revokeToken(id) }
      return .redirect(to: "/dashboard/tokens")
    case .create: return try createToken()
    }
  }

  private func createToken() throws(Problem) -> HTTPResponse {
    let made: MadeToken
    do throws(Problem) {
      let draft = try tokenDraft()
      made = try changed { changes throws(ChangeError) in try changes.createToken(draft) }
    } catch {
      guard !error.faults.isEmpty else { throw error }
      return try tokensPage(refusal(error), error.status)
    }
    return try tokensPage(
      notice(
        """
        <p>\(t(.thisIsTheTokenItIsNotShownAgain))</p>
        \(secret(t(.tokenWord), made.text))
        """))
  }

  private func tokenDraft() throws(Problem) -> TokenDraft {
    var draft = TokenDraft(
      name: form.text("name"),
      scopes: TokenScope.allCases.filter { form.all("scope").contains($0.rawValue) },
      hosts: form.list("hosts"))
    if let text = form.text("expires") {
      draft.expires = PointInTime(text)
      guard draft.expires != nil else {
        throw .invalid([
          FieldFault(
            "expires",
            "'\(text.prefix(100))' is not a time: expected one such as 2026-11-21, "
              + "2026-11-21T00:00:00Z or 7d")
        ])
      }
    }
    return draft
  }
}

/// What the forms of the page do.
enum TokenAction: String, CaseIterable {
  case create, revoke
}
