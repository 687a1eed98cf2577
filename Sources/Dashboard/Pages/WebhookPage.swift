import HTTPCore
import JSONSyntax
import Management
import Service

/// One webhook: what it is, what was sent, and how that went.
extension PageContext {
  /// `GET /dashboard/webhooks/ID`
  func webhook(_ id: String) throws(Problem) -> HTTPResponse { try webhookPage(id, "") }

  private func webhookPage(_ id: String, _ notice: Markup) throws(Problem) -> HTTPResponse {
    try requireWebhooks()
    let path = "/v1/webhooks/" + PageAddresses.component(id)
    let endpoint = try asked(path)
    let page = try asked(
      path + "/deliveries", [("cursor", query.text("cursor")), ("limit", "50")])
    let list = page["deliveries"].elements
    let address = "/dashboard/webhooks/" + PageAddresses.component(id)
    let rows = Markup.each(list) { deliveryRow($0, address) }
    let columns: Markup = """
      \(column(t(.time)))\(column(t(.event)))\(column(t(.state)))\(column(t(.details)))<td></td>
      """
    let isOn = endpoint["enabled"].isTrue
    let more: Markup =
      page["next"].text.map { next in
        let place = address + PageQuery.text([("cursor", next)])
        return "<a class=\"button quiet\" rel=\"next\" href=\"\(place)\">\(t(.nextPage))</a>"
      } ?? ""
    return self.page(
      t(.webhook),
      """
      \(heading(endpoint["url"].text ?? t(.webhook)))
      \(notice)
      \(webhookFacts(endpoint))
      <form method="post" action="\(address)" class="row">
      \(Markup.when(isOn, "<button name=\"action\" value=\"test\">\(t(.sendATest))</button>"))
      <button name="action" value="rotate">\(t(.newSecret))</button>
      <button name="action" value="\(isOn ? "disable" : "enable")">\
      \(isOn ? t(.switchOff) : t(.switchOn))</button>
      <button name="action" value="remove" class="danger">\(t(.remove))</button></form>
      <section class="card"><h2>\(t(.deliveries))</h2>
      \(list.isEmpty ? empty(t(.nothingWasSentYet)) : table(t(.deliveries), columns, rows))
      <nav class="pager" aria-label="\(t(.pages))">\(more)</nav>
      </section>
      """)
  }

  private func webhookFacts(_ endpoint: JSONNode) -> Markup {
    func list(_ name: String, _ all: String) -> Markup {
      let words = endpoint[name].elements.compactMap(\.text)
      return words.isEmpty
        ? "\(all)" : Markup.each(words) { "<span class=\"tag\">\($0)</span> " }
    }
    var facts: [(name: String, value: Markup)] = [
      (t(.state), endpointState(endpoint)), (t(.events), list("types", t(.all))),
      (t(.hosts), list("hosts", t(.allHosts))),
    ]
    if let text = endpoint["description"].text { facts.append((t(.description), "\(text)")) }
    if let text = endpoint["disabledReason"].text { facts.append((t(.reason), "\(said(text))")) }
    if let since = endpoint["failingSince"].text { facts.append((t(.failingSince), time(since))) }
    if let made = endpoint["createdAt"].text { facts.append((t(.madeWord), time(made))) }
    let rows = Markup.each(facts) { name, value in
      "<div><dt>\(name)</dt><dd dir=\"auto\">\(value)</dd></div>"
    }
    return "<section class=\"card\"><dl class=\"facts\">\(rows)</dl></section>"
  }

  private func deliveryRow(_ delivery: JSONNode, _ address: String) -> Markup {
    let number = delivery["id"].scalar ?? ""
    let (kind, word): (String, Word) =
      switch delivery["state"].text {
      case "delivered": ("good", .delivered)
      case "failed": ("bad", .givenUp)
      default: ("warn", .waiting)
      }
    let next: Markup =
      delivery["nextAttempt"].text.map {
        "<br><span class=\"soft\">\(t(.nextAttempt)) \(time($0))</span>"
      } ?? ""
    return """
      <tr><td class="time">\(delivery["timestamp"].text.map(time) ?? "")</td>
      <td>\(delivery["type"].text ?? "")</td>
      <td><span class="badge \(kind)">\(t(word))</span> \(delivery["status"].scalar ?? "")\(next)</td>
      <td class="long">\(attempts(delivery, number))</td>
      <td><form method="post" action="\(address)">
      <input type="hidden" name="delivery" value="\(number)">
      <button class="quiet small" name="action" value="retry">\(t(.sendAgain))\
      <span class="unseen"> \(number)</span></button></form></td></tr>
      """
  }

  /// Every attempt, and what was sent.
  private func attempts(_ delivery: JSONNode, _ number: String) -> Markup {
    let attempts = delivery["attempts"].elements
    let items = Markup.each(attempts) { attempt in
      let answer = [attempt["status"].scalar, attempt["error"].text].compactMap(\.self)
      return """
        <li>\(attempt["time"].text.map(time) ?? "") \(answer.joined(separator: ", ")) \
        <span class="soft">\(self.number(attempt["milliseconds"].integer)) ms</span></li>
        """
    }
    return """
      <details class="data"><summary>\(t(.attempts, self.number(attempts.count)))\
      <span class="unseen"> \(number)</span></summary>
      <ol class="history">\(items)</ol>
      <p class="soft">webhook-id: <code>\(delivery["message"].text ?? "")</code></p>
      <pre tabindex="0" aria-label="\(t(.whatWasSent))">\(delivery["body"].text ?? "")</pre></details>
      """
  }

  /// `POST /dashboard/webhooks/ID`
  func changeWebhook(_ id: String) throws(Problem) -> HTTPResponse {
    try requireWebhooks()
    let path = "/v1/webhooks/" + PageAddresses.component(id)
    let back = "/dashboard/webhooks/" + PageAddresses.component(id)
    let action = try form.action(WebhookAction.self)
    let answer: APIAnswer
    switch action {
    case .test: answer = ask(.post, path + ":test")
    case .rotate: answer = ask(.post, path + ":rotate")
    case .enable, .disable:
      answer = ask(.patch, path, body: .object([.init("enabled", .bool(action == .enable))]))
    case .remove:
      guard form["confirmed"] != nil else { return confirmRemoval(back, try asked(path)) }
      answer = ask(.delete, path)
    case .retry:
      let number = PageAddresses.component(form["delivery"] ?? "")
      answer = ask(.post, path + "/deliveries/" + number + ":retry")
    }
    guard answer.isGood else { throw answer.problem }
    guard action == .rotate else {
      return .redirect(to: action == .remove ? "/dashboard/webhooks" : back)
    }
    return try webhookPage(
      id,
      notice(
        """
        <p>\(t(.thisIsTheSecretThatSigns)) \(t(.theOldSecretSignsForADay))</p>
        \(secret(t(.secret), answer.json["secret"].text ?? ""))
        """))
  }

  private func confirmRemoval(_ address: String, _ endpoint: JSONNode) -> HTTPResponse {
    page(
      t(.webhook),
      """
      <h1>\(t(.deleteWord, endpoint["url"].text ?? ""))</h1>
      <p>\(t(.itsDeliveriesGoToo))</p>
      <form method="post" action="\(address)" class="row">
      <input type="hidden" name="confirmed" value="yes">
      <button name="action" value="remove" class="danger">\(t(.remove))</button>
      <a class="button quiet" href="\(address)">\(t(.cancel))</a></form>
      """)
  }
}

/// What the forms of the page do.
enum WebhookAction: String, CaseIterable {
  case test, rotate, enable, disable, remove, retry
}
