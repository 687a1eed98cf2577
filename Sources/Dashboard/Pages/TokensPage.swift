import AppAssociation
import Cryptography
import HTTPCore
import LinkStorage
import Links
import Service

extension PageContext {
  /// `GET /dashboard/tokens`
  func tokens() throws(Problem) -> HTTPResponse { try tokensPage("") }

  private func tokensPage(
    _ notice: Markup, _ status: HTTPStatus = .ok
  ) throws(Problem) -> HTTPResponse {
    try require(.admin)
    let tokens = try stored { store throws(LinkStoreError) in try store.tokens() }
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
    let hosts = token.reach.isBounded ? token.reach.names.joined(separator: ", ") : t(.allHosts)
    return """
      <tr><th scope="row"><span dir="auto">\(token.name ?? "")</span> <code>\(token.id)</code></th>
      <td>\(token.scopes.joined(separator: ", "))</td><td>\(hosts)</td>
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
      <p class="field"><label for="hosts">\(t(.hosts))</label>
      <input id="hosts" name="hosts" aria-describedby="hosts-hint">
      <span class="hint" id="hosts-hint">\(t(.emptyForAllWithCommasBetweenThem))</span></p>
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
    try require(.admin)
    switch form["action"] {
    case "revoke":
      let (id, now) = (form["id"] ?? "", timestamp)
      let answer = try written { $0.revokeToken(id: id, now: now, completion: $1) }
      guard answer == .revoked else { throw .notFound }
      return .redirect(to: "/dashboard/tokens")
    case "create": return try createToken()
    default: throw .parameter("action", "expected create or revoke")
    }
  }

  private func createToken() throws(Problem) -> HTTPResponse {
    let scopes = TokenScope.allCases.filter { form.all("scope").contains($0.rawValue) }
    guard !scopes.isEmpty else { return try refusedToken(t(.chooseWhatTheTokenMayDo)) }
    guard let reach = hostReach(form.text("hosts")) else {
      return try refusedToken(t(.oneOfTheHostsIsNone))
    }
    var expires: Timestamp?
    if let text = form.text("expires") {
      guard let end = PointInTime(text)?.after(timestamp), end > timestamp else {
        return try refusedToken(t(.theEndIsNotATimeToCome))
      }
      expires = end
    }
    guard let made = TokenText.generate() else {
      throw Problem(.serviceUnavailable, "no-randomness", "the system has no randomness to give")
    }
    let token = APIToken(
      id: made.id, digest: made.digest, name: form.text("name").map { String($0.prefix(200)) },
      scopes: scopes.map(\.rawValue), reach: reach, createdAt: timestamp, expires: expires)
    guard try written({ $0.createToken(token, completion: $1) }) == .created else {
      throw .busy("the identifier is taken")
    }
    return try tokensPage(
      notice(
        """
        <p>\(t(.thisIsTheTokenItIsNotShownAgain))</p>
        \(secret(t(.tokenWord), made.text))
        """))
  }

  private func refusedToken(_ text: String) throws(Problem) -> HTTPResponse {
    try tokensPage(notice("<p>\(text)</p>", isError: true), .unprocessableContent)
  }

  /// Hosts with commas between them; nil when one of them is none.
  func hostReach(_ text: String?) -> HostReach? {
    let names = (text ?? "").split(separator: ",").map { String($0).trimmed.lowercased() }
      .filter { !$0.isEmpty }
    let patterns = names.compactMap { HostPattern($0) }
    return patterns.count == names.count ? HostReach(patterns) : nil
  }
}
