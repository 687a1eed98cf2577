import Changes
import HTTPCore
import JSONSyntax
import LinkStorage
import Links
import Service

enum TemplateAction: String, FormAction {
  case keep, remove
}

/// The templates of campaigns, with which everybody's new links may begin.
extension PageContext {
  private static let campaign = ShortLink.Campaign.names.map { "campaign." + $0 }

  func templates() throws(Problem) -> HTTPResponse {
    try require(.readLinks)
    let kept = try changed(editor.templates())
    var typed = LinkForm(isNew: true, in: zone)
    if let edited = kept.first(where: { $0.name == query["edit"] }) {
      typed.values["name"] = edited.name
      typed.take(edited)
    }
    return templatesPage(kept, typed)
  }

  /// `POST /dashboard/templates`; the page that follows undoes it by what its address tells.
  func changeTemplates() throws(Problem) -> HTTPResponse {
    try require(.writeLinks)
    let kept = try changed(editor.templates())
    let before = kept.first { $0.name == form.text("name") }
    let action = try form.action(TemplateAction.self)
    switch action {
    case .remove: _ = try changed(editor.removeTemplate(form.text("name") ?? ""))
    case .keep:
      var typed = LinkForm(form, isNew: true, in: zone)
      var members = typed.described("name", "campaign")
      if !members.contains(where: { $0.name == "campaign" }) {
        members.append(.init("campaign", .object([])))
      }
      let template = JSONNode(.object(members))
      do throws(Problem) {
        _ = try changed(editor.keepTemplate(template))
      } catch {
        typed.take(error)
        return templatesPage(kept, typed, error.status)
      }
    }
    let undo = before.map(items) ?? [("action", "remove"), ("name", form.text("name"))]
    return .redirect(
      to: "/dashboard/templates" + PageQuery.text([("done", action.rawValue)] + undo))
  }

  /// What a form sends to save a template.
  private func items(_ template: CampaignTemplate) -> [(name: String, value: String?)] {
    var items: [(name: String, value: String?)] = [("action", "keep"), ("name", template.name)]
    for item in template.campaign.items { items.append(("campaign." + item.name, item.value)) }
    return items
  }

  private func templatesPage(
    _ kept: [CampaignTemplate], _ typed: LinkForm, _ status: HTTPStatus = .ok
  ) -> HTTPResponse {
    let title = t(.templates)
    let undo = query.items.filter {
      ["action", "name"].contains($0.name) || Self.campaign.contains($0.name)
    }
    let done = outcome(
      on: "templates", undo: .when(may(.writeLinks), undoForm("/dashboard/templates", undo)))
    let rows = Markup.each(kept) { template in
      let parameters = template.campaign.items.map { "\($0.name)=\($0.value)" }
      let actions: Markup = """
        <form method="post" action="/dashboard/templates" class="row">\(hidden("name", template.name))
        <a class="button quiet small" href="/dashboard/templates\(PageQuery.text([("edit", template.name)]))">\
        \(t(.edit))\(about(template.name))</a>\(rowButton(TemplateAction.remove, about: template.name))</form>
        """
      return """
        <tr><th scope="row" dir="auto">\(template.name)</th>\
        \(cell(.campaign, "\(parameters.joined(separator: " "))", "long"))\
        <td class="action">\(.when(may(.writeLinks), actions))</td></tr>
        """
    }
    let list =
      kept.isEmpty
      ? empty(t(.noTemplates)) : table(title, [.name, .campaign], hasActions: true, rows)
    let fields = Markup.each(["name"] + Self.campaign) { field($0, typed) }
    let editing: Markup = """
      <form method="post" action="/dashboard/templates" novalidate class="card many">
      <h2>\(t(TemplateAction.keep.word))</h2>\(summary(typed, .formNotTaken))<div class="fields">\(fields)</div>
      <p class="actions"><button class="button" name="action" value="keep">\(t(TemplateAction.keep.word))</button></p></form>
      """
    return page(
      self.title(title, of: typed),
      """
      <h1>\(title)</h1>
      <p class="soft">\(t(.templatesHint))</p>
      \(done)\(list)\(.when(may(.writeLinks), editing))
      """, status: status)
  }

  /// The buttons that begin a new link with a template.
  func templateChoice() throws(Problem) -> Markup {
    let kept = try changed(editor.templates())
    let buttons = Markup.each(kept) {
      "<button class=\"quiet small\" name=\"template\" value=\"\($0.name)\">\($0.name)</button>\n"
    }
    return """
      <p class="row templates">\(buttons)<a href="/dashboard/templates">\(t(.templates))</a></p>
      """
  }
}

extension LinkForm {
  /// Fills in the campaign of a template.
  mutating func take(_ template: CampaignTemplate) {
    for item in template.campaign.items { values["campaign." + item.name] = item.value }
  }
}
