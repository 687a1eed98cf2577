import Changes
import Deliveries
import HTTPCore
import JSONSyntax
import LinkStorage
import Management
import Service

extension PageContext {
  func webhooks() throws(Problem) -> HTTPResponse {
    try webhooksPage(outcome(["removed": .webhookWasRemoved]))
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
      let address: Markup =
        webhook.description == nil
        ? "" : "<span class=\"name\">\(Markup.breakable(webhook.url))</span>"
      return """
        <tr><th scope="row" class="long"><a href="/dashboard/webhooks/\(webhook.id)">\
        \(name)</a>\(address)</th>\(cell(.events, "\(types.isEmpty ? t(.all) : types)"))
        \(cell(.hosts, hosts(webhook.hosts)))\(cell(.state, webhookState(webhook)))</tr>
        """
    }
    let list = table(t(.webhooks), [.address, .events, .hosts, .state], rows)
    return page(
      t(.webhooks),
      """
      \(heading(t(.webhooks), help: .webhooks))
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

  /// The fields of a webhook.
  func webhookFields(_ typed: PageForm, besides former: [String] = []) -> Markup {
    let types = WebhookEventType.allCases.filter { $0 != .ping }.map { ($0.rawValue, $0.word) }
    return """
      <div class="fields">
      <p class="field double"><label for="url">\(t(.address))</label>
      <input id="url" name="url" type="url" placeholder="https://" required \
      value="\(typed["url"] ?? "")"\(aria("url", typed))>\(fault("url", typed))</p>
      \(field("description", .note, value: typed["description"] ?? ""))
      \(hostsField(typed, besides: former))
      <fieldset class="field choose"><legend>\(t(.events))</legend>
      <p class="hint">\(t(.eventsHint))</p><div>\(ticks("types", types, typed.all("types")))</div></fieldset>
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
      if let type = WebhookEdit.type(text) {
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
