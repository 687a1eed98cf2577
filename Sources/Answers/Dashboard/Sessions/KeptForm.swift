import HTTPCore
import Links
import Service

/// A form that was sent after the session had ended. It is carried in the sign-in page, and offered
/// again afterwards. The server stores nothing of it, and passwords are never sent back in a page.
struct KeptForm {
  /// The address of the page that accepts the form.
  let address: String
  /// The form without passwords.
  private(set) var form = PageForm()
  /// The names of the fields that held a password.
  let passwords: [String]

  private static let addressField = "kept-address"
  private static let passwordField = "kept-password"
  private static let prefix = "kept."

  init(_ form: PageForm, to address: String) {
    self.address = address
    for item in form.items where item.name != "password" { self.form.add(item.name, item.value) }
    passwords = form["password"]?.isEmpty == false ? ["password"] : []
  }

  /// Reads the fields written by `hidden`; nil when the sign-in carries no form.
  init?(in signIn: PageForm) {
    guard let address = PageContext.local(signIn[Self.addressField]) else { return nil }
    self.address = address
    for item in signIn.items where item.name.hasPrefix(Self.prefix) {
      form.add(String(item.name.dropFirst(Self.prefix.count)), item.value)
    }
    passwords = signIn.has(Self.passwordField) ? ["password"] : []
  }

  /// The hidden fields by which the sign-in form carries it.
  var hidden: Markup {
    let fields = [(Self.addressField, address)] + passwords.map { (Self.passwordField, $0) }
    return Self.hidden(fields + form.items.map { (Self.prefix + $0.name, $0.value) })
  }

  /// The original fields except the action, which is that of the button that sends them again. What was
  /// confirmed is asked once more, since the question names what it is about.
  var fields: Markup {
    Self.hidden(form.items.filter { !["action", "rule", "confirmed"].contains($0.name) })
  }

  // MARK: - The page of the form

  /// The page that accepts the form.
  var path: PagePath? {
    PagePath(PageRequest.parts(Array(page.utf8)[...]))
  }

  var kind: PageKind? { path?.kind }

  /// The address of the page, without a query.
  var page: String { String(address.prefix { $0 != "?" }) }

  /// Whether a button of rules was pressed, which saves nothing.
  var isOfRules: Bool { holdsLink && form.has("rule") }

  /// Whether it has the fields of a link, which can be edited further.
  var holdsLink: Bool { [.link, .newLink].contains(kind) && form.has("url") }

  private static func hidden(_ items: [(name: String, value: String)]) -> Markup {
    Markup.each(items) { "<input type=\"hidden\" name=\"\($0.name)\" value=\"\($0.value)\">\n" }
  }
}

/// What a form does, in the words of the page that it comes from.
private typealias FormPurpose = (page: String, address: String, action: Phrase, isDangerous: Bool)

extension PageContext {
  /// Offers a form again to a user who has just signed in: what it does, what was typed, and the way
  /// back to its page.
  func offered(_ kept: KeptForm) -> HTTPResponse {
    let password: Markup = """
      <p class="field"><label for="password">\(t(.passwordLabel))</label>
      <input id="password" name="password" type="password" autocomplete="new-password">
      \(hidden(LinkForm.lostPasswordField, "yes"))
      <span class="hint">\(t(.passwordAgain))</span></p>
      """
    let purpose = purpose(of: kept)
    // Without navigation, the whole page is a card.
    let card: Markup = user == nil ? "" : " class=\"card\""
    let kind: Markup = purpose.isDangerous ? "danger" : "button"
    let action = kept.form["action"].map { " name=\"action\" value=\"\($0)\"" as Markup }
    let send: Markup = "<button class=\"\(kind)\"\(action)>\(t(purpose.action))</button>"
    let back: Markup =
      kept.holdsLink
      ? """
      <button class="\(kept.isOfRules ? "button" : "quiet")" name="action" \
      value="\(LinkAction.edit.rawValue)">\(t(.backToForm))</button>
      """ : "<a class=\"button quiet\" href=\"\(purpose.address)\">\(t(.backToPage))</a>"
    return page(
      t(.formKept),
      """
      <h1>\(t(.formKept))</h1>
      <p>\(t(.formKeptHint))</p>
      <form method="post" action="\(kept.address)"\(card)>
      <h2 dir="auto">\(purpose.page)</h2>
      \(typedFields(kept))
      \(kept.fields)\(.when(!kept.passwords.isEmpty, password))
      <p class="actions">\(.when(!kept.isOfRules, send))
      \(back)</p>
      </form>
      """)
  }

  /// The fields with what was typed; secrets and hidden fields stay out of it.
  private func typedFields(_ kept: KeptForm) -> Markup {
    var typed: [(name: String, value: Markup)] = []
    if kept.holdsLink {
      let form = LinkForm(
        kept.form, isNew: kept.kind == .newLink,
        in: kept.form[LinkForm.zoneField].flatMap(pages.memory.zones.zone) ?? zone)
      let paths = form.main + LinkForm.groups.flatMap(\.paths)
      typed = paths.filter { $0 != "password" && form.isSet($0) }.map { path in
        (label(path), value(path, form))
      }
      if form.removesPassword { typed.append((t(.passwordLabel), "\(t(.removePassword))")) }
    } else if kept.kind == .links, kept.form.has("every") {
      typed = [(t(.links), "\(t(.everyLinkOfList))")]
      typed += chosenParts(LinkListing(ofForm: kept.form)).compactMap { word, value, _ in
        value.map { (t(word), differing($0)) }
      }
      if let tag = kept.form.text("tag") { typed.append((t(.tag), differing(tag))) }
    } else {
      let names = Self.fieldNames.merging(["link": .link, "tag": .tag]) { word, _ in word }
      typed = kept.form.items.compactMap { name, value in
        let word = names[name].map { Phrase($0) } ?? Phrase("field", name)
        return value.isEmpty ? nil : word.map { (t($0), differing(value)) }
      }
    }
    let rows = Markup.each(typed) { fact($0, $1) }
    return rows.isEmpty ? "" : "<dl class=\"facts\">\(rows)</dl>"
  }

  private func purpose(of kept: KeptForm) -> FormPurpose {
    let (form, action) = (kept.form, kept.form["action"] ?? "")
    func purpose(
      _ page: String, _ known: (any FormAction)?, or word: Word = .sendFormAgain,
      at address: String? = nil
    ) -> FormPurpose {
      (page, address ?? kept.page, known?.word ?? Phrase(word), known?.isDangerous ?? false)
    }
    switch kept.kind {
    case .pastedLinks: return purpose(t(.severalLinks), nil)
    case .templates: return purpose(t(.templates), TemplateAction(rawValue: action))
    case .newLink:
      return purpose(t(.newLink), nil, or: action == "preview" ? .previewLink : .createLink)
    case .link:
      let key = kept.path?.key ?? LinkKey(host: "", slug: "")
      return purpose(shown(key), LinkAction(rawValue: action), or: .saveChanges)
    case .links:
      let listing = LinkListing(ofForm: form)
      return purpose(t(.links), BulkAction(rawValue: action), at: listing.address)
    case .views:
      let listing = LinkListing(ofForm: form)
      return purpose(t(.links), ViewAction(rawValue: action) ?? .save, at: listing.address)
    case .change:
      let number = kept.path.flatMap { Int($0.name) }
      return purpose(
        number.map { t(.changeNumber, $0) } ?? t(.links), nil, or: .undo,
        at: Self.local(form["back"]))
    case .importStanding: return purpose(t(.importTitle), nil, or: .importTitle)
    case .site: return purpose(kept.path?.name ?? "", SiteAction.examine)
    case .tokens: return purpose(t(.tokens), TokenAction(rawValue: action) ?? .create)
    case .people: return purpose(t(.people), PersonAction(rawValue: action))
    case .webhooks: return purpose(t(.webhooks), nil, or: .createWebhook)
    case .webhook: return purpose(t(.webhooks), WebhookAction(rawValue: action))
    case .sessions: return purpose(t(.sessions), SessionAction(rawValue: action) ?? .end)
    default: return purpose("", nil)
    }
  }
}
