import Changes
import HTTPCore
import LinkStorage
import Links
import Service

extension PageContext {
  /// `GET /dashboard/people`
  func people() throws(Problem) -> HTTPResponse {
    let former = [("action", "role"), ("id", query["id"] ?? ""), ("role", query["role"] ?? "")]
    let undo = query["done"] == "role" ? undoForm("/dashboard/people", former) : ""
    return try peoplePage(
      outcome(["removed": .personWasRemoved, "role": .roleWasChanged], undo: undo))
  }

  private func peoplePage(
    _ notice: Markup, _ status: HTTPStatus = .ok, typed: PageForm = PageForm()
  ) throws(Problem) -> HTTPResponse {
    let people = try changed(changes.people())
    let counts = try changed(changes.passkeyCounts())
    let rows = Markup.each(people) { personRow($0, passkeys: counts[$0.id] ?? 0) }
    let list = table(t(.people), [.name, .role, .hosts, .signsInWith], hasActions: true, rows)
    let hint = Markup.when(
      pages.settings.origin == nil, self.notice("<p>\(t(.originMissing))</p>"))
    return page(
      t(.people),
      """
      \(heading(t(.people), help: .people))
      \(notice)\(hint)
      \(people.isEmpty ? empty(t(.noPeople)) : list)
      \(pages.settings.origin == nil ? "" : newPersonForm(typed))
      """, status: status)
  }

  private func personRow(_ person: DashboardPerson, passkeys: Int) -> Markup {
    let way: Markup
    if let provider = person.provider {
      way = "<span dir=\"auto\">\(provider)</span>"
    } else if let invitation = person.invitation, invitation.expires > timestamp {
      way = "<span class=\"badge warn\">\(t(.invitedUntil)) \(time(invitation.expires))</span>"
    } else {
      way = "\(t(.passkeyCount, passkeys))"
    }
    let invite = Markup.when(
      person.provider == nil && pages.settings.origin != nil,
      rowButton(PersonAction.invite, about: person.name))
    return """
      <tr><th scope="row" dir="auto">\(person.name)</th>\(cell(.role, roleForm(person), "action"))
      \(cell(.hosts, "\(hosts(person.reach))"))\(cell(.signsInWith, way))
      <td class="action"><form method="post" action="/dashboard/people" class="row">
      \(hidden("id", person.id))\(invite)
      \(rowButton(PersonAction.remove, about: person.name))</form></td></tr>
      """
  }

  /// The role, and a form to change it. The roles of a provider's people come from the provider.
  private func roleForm(_ person: DashboardPerson) -> Markup {
    guard person.provider == nil else { return "\(t(person.role.word))" }
    return """
      <form method="post" action="/dashboard/people" class="row">
      \(hidden("id", person.id))
      <label class="unseen" for="role-\(person.id)">\(t(.role)) \(person.name)</label>
      <select id="role-\(person.id)" name="role">\
      \(options(roles, chosen: person.role.rawValue))</select>
      \(rowButton(PersonAction.role, about: person.name))</form>
      """
  }

  private var roles: [(value: String, name: String)] {
    PersonRole.allCases.map { ($0.rawValue, t($0.word)) }
  }

  /// - Parameter typed: the values of the form.
  private func newPersonForm(_ typed: PageForm) -> Markup {
    let role = typed["role"] ?? PersonRole.editor.rawValue
    return """
      <form method="post" action="/dashboard/people" class="card">
      <h2>\(t(.addPersonTitle))</h2>
      <div class="fields">
      <p class="field"><label for="name">\(t(.name))</label>
      <input id="name" name="name" required autocomplete="off" value="\(typed["name"] ?? "")"></p>
      <p class="field"><label for="role">\(t(.role))</label>
      <select id="role" name="role" aria-describedby="role-hint">\(options(roles, chosen: role))</select>
      <span class="hint" id="role-hint">\(t(.rolesHint))</span></p>
      \(hostsField(typed))
      </div>
      <p class="actions"><button class="button" name="action" value="add">\(t(.addPerson))</button></p>
      </form>
      """
  }

  /// `POST /dashboard/people`
  func changePeople() throws(Problem) -> HTTPResponse {
    let id = form["id"] ?? ""
    switch try form.action(PersonAction.self) {
    case .add: return try addPerson()
    case .invite:
      return try invited(try changed(changes.invite(id, origin: pages.settings.origin)))
    case .role:
      let role = try chosenRole()
      let former = try changed(changes.people()).first { $0.id == id }?.role
      try changed(changes.changeRole(of: id, to: role))
      let items = [("done", "role"), ("id", id), ("role", former?.rawValue)]
      return .redirect(to: "/dashboard/people" + PageQuery.text(items))
    case .remove:
      guard form["confirmed"] != nil else { return try confirmRemoval(of: id) }
      try changed(changes.removePerson(id))
    }
    return .redirect(to: "/dashboard/people?done=removed")
  }

  private func confirmRemoval(of id: String) throws(Problem) -> HTTPResponse {
    let people = try changed(changes.people())
    guard let person = people.first(where: { $0.id == id }) else { throw .notFound }
    return confirmation(
      t(.removePersonQuestion, person.name), t(.removePersonWarning),
      address: "/dashboard/people", hidden: hidden("id", person.id),
      buttons: button(PersonAction.remove))
  }

  private func chosenRole() throws(Problem) -> PersonRole {
    guard let role = form["role"].flatMap(PersonRole.init) else {
      throw .parameter("role", AccountFault.notRole)
    }
    return role
  }

  private func addPerson() throws(Problem) -> HTTPResponse {
    let draft = PersonDraft(
      name: form.text("name") ?? "", role: try chosenRole(), hosts: form.list("hosts"))
    let person: InvitedPerson
    do throws(Problem) {
      person = try changed(changes.addPerson(draft, origin: pages.settings.origin))
    } catch {
      guard !error.faults.isEmpty else { throw error }
      return try peoplePage(refusal(error), error.status, typed: form)
    }
    return try invited(person)
  }

  private func invited(_ invited: InvitedPerson) throws(Problem) -> HTTPResponse {
    try peoplePage(
      notice(
        """
        <p>\(t(.sendJoinAddress, invited.person.name))</p>
        \(secret(t(.joinAddress), invited.address))
        """))
  }
}

enum PersonAction: String, FormAction {
  case add, invite, role, remove

  var word: Word {
    switch self {
    case .add: .addPerson
    case .invite: .newJoinAddress
    case .role: .change
    case .remove: .remove
    }
  }
}
