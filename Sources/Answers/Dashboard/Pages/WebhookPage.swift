import Changes
import Deliveries
import HTTPCore
import JSONSyntax
import LinkStorage
import Management
import Service

/// The page of one webhook: its settings, its deliveries, and their outcomes.
extension PageContext {
  func webhook(_ id: String) throws(Problem) -> HTTPResponse {
    let opposite = [("action", query["done"] == "disable" ? "enable" : "disable")]
    let undo =
      ["enable", "disable"].contains(query["done"])
      ? undoForm("/dashboard/webhooks/" + PageAddresses.component(id), opposite) : ""
    return try webhookPage(id, outcome(on: "webhook", undo: undo))
  }

  private static let deliveriesShown = 50

  /// - Parameter typed: the values of the form; nil for those of the webhook.
  private func webhookPage(
    _ id: String, _ notice: Markup, _ status: HTTPStatus = .ok, typed: PageForm? = nil
  ) throws(Problem) -> HTTPResponse {
    let before = try query.cursor { Int($0) }
    let webhook = try changed(changes.webhook(id))
    let state = Delivery.State.allCases.first { $0.name == query["state"] }
    let part = try changed(
      changes.deliveries(of: id, in: state, before: before, limit: Self.deliveriesShown))
    let givenUp = try changed(changes.deliveries(of: id, in: .failed, before: nil, limit: 1))
    let hasFailed =
      !givenUp.deliveries.isEmpty
      || part.deliveries.contains { $0.waitsAfterFailure(at: timestamp) }
    let address = "/dashboard/webhooks/" + webhook.id
    let rows = Markup.each(part.deliveries) { deliveryRow($0, address, isOn: webhook.isEnabled) }
    let isOn = webhook.isEnabled
    let more = part.next.map {
      nextPage(address + PageQuery.text([("state", state?.name), ("cursor", String($0))]))
    }
    let repeating = Markup.when(
      isOn && hasFailed,
      "<form method=\"post\" action=\"\(address)\">\(button(WebhookAction.retryFailed))</form>")
    let actions: Markup = """
      <form method="post" action="\(address)">
      \(Markup.when(isOn, button(WebhookAction.test)))
      \(button(WebhookAction.rotate))
      \(button(isOn ? WebhookAction.disable : .enable))
      \(button(WebhookAction.remove))</form>
      """
    let list = table(
      t(.deliveries), [.time, .event, .state, .details], hasActions: true, rows, isSortable: false)
    return page(
      t(.webhook),
      """
      \(heading(webhook.description.map { Markup(text: $0) } ?? Markup.breakable(webhook.url), actions))
      \(notice)
      \(nextStep(webhook))
      \(webhookFacts(webhook))
      <section class="card" id="deliveries"><h2>\(t(.deliveries))</h2>
      \(stateTabs(address, state))\(repeating)
      \(rows.isEmpty ? empty(t(.noDeliveries)) : "<div class=\"deliveries\">\(list)</div>")
      <nav class="pager" aria-label="\(t(.pages))">\(more)</nav>
      </section>
      <form method="post" action="\(address)" class="card" id="settings">
      <h2>\(t(.webhookSettings))</h2>
      \(webhookFields(typed ?? PageForm(of: webhook), besides: webhook.hosts))
      <p class="actions">\(button(WebhookAction.save))</p>
      </form>
      """, status: status)
  }

  /// Links to the deliveries in each state.
  private func stateTabs(_ address: String, _ here: Delivery.State?) -> Markup {
    let states: [(state: Delivery.State?, word: Word)] = [
      (nil, .all), (.failed, .givenUp), (.pending, .waiting), (.delivered, .delivered),
    ]
    let items = Markup.each(states) { state, word in
      let choice = PageQuery.text([("state", state?.name)])
      return tab(address + choice + "#deliveries", t(word), isHere: here == state)
    }
    return tabs(.state, items)
  }

  /// Advice about a webhook that is off or failing.
  private func nextStep(_ webhook: Webhook) -> Markup {
    let next: Word? =
      !webhook.isEnabled ? .switchedOffNext : webhook.failingSince != nil ? .failingNext : nil
    return next.map { notice("<p>\(t($0))</p>", .warning) } ?? ""
  }

  private func webhookFacts(_ webhook: Webhook) -> Markup {
    let types = webhook.types.map(\.rawValue).sorted()
    let events = Markup.each(types) { "<span class=\"tag\">\($0)</span> " }
    var facts: [(name: Word, value: Markup)] = [
      (.state, webhookState(webhook)),
      (.events, types.isEmpty ? "\(t(.all))" : events),
      (.hosts, hosts(webhook.hosts)),
    ]
    if webhook.description != nil { facts.append((.address, Markup.breakable(webhook.url))) }
    if let fault = webhook.disabledReason {
      facts.append((.reason, "\(worded(Sentence(DeliveryFault(fault))))"))
    }
    if let since = webhook.failingSince { facts.append((.failingSince, time(since))) }
    facts.append((.madeAt, time(webhook.createdAt)))
    let rows = Markup.each(facts) { fact(t($0), "<span dir=\"auto\">\($1)</span>") }
    return "<section class=\"card\"><dl class=\"facts\">\(rows)</dl></section>"
  }

  private func deliveryRow(_ delivery: Delivery, _ address: String, isOn: Bool) -> Markup {
    let state =
      switch delivery.state {
      case .delivered: badge(.delivered, "good")
      case .failed: badge(.givenUp, "bad")
      case .pending: badge(.waiting, "warn")
      }
    let next = Markup.when(
      delivery.state == .pending,
      "<br><span class=\"soft\">\(t(.nextAttempt)) \(time(delivery.nextAt))</span>")
    let status = delivery.attempts.last?.status.map(String.init) ?? ""
    let again: Markup = """
      <form method="post" action="\(address)">
      \(hidden("delivery", String(delivery.number)))
      \(rowButton(WebhookAction.retry, about: String(delivery.number)))</form>
      """
    return """
      <tr>\(cell(.time, time(delivery.new.time), "time"))
      \(cell(.event, "\(delivery.new.type.rawValue)"))
      \(cell(.state, "\(state) \(status)\(next)"))
      <td class="attempts">\(attempts(delivery))</td>
      <td class="action">\(.when(isOn, again))</td></tr>
      """
  }

  private func attempts(_ delivery: Delivery) -> Markup {
    let items = Markup.each(delivery.attempts) { attempt in
      let fault = attempt.error.map { worded(Sentence(DeliveryFault($0))) }
      return """
        <li>\(time(attempt.time)) <span>\(fault ?? attempt.status.map(String.init) ?? "")</span> \
        <span class="soft">\(number(attempt.milliseconds)) ms</span></li>
        """
    }
    return """
      <details class="data"><summary>\(t(.attemptCount, delivery.attempts.count))\
      \(about(String(delivery.number)))</summary>
      <ol class="history">\(items)</ol>
      <p class="soft">webhook-id: <code>\(delivery.new.message)</code></p>
      <pre tabindex="0" aria-label="\(t(.whatWasSent))">\(indented(delivery.new.body))</pre></details>
      """
  }

  /// A body on several lines, since one long line is hard to read.
  private func indented(_ body: String) -> String {
    JSONDocument(stored: body.utf8).map { JSONOutput($0.root).pretty } ?? body
  }

  func changeWebhook(_ id: String) throws(Problem) -> HTTPResponse {
    let action = try form.action(WebhookAction.self)
    let rules = pages.service.services.outgoing
    let webhook = try changed(changes.webhook(id))
    let address = "/dashboard/webhooks/" + webhook.id
    switch action {
    case .test:
      try changed(changes.testWebhook(id))
    case .enable, .disable:
      var edit = WebhookEdit()
      edit.isEnabled = action == .enable
      _ = try changed(changes.changeWebhook(id, edit, rules))
    case .retry:
      guard let number = form["delivery"].flatMap({ Int($0) }) else { throw .notFound }
      try changed(changes.retryDelivery(number, of: id))
    case .retryFailed:
      _ = try changed(changes.retryFailedDeliveries(of: id))
    case .save:
      return try submitted(
        to: { notice, status, typed throws(Problem) in
          try webhookPage(id, notice, status, typed: typed)
        }
      ) { () throws(Problem) in
        let edit = try webhookEdit()
        _ = try changed(changes.changeWebhook(id, edit, rules))
        return .redirect(to: address + "?done=save")
      }
    case .rotate:
      guard form["confirmed"] != nil else {
        return confirmation(
          t(.newSecretQuestion), t(.newSecretWarning), address: address, hidden: "",
          buttons: button(action))
      }
      let rotated = try changed(changes.rotateWebhook(id))
      return try webhookPage(
        id,
        secret(
          .secret, rotated.secrets.first?.text ?? "",
          hint: "\(t(.secretShownOnce)) \(t(.oldSecretHint))"))
    case .remove:
      guard form["confirmed"] != nil else {
        return confirmation(
          t(.deleteQuestion, webhook.url), t(.deleteWebhookWarning), address: address, hidden: "",
          buttons: button(action))
      }
      try changed(changes.deleteWebhook(id))
      return .redirect(to: "/dashboard/webhooks?done=removed")
    }
    return .redirect(to: address + "?done=" + action.rawValue)
  }
}

extension PageForm {
  fileprivate init(of webhook: Webhook) {
    self.init()
    add("url", webhook.url)
    add("description", webhook.description ?? "")
    for host in webhook.hosts { add("hosts", host) }
    for type in webhook.types { add("types", type.rawValue) }
  }
}

enum WebhookAction: String, FormAction {
  case test, rotate, enable, disable, remove, retry, save
  case retryFailed = "retry-failed"
}
