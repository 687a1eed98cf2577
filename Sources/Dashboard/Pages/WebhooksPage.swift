import Management
import LinkStorage
import HTTPCore
import JSONSyntax
import Service

/// Webhooks, as the API has them.
extension PageContext {
  private func requireWebhooks() throws(Problem) {
    try require(.admin)
    guard pages.service.has("listWebhooks") else { throw .notFound }
  }

  /// `GET /dashboard/webhooks`
  func webhooks() throws(Problem) -> HTTPResponse { try webhooksPage("") }

  private func webhooksPage(
    _ notice: Markup, _ status: HTTPStatus = .ok
  ) throws(Problem) -> HTTPResponse {
    try requireWebhooks()
    let endpoints = try asked("/v1/webhooks")["webhooks"].elements
    let rows = Markup.each(endpoints) { endpoint in
      let id = endpoint["id"].text ?? ""
      let types = endpoint["types"].elements.compactMap(\.text).joined(separator: ", ")
      return """
        <tr><th scope="row" class="long"><a href="/dashboard/webhooks/\(PageAddresses.component(id))">\
        \(endpoint["url"].text ?? "")</a></th><td>\(types.isEmpty ? t(.all) : types)</td>
        <td>\(endpointState(endpoint))</td></tr>
        """
    }
    let columns: Markup = "\(column(t(.address)))\(column(t(.events)))\(column(t(.state)))"
    return page(
      t(.webhooks),
      """
      \(heading(t(.webhooks)))
      \(notice)
      <p class="soft">\(t(.keiroTellsOtherServersWhatHas))</p>
      \(endpoints.isEmpty ? empty(t(.noServerIsToldAnythingYet)) : table(t(.webhooks), columns, rows))
      <form method="post" action="/dashboard/webhooks" class="card">
      <h2>\(t(.newWebhook))</h2>
      <div class="fields">
      <p class="field"><label for="url">\(t(.address))</label>
      <input id="url" name="url" type="url" placeholder="https://" required></p>
      <p class="field"><label for="types">\(t(.events))</label>
      <input id="types" name="types" aria-describedby="types-hint" placeholder="link.created, link.updated">
      <span class="hint" id="types-hint">\(t(.emptyForAllWithCommasBetweenThem))</span></p>
      </div>
      <p class="actions"><button class="button">\(t(.createWebhook))</button></p>
      </form>
      """, status: status)
  }

  private func endpointState(_ endpoint: JSONNode) -> Markup {
    endpoint["enabled"].bool ?? !endpoint["disabled"].isTrue
      ? "<span class=\"badge good\">\(t(.active))</span>"
      : "<span class=\"badge bad\">\(t(.switchedOff))</span>"
  }

  /// `POST /dashboard/webhooks`
  func changeWebhooks() throws(Problem) -> HTTPResponse {
    try requireWebhooks()
    let types = (form["types"] ?? "").split(separator: ",").map { String($0).trimmed }
      .filter { !$0.isEmpty }
    var members: [JSONOutput.Member] = [.init("url", .string(form.text("url") ?? ""))]
    if !types.isEmpty { members.append(.init("types", .strings(types))) }
    let answer = ask(.post, "/v1/webhooks", body: .object(members))
    guard answer.isGood else {
      let problem = answer.problem
      let items = Markup.each(problem.faults) { "<li>\($0.field): \($0.detail)</li>" }
      return try webhooksPage(
        notice("<p>\(layout.sentence(problem.detail))</p><ul>\(items)</ul>", isError: true),
        problem.status)
    }
    return try webhooksPage(
      notice(
        """
        <p>\(t(.thisIsTheSecretThatSigns))</p>
        \(secret(t(.secret), answer.json["secret"].text ?? ""))
        """))
  }

  /// `GET /dashboard/webhooks/ID`
  func webhook(_ id: String) throws(Problem) -> HTTPResponse { try webhookPage(id, "") }

  private func webhookPage(_ id: String, _ notice: Markup) throws(Problem) -> HTTPResponse {
    try requireWebhooks()
    let path = "/v1/webhooks/" + PageAddresses.component(id)
    let endpoint = try asked(path)
    let list = try asked(path + "/deliveries")["deliveries"].elements
    let address = "/dashboard/webhooks/" + PageAddresses.component(id)
    let rows = Markup.each(list) { delivery in
      let number = delivery["id"].scalar ?? ""
      let state = delivery["state"].text ?? ""
      let kind = ["delivered": "good", "failed": "bad"][state] ?? "warn"
      let time = delivery["timestamp"].text
      return """
        <tr><td class="time">\(time.map { self.time($0) } ?? "")</td>
        <td>\(delivery["type"].text ?? "")</td>
        <td><span class="badge \(kind)">\(state)</span> \(delivery["status"].scalar ?? "")</td>
        <td><form method="post" action="\(address)">
        <input type="hidden" name="delivery" value="\(number)">
        <button class="quiet small" name="action" value="retry">\(t(.sendAgain))\
        <span class="unseen"> \(number)</span></button></form></td></tr>
        """
    }
    let columns: Markup = """
      \(column(t(.time)))\(column(t(.event)))\(column(t(.state)))<td></td>
      """
    return page(
      t(.webhook),
      """
      \(heading(endpoint["url"].text ?? t(.webhook)))
      \(notice)
      <form method="post" action="\(address)" class="row">
      <button name="action" value="test">\(t(.sendATest))</button>
      <button name="action" value="rotate">\(t(.newSecret))</button>
      <button name="action" value="remove" class="danger">\(t(.remove))</button></form>
      <section class="card"><h2>\(t(.deliveries))</h2>
      \(list.isEmpty ? empty(t(.nothingWasSentYet)) : table(t(.deliveries), columns, rows))
      </section>
      """)
  }

  /// `POST /dashboard/webhooks/ID`
  func changeWebhook(_ id: String) throws(Problem) -> HTTPResponse {
    try requireWebhooks()
    let path = "/v1/webhooks/" + PageAddresses.component(id)
    let back = "/dashboard/webhooks/" + PageAddresses.component(id)
    let answer: APIAnswer
    switch form["action"] {
    case "test": answer = ask(.post, path + ":test")
    case "rotate": answer = ask(.post, path + ":rotate")
    case "remove": answer = ask(.delete, path)
    case "retry":
      let number = PageAddresses.component(form["delivery"] ?? "")
      answer = ask(.post, path + "/deliveries/" + number + ":retry")
    default: throw .parameter("action", "expected test, rotate, remove or retry")
    }
    guard answer.isGood else { throw answer.problem }
    guard form["action"] == "rotate" else {
      return .redirect(to: form["action"] == "remove" ? "/dashboard/webhooks" : back)
    }
    return try webhookPage(
      id,
      notice(
        """
        <p>\(t(.thisIsTheSecretThatSigns))</p>
        \(secret(t(.secret), answer.json["secret"].text ?? ""))
        """))
  }
}
