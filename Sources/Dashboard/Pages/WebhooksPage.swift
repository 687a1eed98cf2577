import Management
import LinkStorage
import HTTPCore
import JSONSyntax
import Service

/// Webhooks, as the API has them.
extension PageContext {
  func requireWebhooks() throws(Problem) {
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
      let hosts = endpoint["hosts"].elements.compactMap(\.text).joined(separator: ", ")
      return """
        <tr><th scope="row" class="long"><a href="/dashboard/webhooks/\(PageAddresses.component(id))">\
        \(endpoint["url"].text ?? "")</a></th><td>\(types.isEmpty ? t(.all) : types)</td>
        <td>\(hosts.isEmpty ? t(.allHosts) : hosts)</td>
        <td>\(endpointState(endpoint))</td></tr>
        """
    }
    let columns: Markup = """
      \(column(t(.address)))\(column(t(.events)))\(column(t(.hosts)))\(column(t(.state)))
      """
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
      \(hostsField)
      </div>
      <p class="actions"><button class="button">\(t(.createWebhook))</button></p>
      </form>
      """, status: status)
  }

  func endpointState(_ endpoint: JSONNode) -> Markup {
    endpoint["enabled"].isTrue
      ? "<span class=\"badge good\">\(t(.active))</span>"
      : "<span class=\"badge bad\">\(t(.switchedOff))</span>"
  }

  /// `POST /dashboard/webhooks`
  func changeWebhooks() throws(Problem) -> HTTPResponse {
    try requireWebhooks()
    let (types, hosts) = (form.list("types"), form.list("hosts"))
    var members: [JSONOutput.Member] = [.init("url", .string(form.text("url") ?? ""))]
    if !types.isEmpty { members.append(.init("types", .strings(types))) }
    if !hosts.isEmpty { members.append(.init("hosts", .strings(hosts))) }
    let answer = ask(.post, "/v1/webhooks", body: .object(members))
    guard answer.isGood else {
      return try webhooksPage(refusal(answer.problem), answer.problem.status)
    }
    return try webhooksPage(
      notice(
        """
        <p>\(t(.thisIsTheSecretThatSigns))</p>
        \(secret(t(.secret), answer.json["secret"].text ?? ""))
        """))
  }
}
