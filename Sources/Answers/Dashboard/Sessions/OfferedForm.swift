import HTTPCore
import JSONSyntax
import LinkStorage
import Links

/// What a form does, in the words of the page that it comes from.
struct FormPurpose {
  /// The name of the page.
  let page: String
  /// The address of the page.
  let address: String
  /// The name of the button.
  let action: Word
  /// Whether the button takes something away.
  var isDangerous = false
}

extension PageContext {
  /// Offers a form again to a user who has just signed in: what it does, what was typed, and the way
  /// back to its page.
  func offered(_ kept: KeptForm) -> HTTPResponse {
    let password: Markup =
      kept.passwords.isEmpty
      ? ""
      : """
      <p class="field"><label for="password">\(t(.passwordLabel))</label>
      <input id="password" name="password" type="password" autocomplete="new-password">
      <input type="hidden" name="\(LinkForm.lostPasswordField)" value="yes">
      <span class="hint">\(t(.passwordAgain))</span></p>
      """
    let purpose = purpose(of: kept)
    // Without navigation, the whole page is a card.
    let card: Markup = user == nil ? "" : " class=\"card\""
    let kind: Markup = purpose.isDangerous ? "danger" : "button"
    let action: Markup = kept.form["action"].map { " name=\"action\" value=\"\($0)\"" } ?? ""
    let send: Markup =
      kept.isOfRules
      ? "" : "<button class=\"\(kind)\"\(action)>\(t(purpose.action))</button>"
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
      \(kept.fields)\(password)
      <p class="actions">\(send)
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
      typed = paths.filter { $0 != "password" && form.isTyped($0) }.map { path in
        (label(path), value(path, form))
      }
      if form.removesPassword { typed.append((t(.passwordLabel), "\(t(.removePassword))")) }
    } else if kept.kind == .links, kept.form.has("every") {
      let filter: [(String, Word)] = [
        ("list-search", .search), ("list-host", .host), ("list-tag", .tag),
        ("list-campaign", .campaign), ("list-state", .state),
      ]
      typed = [(t(.links), "\(t(.everyLinkOfList))")]
      typed += filter.compactMap { name, word in
        kept.form.text(name).map { (t(word), differing($0)) }
      }
      if let tag = kept.form.text("tag") { typed.append((t(.tag), differing(tag))) }
    } else {
      let names = Self.fieldNames.merging(["link": .link, "tag": .tag]) { word, _ in word }
      typed = kept.form.items.compactMap { name, value in
        guard !value.isEmpty, let word = names[name] else { return nil }
        return (t(word), differing(value))
      }
    }
    let rows = Markup.each(typed) { name, value in
      "<div><dt>\(name)</dt><dd>\(value)</dd></div>"
    }
    return rows.isEmpty ? "" : "<dl class=\"facts\">\(rows)</dl>"
  }

  private func purpose(of kept: KeptForm) -> FormPurpose {
    let (address, form) = (kept.page, kept.form)
    let action = form["action"] ?? ""
    switch kept.kind {
    case .newLink:
      return FormPurpose(
        page: t(.newLink), address: address,
        action: action == "preview" ? .previewLink : .createLink)
    case .link:
      let key = kept.path?.key ?? LinkKey(host: "", slug: "")
      let action = LinkAction(rawValue: action)
      return FormPurpose(
        page: shown(key), address: address, action: action?.word ?? .saveChanges,
        isDangerous: action == .delete)
    case .links:
      let action = BulkAction(rawValue: action)
      return FormPurpose(
        page: t(.links), address: LinkListing(ofForm: form).address,
        action: action?.word ?? .sendFormAgain, isDangerous: action == .delete)
    case .views:
      return FormPurpose(
        page: t(.links), address: LinkListing(ofForm: form).address,
        action: action == ViewAction.forget.rawValue ? .forgetView : .saveView)
    case .change:
      return FormPurpose(
        page: kept.path.flatMap { Int($0.name) }.map { t(.changeNumber($0)) } ?? t(.links),
        address: Self.local(form["back"]) ?? address, action: .undo)
    case .importStanding:
      return FormPurpose(page: t(.importTitle), address: address, action: .importTitle)
    case .site:
      return FormPurpose(page: kept.path?.name ?? "", address: address, action: .lookNow)
    case .tokens:
      let isRevocation = action == TokenAction.revoke.rawValue
      return FormPurpose(
        page: t(.tokens), address: address, action: isRevocation ? .revoke : .createToken,
        isDangerous: isRevocation)
    case .people:
      let action = PersonAction(rawValue: action)
      return FormPurpose(
        page: t(.people), address: address, action: action?.word ?? .sendFormAgain,
        isDangerous: action == .remove)
    case .webhooks:
      return FormPurpose(page: t(.webhooks), address: address, action: .createWebhook)
    case .webhook:
      let action = WebhookAction(rawValue: action)
      return FormPurpose(
        page: t(.webhooks), address: address, action: action?.word ?? .sendFormAgain,
        isDangerous: action == .remove)
    case .sessions:
      let words: [String: Word] = [
        "name-passkey": .rename, "remove-passkey": .remove, "end-others": .endOtherSessions,
      ]
      return FormPurpose(
        page: t(.sessions), address: address, action: words[action] ?? .end,
        isDangerous: action != "name-passkey")
    default:
      return FormPurpose(page: "", address: address, action: .sendFormAgain)
    }
  }
}

extension LinkAction {
  /// The name of its button.
  fileprivate var word: Word {
    switch self {
    case .save: .saveChanges
    case .archive: .archive
    case .restore: .restore
    case .delete: .delete
    case .version: .goBack
    case .edit: .edit
    }
  }
}

extension PersonAction {
  fileprivate var word: Word {
    switch self {
    case .add: .addPerson
    case .invite: .newJoinAddress
    case .role: .change
    case .remove: .remove
    }
  }
}

extension WebhookAction {
  fileprivate var word: Word {
    switch self {
    case .test: .sendTest
    case .rotate: .newSecret
    case .enable: .switchOn
    case .disable: .switchOff
    case .remove: .remove
    case .retry: .sendAgain
    }
  }
}

extension LinkForm {
  /// Whether a field says something that is not the default.
  fileprivate func isTyped(_ path: String) -> Bool {
    path == "rules" ? rules?.contains { !$0.isBlank } == true : isSet(path)
  }
}
