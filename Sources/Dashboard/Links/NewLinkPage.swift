import SiteModel
import LinkStorage
import HTTPCore
import Links
import Service

extension PageContext {
  /// `GET /dashboard/links/new`
  func newLink() throws(Problem) -> HTTPResponse {
    try require(.writeLinks)
    var form = LinkForm(isNew: true)
    for name in ["url", "host", "slug", "name"] { form.values[name] = query.text(name) }
    return newLinkPage(form)
  }

  private func newLinkPage(_ form: LinkForm, _ status: HTTPStatus = .ok) -> HTTPResponse {
    let hosts = linkHosts
    guard !hosts.isEmpty else {
      return page(
        t(.newLink),
        """
        <h1>\(t(.newLink))</h1>
        \(empty(t(.noSiteOfTheConfigurationHas)))
        """)
    }
    let prefix = snapshot.shortURL(LinkKey(host: form.values["host"] ?? hosts[0], slug: ""))
    return page(
      t(.newLink),
      """
      <h1>\(t(.newLink))</h1>
      <form method="post" action="/dashboard/links/new" novalidate class="card" data-new>
      \(linkForm(form, hosts: hosts))
      <p class="preview" id="preview" data-prefix="\(prefix)" aria-live="polite" hidden></p>
      <p class="actions"><button class="button">\(t(.createLink))</button>
      <a class="button quiet" href="/dashboard/links">\(t(.cancel))</a></p>
      </form>
      """, status: status)
  }

  /// `POST /dashboard/links/new`
  func createLink() throws(Problem) -> HTTPResponse {
    try require(.writeLinks)
    var typed = LinkForm(form, isNew: true)
    if let step = form["rule"].flatMap(RuleStep.init) {
      typed.take(step)
      return newLinkPage(typed)
    }
    typed.dropBlankRules()
    let answer = ask(.post, "/v1/links", body: typed.body())
    guard answer.isGood else {
      typed.take(answer.problem)
      return newLinkPage(typed, answer.response.status)
    }
    let key = LinkKey(
      host: answer.json["host"].text ?? "", slug: answer.json["slug"].text ?? "")
    return .redirect(to: PageAddresses.link(key) + "?done=made")
  }
}
