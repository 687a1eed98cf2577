import Links
import Service
import SiteModel

/// The form of a link as a page shows it.
extension PageContext {
  /// The submitted form, its times in the zone in which it was shown, after what a button did to its
  /// rules.
  func typedForm(isNew: Bool) -> LinkForm {
    let shown = form[LinkForm.zoneField].flatMap(pages.memory.zones.zone)
    var typed = LinkForm(form, isNew: isNew, in: shown ?? zone)
    if let step = ruleStep { typed.take(step) }
    return typed
  }

  /// The change of rules that was asked for; nothing is saved yet.
  var ruleStep: RuleStep? { form["rule"].flatMap(RuleStep.init) }

  /// - Parameter below: what stands below the fields that every link has.
  func linkForm(_ form: LinkForm, hosts: [String] = [], below choice: Markup = "") -> Markup {
    let main = Markup.each(form.main) { path in
      switch path {
      case "host": hostField(form, hosts)
      case "slug": field(path, form, below: formingURL(form, hosts))
      default: field(path, form)
      }
    }
    let groups = LinkForm.groups.filter { !$0.paths.isEmpty }
    let isOpen = groups.map { $0.paths.contains(where: form.isOpen) }
    let open = Markup.each(zip(groups, isOpen).filter(\.1)) { opened($0.0, form) }
    let rest = Markup.each(zip(groups, isOpen).filter { !$0.1 }) { group, _ in
      group.title == .rules
        ? ruleStart
        : """
        <details><summary>\(t(group.title))</summary>
        <div class="fields">\(Markup.each(group.paths) { field($0, form) })</div></details>
        """
    }
    // The button triggered by the return key: it has to be the first, before those of rules.
    return """
      <button class="unseen" name="action" value="save" tabindex="-1" aria-hidden="true"></button>
      \(hidden(LinkForm.zoneField, form.zone.name))
      \(summary(form))<div class="fields">\(main)</div>\(choice)\(open)
      \(.when(!rest.isEmpty, "<h2>\(t(.further))</h2><div class=\"purposes\">\(rest)</div>"))
      """
  }

  /// A purpose of which some fields are set: these stand open, the others behind one word.
  private func opened(_ group: (title: Word, paths: [String]), _ form: LinkForm) -> Markup {
    guard group.title != .rules else {
      return "<h2>\(t(.rules))</h2>\(ruleFields(form))"
    }
    let rest = group.paths.filter { !form.isOpen($0) }
    let more: Markup = """
      <div class="purposes"><details><summary>\(t(.further))\(about(t(group.title)))</summary>
      <div class="fields">\(Markup.each(rest) { field($0, form) })</div></details></div>
      """
    return """
      <h2>\(t(group.title))</h2>
      <div class="fields">\(.each(group.paths.filter(form.isOpen)) { field($0, form) })</div>
      \(.when(!rest.isEmpty, more))
      """
  }

  /// The title of a page with the form, which says first that it was refused.
  func title(_ title: String, of form: LinkForm) -> String {
    form.isRefused ? t(.notSavedTitle, title) : title
  }

  /// The faults listed above the form, with links to their fields.
  func summary(_ form: LinkForm, _ title: Word = .linkNotSaved) -> Markup {
    guard form.isRefused else { return "" }
    let places = form.faults.keys.map(form.place).sorted { $0 < $1 }
    let items = Markup.each(places.map(\.path)) { path in
      let text = t(.named, label(path), form.faults[path].map(said) ?? "")
      return "<li><a href=\"#\(Self.identifier(path))\">\(text)</a></li>"
    }
    let other = form.fault.map { "<li>\(said($0))</li>" as Markup }
    return notice(
      "<p>\(t(title))</p><ul>\(items)\(other)</ul>", .wrong)
  }

  /// The identifier of a field, of its hint and of its fault.
  static func identifier(_ path: String) -> String {
    String(path.map { ".[]".contains($0) ? "-" : $0 })
  }

  private func hostField(_ form: LinkForm, _ hosts: [String]) -> Markup {
    let choices = Markup.each(hosts) { host in
      let selected: Markup = host == form.values["host"] ? " selected" : ""
      return "<option data-prefix=\"\(prefix(of: host))\"\(selected)>\(host)</option>"
    }
    return wrapped(
      "host", form, "<select id=\"host\" name=\"host\"\(aria("host", form))>\(choices)</select>")
  }

  /// What the short URLs of a host begin with.
  private func prefix(of host: String) -> String {
    snapshot.shortURL(LinkKey(host: host, slug: ""))
  }

  /// The short URL that host and slug form. Without a script it stays that of the page as it came, so
  /// that it is hidden where another host may be chosen.
  private func formingURL(_ form: LinkForm, _ hosts: [String]) -> Markup {
    let slug = form.values["slug"] ?? ""
    let prefix = (form.values["host"] ?? hosts.first).map(prefix(of:)) ?? ""
    return """
      <output class="preview" id="preview" for="host slug"\(.when(hosts.count > 1, " hidden"))>\
      \(prefix)\(slug.isEmpty ? "…" : slug)</output>
      """
  }

  /// - Parameter more: what stands below a field of one line.
  func field(_ path: String, _ form: LinkForm, below more: Markup = "") -> Markup {
    guard let field = LinkField.named(path) else { return "" }
    let (id, value) = (Self.identifier(path), form.values[path] ?? "")
    let aria = aria(path, form)
    switch field.type {
    case .flag:
      let checked: Markup = value == "true" ? " checked" : ""
      return wrapped(
        path, form,
        """
        <label class="check"><input type="checkbox" id="\(id)" name="\(path)" value="true"\
        \(checked)\(aria)> \(label(path))</label>
        """, hasLabel: false)
    case .choice(let choice):
      let values = choice.values.map { ($0.text, Phrase("choice", $0.text).map(t) ?? $0.text) }
      let chosen = value.isEmpty ? choice.standard.text : value
      return self.choice(path, label(path), values, chosen: chosen, in: form, hint: hint(path))
    case .password: return passwordField(form, aria)
    case .rules: return ruleFields(form)
    case .text(_, let limit) where limit > FieldType.wordBytes:
      return wrapped(
        path, form,
        "<textarea id=\"\(id)\" name=\"\(path)\" rows=\"3\"\(aria)>\n\(value)</textarea>")
    default:
      let suggestions = form.suggestions[path] ?? []
      let list: Markup = suggestions.isEmpty ? "" : " list=\"\(id)-known\""
      let known = Markup.each(suggestions) { "<option value=\"\($0)\"></option>" }
      return wrapped(
        path, form,
        """
        <input id="\(id)" name="\(path)" \(kind(field, value)) value="\(value)"\(list)\(aria)>\
        \(Markup.when(!suggestions.isEmpty, "<datalist id=\"\(id)-known\">\(known)</datalist>"))\(more)
        """)
    }
  }

  private func passwordField(_ form: LinkForm, _ aria: Markup) -> Markup {
    let removal = tick(LinkForm.removalField, .removePassword, isTicked: form.removesPassword)
    let isTold = form.faults["password"] != nil
    let again: Markup = """
      \(hidden(LinkForm.lostPasswordField, "yes"))\
      \(Markup.when(!isTold, "<span class=\"fault\" role=\"alert\">\(t(.passwordAgain))</span>"))
      \(tick(LinkForm.noPasswordField, form.hasPassword ? .keepPassword : .withoutPassword))
      """
    return wrapped(
      "password", form,
      """
      <input id="password" name="password" type="password" autocomplete="new-password"\(aria)>\
      \(.when(form.lostPassword, again))\(.when(form.hasPassword, removal))
      """)
  }

  private func kind(_ field: LinkField, _ value: String) -> Markup {
    switch field.type {
    case .destination: "type=\"url\" inputmode=\"url\" required placeholder=\"https://\""
    case .url: "type=\"url\" inputmode=\"url\""
    case .int: "inputmode=\"numeric\""
    case .time: timeKind(value)
    case .slug: "spellcheck=\"false\" autocapitalize=\"none\""
    default: "type=\"text\""
    }
  }

  func aria(_ path: String, _ form: LinkForm) -> Markup {
    aria(path, form, hasHint: hint(path) != nil)
  }

  /// A field with its label, its hint and its fault.
  ///
  /// - Parameter name: the text of the label, if shorter than the full name.
  func wrapped(
    _ path: String, _ form: LinkForm, _ control: Markup, hasLabel: Bool = true, name: String? = nil
  ) -> Markup {
    let kind = RuleForm.location(path)?.field ?? Self.identifier(path)
    let hint = path == "password" && form.hasPassword ? t(.passwordIsSet) : hint(path)
    return framed(
      path, hasLabel ? name ?? label(path) : nil, form, kind: "field f-\(kind)", hint: hint, control
    )
  }

  func label(_ path: String) -> String {
    guard let location = RuleForm.location(path) else {
      return Phrase("field", path).map(t) ?? path
    }
    let rule = t(.ruleNumber, location.position + 1)
    return [rule, location.field.map(label)].compactMap(\.self).joined(separator: t(.listSeparator))
  }

  func hint(_ path: String) -> String? {
    let field = RuleForm.location(path)?.field
    return switch field ?? path {
    case "url" where field != nil: nil
    case RuleForm.country where !snapshot.knowsCountries: t(.countryDatabaseMissing)
    case "expires", "notBefore", RuleForm.from, RuleForm.until: t(.zoneHint, zone.name)
    case let name: Phrase("hint", name).map(t)
    }
  }
}
