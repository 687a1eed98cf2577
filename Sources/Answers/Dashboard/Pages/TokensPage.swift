import Changes
import Deliveries
import HTTPCore
import JSONSyntax
import LinkStorage
import Links
import Management
import Service

extension PageContext {
  func tokens() throws(Problem) -> HTTPResponse {
    try tokensPage(outcome(on: "tokens"))
  }

  private func tokensPage(
    _ notice: Markup, _ status: HTTPStatus = .ok, typed: PageForm = PageForm()
  ) throws(Problem) -> HTTPResponse {
    let tokens = try changed(changes.tokens())
    let rows = Markup.each(tokens.reversed()) { tokenRow($0) }
    let list = table(
      t(.tokens), [.name, .may, .hosts, .madeAt, .lastUsed, .state], hasActions: true, rows)
    return page(
      t(.tokens),
      """
      \(heading("\(t(.tokens))", help: .tokens))
      \(notice)
      <p class="soft">\(t(.tokensIntroduction))</p>
      \(tokens.isEmpty ? empty(t(.noTokens)) : list)
      \(newTokenForm(typed))
      """, status: status)
  }

  private func tokenRow(_ token: APIToken) -> Markup {
    let isOver = token.revokedAt != nil || token.hasExpired(at: timestamp)
    let state =
      token.revokedAt != nil
      ? badge(.revoked, "bad") : isOver ? badge(.tokenExpired, "bad") : badge(.active, "good")
    let end = (isOver ? nil : token.expires).map { end -> Markup in
      "<span class=\"detail soft\">\(t(.ends)) \(time(end))</span>"
    }
    // Uses are written once a minute.
    let used = pages.directory.tokenUses.last(of: token.id) ?? token.usedAt
    let bounds = [
      token.making.map { t(.linksEachHour, number($0.perHour)) },
      token.making?.lifetimeText.map { t(.linksLive, $0) },
    ].compactMap(\.self)
    let may = Markup.breakableNames((token.scopes + bounds).joined(separator: ", "))
    let revoke: Markup = """
      <form method="post" action="/dashboard/tokens">\(hidden("id", token.id))
      \(rowButton(TokenAction.revoke, about: token.name ?? token.id))</form>
      """
    return """
      <tr><th scope="row"><span dir="auto">\(token.name ?? "")</span> <code>\(token.id)</code></th>
      \(cell(.may, may))\(cell(.hosts, hosts(token.reach.names)))
      \(cell(.madeAt, ago(token.createdAt), "time"))
      \(cell(.lastUsed, used.map(ago) ?? "\(t(.never))", "time"))
      \(cell(.state, "\(state)\(end)"))<td class="action">\(.when(token.revokedAt == nil, revoke))</td></tr>
      """
  }

  private func newTokenForm(_ typed: PageForm) -> Markup {
    let scopes = TokenScope.allCases.map { ($0.rawValue, $0.word) }
    let expiry = t(.expiryHint) + t(.between) + t(.zoneHint, zone.name)
    return """
      <form method="post" action="/dashboard/tokens" class="card">
      <h2>\(t(.newToken))</h2>
      <div class="fields">
      \(field("name", .name, typed, kind: "field double"))
      \(hostsField(typed))
      \(field("expires", .ends, typed, hint: expiry, " placeholder=\"90d\""))
      \(field(
          "perHour", .linksPerHour, typed, hint: t(.linksPerHourHint),
          " inputmode=\"numeric\" placeholder=\"60\""))
      \(field(
          "lifetime", .linkLifetime, typed, hint: t(.linkLifetimeHint), " placeholder=\"90d\""))
      \(ticks("scope", .may, scopes, typed, refused: "scopes"))
      </div>
      <p class="actions"><button class="button" name="action" value="create">\
      \(t(TokenAction.create.word))</button></p>
      </form>
      """
  }

  func changeTokens() throws(Problem) -> HTTPResponse {
    switch try form.action(TokenAction.self) {
    case .revoke: return try revokeToken(form["id"] ?? "")
    case .create: return try createToken()
    }
  }

  private func revokeToken(_ id: String) throws(Problem) -> HTTPResponse {
    guard form["confirmed"] != nil else {
      let tokens = try changed(changes.tokens())
      guard let token = tokens.first(where: { $0.id == id }) else { throw .notFound }
      let isOwn = token.subject == user?.session.subject
      return confirmation(
        t(.revokeQuestion, token.name ?? token.id),
        t(isOwn ? .revokeOwnWarning : .revokeWarning), address: "/dashboard/tokens",
        hidden: hidden("id", token.id), buttons: button(TokenAction.revoke))
    }
    try changed(changes.revokeToken(id))
    return .redirect(to: "/dashboard/tokens?done=revoked")
  }

  private func createToken() throws(Problem) -> HTTPResponse {
    try submitted(to: tokensPage) { () throws(Problem) in
      let draft = try tokenDraft()
      let made = try changed(changes.createToken(draft))
      return try tokensPage(secret(.token, made.text, hint: t(.tokenShownOnce)))
    }
  }

  private func tokenDraft() throws(Problem) -> TokenDraft {
    var draft = TokenDraft(
      name: form.text("name"),
      scopes: TokenScope.allCases.filter { form.all("scope").contains($0.rawValue) },
      hosts: form.list("hosts"))
    if let text = form.text("expires") {
      draft.expires = zone.point(text)
      guard draft.expires != nil else {
        throw .invalid([FieldFault("expires", AccountFault.notTime(text))])
      }
    }
    if let text = form.text("perHour") {
      guard let number = Int(text) else {
        throw .invalid([FieldFault("perHour", PageNumber.fault(text))])
      }
      draft.perHour = number
    }
    draft.lifetime = form.text("lifetime")
    return draft
  }
}

extension TokenScope: NamedCases {
  static let section = "scope"
}

enum TokenAction: String, FormAction {
  case create, revoke
}

extension PageContext {
  func webhooks() throws(Problem) -> HTTPResponse {
    try webhooksPage(outcome(on: "webhooks"))
  }

  private func webhooksPage(
    _ notice: Markup, _ status: HTTPStatus = .ok, typed: PageForm = PageForm()
  ) throws(Problem) -> HTTPResponse {
    let webhooks = try changed(changes.webhooks())
    let rows = Markup.each(webhooks) { webhook in
      let types = webhook.types.map(\.rawValue).sorted().joined(separator: ", ")
      let name: Markup =
        webhook.description.map { "<span dir=\"auto\">\($0)</span>" }
        ?? Markup.breakable(webhook.url)
      let address: Markup = "<span class=\"name\">\(Markup.breakable(webhook.url))</span>"
      return """
        <tr><th scope="row" class="long"><a href="/dashboard/webhooks/\(webhook.id)">\
        \(name)</a>\(.when(webhook.description != nil, address))</th>\(cell(.events, "\(types.isEmpty ? t(.all) : types)"))
        \(cell(.hosts, hosts(webhook.hosts)))\(cell(.state, webhookState(webhook)))</tr>
        """
    }
    let list = table(t(.webhooks), [.address, .events, .hosts, .state], rows)
    return page(
      t(.webhooks),
      """
      \(heading("\(t(.webhooks))", help: .webhooks))
      \(notice)
      <p class="soft">\(t(.webhooksIntroduction))</p>
      \(webhooks.isEmpty ? empty(t(.noWebhooks)) : list)
      \(newWebhookForm(typed))
      """, status: status)
  }

  private func newWebhookForm(_ typed: PageForm) -> Markup {
    """
    <form method="post" action="/dashboard/webhooks" class="card">
    <h2>\(t(.newWebhook))</h2>
    \(webhookFields(typed))
    <p class="actions"><button class="button">\(t(.createWebhook))</button></p>
    </form>
    """
  }

  func webhookFields(_ typed: PageForm, besides former: [String] = []) -> Markup {
    let types = WebhookEventType.allCases.map { ($0.rawValue, $0.word) }
    return """
      <div class="fields">
      \(field(
          "url", .address, typed, kind: "field double",
          " type=\"url\" placeholder=\"https://\" required"))
      \(field("description", .note, typed))
      \(hostsField(typed, besides: former))
      \(ticks("types", .events, types, typed, hint: t(.eventsHint)))
      </div>
      """
  }

  /// The state of a webhook. A failing one is still tried, but deserves attention.
  func webhookState(_ webhook: Webhook) -> Markup {
    guard webhook.isEnabled else { return badge(.switchedOff, "bad") }
    return webhook.failingSince == nil ? badge(.active, "good") : badge(.failing, "warn")
  }

  func changeWebhooks() throws(Problem) -> HTTPResponse {
    try require(.admin)
    return try submitted(to: webhooksPage) { () throws(Problem) in
      let edit = try webhookEdit()
      let webhook = try changed(changes.createWebhook(edit, pages.service.services.outgoing))
      return try webhooksPage(
        secret(.secret, webhook.secrets.first?.text ?? "", hint: t(.secretShownOnce)))
    }
  }

  func webhookEdit() throws(Problem) -> WebhookEdit {
    var edit = WebhookEdit()
    edit.url = form.text("url") ?? ""
    edit.description = form.has("description") ? form.text("description") ?? "" : nil
    edit.hosts = form.list("hosts")
    var types: [WebhookEventType] = []
    var faults: [FieldFault] = []
    for text in form.all("types") {
      if let type = WebhookEventType(rawValue: text) {
        types.append(type)
      } else {
        faults.append(FieldFault("types", WebhookEdit.fault(ofType: text)))
      }
    }
    guard faults.isEmpty else { throw .invalid(faults) }
    edit.types = types
    return edit
  }
}

extension WebhookEventType: NamedCases {
  static let section = "event"
}
