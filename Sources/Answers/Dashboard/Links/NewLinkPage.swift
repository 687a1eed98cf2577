import Changes
import Cryptography
import Explaining
import HTTPCore
import JSONSyntax
import LinkStorage
import Links
import Management
import Questions
import Service
import SiteModel
import WebSyntax

extension PageContext {
  /// The fields that an address may fill in.
  private static let named = ["url", "host", "slug", "name", "tags", "campaign.utm_campaign"]

  /// The cookie with the host of the last new link.
  static let hostCookie = "keiro-host"

  /// That host, if it still has short links.
  var keptHost: String? {
    request.cookie(Self.hostCookie).flatMap { host in linkHosts.first { $0 == host } }
  }

  func newLink() throws(Problem) -> HTTPResponse {
    try require(.writeLinks)
    if let key = query.text("like").flatMap(Self.key) {
      return try newLinkPage(LinkForm(copyOf: report(key).link, in: zone))
    }
    var form = LinkForm(isNew: true, in: zone)
    form.values["host"] = keptHost
    for name in Self.named { form.values[name] = query.text(name) ?? form.values[name] }
    return try newLinkPage(form)
  }

  private func newLinkPage(
    _ form: LinkForm, _ status: HTTPStatus = .ok, planned: Markup = ""
  ) throws(Problem) -> HTTPResponse {
    var form = form
    form.suggestions = try suggestions()
    let hosts = linkHosts
    guard !hosts.isEmpty else {
      return page(t(.newLink), "<h1>\(t(.newLink))</h1>\n\(empty(t(.noShortLinkSites)))")
    }
    let key = if let kept = self.form.text(Self.keyField) { kept } else { try Self.randomName() }
    let choice = try templateChoice()
    return page(
      title(t(.newLink), of: form),
      """
      <h1>\(t(.newLink))</h1>
      <p class="soft"><a href="/dashboard/links/paste">\(t(.severalLinks))</a></p>
      <form method="post" action="/dashboard/links/new" novalidate class="card" data-new>
      \(hidden(Self.keyField, key))
      \(linkForm(form, hosts: hosts, below: choice))
      <p class="actions"><button class="button">\(t(.createLink))</button>
      <button name="action" value="preview" class="quiet">\(t(.previewLink))</button>
      <a class="button quiet" href="/dashboard/links">\(t(.cancel))</a></p>
      </form>
      <div id="planned">\(planned)</div>
      """, status: status)
  }

  func createLink() throws(Problem) -> HTTPResponse {
    try require(.writeLinks)
    var typed = typedForm(isNew: true)
    guard ruleStep == nil else { return try newLinkPage(typed) }
    if let name = form["template"] {
      // One that was removed meanwhile fills in nothing, and makes no link either.
      if let template = try changed(editor.templates()).first(where: { $0.name == name }) {
        typed.take(template)
      }
      typed.forgetPassword()
      return try newLinkPage(typed)
    }
    typed.dropBlankRules()
    if form["action"] == "preview" { return try previewLink(typed) }
    if form["action"] == LinkAction.edit.rawValue {
      typed.forgetPassword()
      return try newLinkPage(typed)
    }
    guard !typed.lostPassword else {
      typed.take(.passwordLost)
      return try newLinkPage(typed, .unprocessableContent)
    }
    let key = try creationKey()
    let draft = LinkDraft(JSONNode(typed.description()), passwords: pages.directory.passwords)
    do throws(Problem) {
      let made = try changed(editor.create(draft, key))
      let key = made.stored.link.key
      return page(of: key, after: "made").keeping(Self.hostCookie, key.host)
    } catch {
      typed.take(error)
      return try newLinkPage(typed, error.status)
    }
  }

  // MARK: - Before creation

  /// The form with a preview of what visitors would get.
  private func previewLink(_ typed: LinkForm) throws(Problem) -> HTTPResponse {
    var (shown, asked) = (typed, typed)
    // Hashing takes long, and only whether there is a password counts here.
    let password = asked.values.removeValue(forKey: "password") ?? ""
    let draft = LinkDraft(JSONNode(asked.description()), passwords: pages.directory.passwords)
    do throws(Problem) {
      var link = try changed(editor.preview(draft))
      if !password.isEmpty || form.has(LinkForm.hasPasswordField) {
        link.password = PasswordHash("")
      }
      shown.forgetPassword()
      let isRandom = (asked.values["slug"] ?? "").trimmed.isEmpty
      return try newLinkPage(shown, planned: try planned(link, isRandom: isRandom))
    } catch {
      shown.take(error)
      return try newLinkPage(shown, error.status)
    }
  }

  private func planned(_ link: ShortLink, isRandom: Bool) throws(Problem) -> Markup {
    let shortURL =
      isRandom
      ? snapshot.shortURL(LinkKey(host: link.host, slug: "")) + "…" : snapshot.shortURL(link.key)
    let slug = Markup.when(isRandom, "<span class=\"hint\">\(t(.slugIsDrawn))</span>")
    let seen = try asked(inquiry.visitors(of: link.key, planned: link)) ?? VisitorAnswers()
    return """
      <section class="card"><h2>\(t(.previewLink))</h2>
      <dl class="facts"><div><dt>\(t(.shortLink))</dt><dd class="long">\(shortURL)\(slug)</dd></div>
      \(Markup.when(link.password != nil, passwordFact))</dl>
      \(branches(link, seen))
      \(try taps(link, snapshot.tappedURL(link.key), seen, asked: nil))
      </section>
      """
  }

  /// The number of newest links from which suggestions are taken, and of campaigns of which each suggests
  /// what its newest link has.
  private static let suggesting = 200
  private static let mostSuggestions = 100

  /// Campaign values in use, by the paths of their fields.
  func suggestions() throws(Problem) -> [String: [String]] {
    guard may(.readLinks) else { return [:] }
    let campaigns = try asked(
      inquiry.campaigns(ofNewest: Self.suggesting, named: Self.suggesting))
    var values: [String: [String]] = [:]
    for campaign in campaigns {
      for name in ShortLink.Campaign.names {
        guard let value = campaign[name], !value.isEmpty else { continue }
        values["campaign." + name, default: []].append(value)
      }
    }
    return values.mapValues { texts in
      var known: Set<String> = []
      return Array(texts.filter { known.insert($0).inserted }.prefix(Self.mostSuggestions))
    }
  }

  /// The field whose value is the same each time the button of a form is pressed.
  private static let keyField = "once"

  /// The key that makes repeating a form safe, as when its button is pressed twice: the same form
  /// yields the link of the first, and one with other values creates another.
  ///
  /// Only the digest of a form with a random field is stored, which reveals nothing about the
  /// password.
  private func creationKey() throws(Problem) -> IdempotencyKey? {
    guard form.text(Self.keyField) != nil else { return nil }
    guard let digest = SHA256.digest(request.request.body) else { throw .noRandomness }
    return IdempotencyKey(
      text: "\(user?.id ?? "")/page/\(Hexadecimal.text(digest))", digest: digest)
  }
}
