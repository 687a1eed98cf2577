import Changes
import HTTPCore
import LinkStorage
import Service

extension PageContext {
  func people() throws(Problem) -> HTTPResponse {
    guard let done = query["done"] else {
      guard let id = query["id"] else { return try peoplePage("") }
      let person = try changed(changes.person(named: id))
      return personPage(person, typed: PageForm(of: person))
    }
    return try peoplePage(outcome(on: "people", undo: done == "removed" ? "" : undoOfEdit()))
  }

  /// The way back to the values in the address, which are shown, since links of others lead here, too.
  private func undoOfEdit() throws(Problem) -> Markup {
    let person = try changed(changes.person(named: query["id"] ?? ""))
    let names = ["id", "role", "hosts", "reach"]
    let former = names.compactMap { name in query[name].map { (name: name, value: $0) } }
    let role = query["role"].flatMap(PersonRole.init).map { t($0.word) }
    let reach = query.has("reach") ? hosts(query.list("hosts")) : ""
    return """
      <p class="soft"><span dir="auto">\(person.name)</span> · \(role ?? "") · \(reach)</p>
      \(undoForm("/dashboard/people", [(name: "action", value: "role")] + former))
      """
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
      \(heading("\(t(.people))", help: .people))
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
      way = "\(badge(.invitedUntil, "warn")) \(time(invitation.expires))"
    } else {
      way = "\(t(.passkeyCount, passkeys))"
    }
    let edit: Markup = """
      <a class="button quiet small" href="/dashboard/people?id=\(person.id)">\(t(.edit))\
      \(about(person.name))</a>
      """
    let invite = Markup.when(
      person.provider == nil && pages.settings.origin != nil,
      rowButton(PersonAction.invite, about: person.name))
    let remove = Markup.when(
      user.map { person.isRemovable(by: $0.authority) } == true,
      rowButton(PersonAction.remove, about: person.name))
    return """
      <tr><th scope="row" dir="auto">\(person.name)</th>\(cell(.role, "\(t(person.role.word))"))
      \(cell(.hosts, hosts(person.reach.names)))\(cell(.signsInWith, way))
      <td class="action"><form method="post" action="/dashboard/people" class="row">
      \(hidden("id", person.id))\(edit)\(invite)\(remove)</form></td></tr>
      """
  }

  /// The page that changes a person. The roles of a provider's people come from the provider.
  private func personPage(
    _ person: DashboardPerson, _ notice: Markup = "", _ status: HTTPStatus = .ok, typed: PageForm
  ) -> HTTPResponse {
    let role: Markup = person.provider == nil ? roleField(typed) : ""
    return page(
      t(.people),
      """
      \(heading("\(t(.editPerson, person.name))"))
      \(notice)
      <form method="post" action="/dashboard/people" class="card">
      \(hidden("id", person.id))\(hidden("reach", "yes"))
      <div class="fields">\(role)\(hostsField(typed, besides: person.reach.names))</div>
      <p class="actions"><button class="button" name="action" value="role">\(t(.saveChanges))</button>
      <a class="button quiet" href="/dashboard/people">\(t(.cancel))</a></p>
      </form>
      """, status: status)
  }

  private func roleField(_ typed: PageForm) -> Markup {
    let role = typed["role"] ?? PersonRole.editor.rawValue
    let roles = PersonRole.allCases.map { (value: $0.rawValue, name: t($0.word)) }
    return choice("role", t(.role), roles, chosen: role, in: typed, hint: t(.rolesHint))
  }

  private func newPersonForm(_ typed: PageForm) -> Markup {
    """
    <form method="post" action="/dashboard/people" class="card">
    <h2>\(t(.addPersonTitle))</h2>
    <div class="fields">
    \(field("name", .name, typed, " required autocomplete=\"off\""))
    \(roleField(typed))
    \(hostsField(typed))
    </div>
    <p class="actions"><button class="button" name="action" value="add">\(t(PersonAction.add.word))</button></p>
    </form>
    """
  }

  func changePeople() throws(Problem) -> HTTPResponse {
    let id = form["id"] ?? ""
    switch try form.action(PersonAction.self) {
    case .add: return try addPerson()
    case .invite:
      return try invited(try changed(changes.invite(id, origin: pages.settings.origin)))
    case .role:
      return try changePerson(try changed(changes.person(named: id)))
    case .remove:
      guard form["confirmed"] != nil else { return try confirmRemoval(of: id) }
      try changed(changes.removePerson(id))
    }
    return .redirect(to: "/dashboard/people?done=removed")
  }

  /// Changes what the form has of role and hosts.
  private func changePerson(_ former: DashboardPerson) throws(Problem) -> HTTPResponse {
    let hosts = form.has("reach") ? form.list("hosts") : nil
    return try submitted(to: { personPage(former, $0, $1, typed: $2) }) { () throws(Problem) in
      let role = form.has("role") ? try chosenRole() : nil
      try changed(changes.changePerson(former.id, role: role, hosts: hosts))
      let reach = hosts == nil ? nil : former.reach.names.joined(separator: ",")
      return .redirect(
        to: "/dashboard/people"
          + PageQuery.text([
            ("done", hosts == nil ? "role" : "edit"), ("id", former.id),
            ("role", former.provider == nil ? former.role.rawValue : nil), ("hosts", reach),
            ("reach", hosts == nil ? nil : "yes"),
          ]))
    }
  }

  private func confirmRemoval(of id: String) throws(Problem) -> HTTPResponse {
    let person = try changed(changes.removable(id))
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
    try submitted(to: peoplePage) { () throws(Problem) in
      let draft = PersonDraft(
        name: form.text("name") ?? "", role: try chosenRole(), hosts: form.list("hosts"))
      return try invited(changed(changes.addPerson(draft, origin: pages.settings.origin)))
    }
  }

  private func invited(_ invited: InvitedPerson) throws(Problem) -> HTTPResponse {
    try peoplePage(
      secret(.joinAddress, invited.address, hint: t(.sendJoinAddress, invited.person.name)))
  }
}

extension PageForm {
  fileprivate init(of person: DashboardPerson) {
    self.init()
    add("role", person.role.rawValue)
    for host in person.reach.names { add("hosts", host) }
  }
}

enum PersonAction: String, FormAction {
  case add, invite, role, remove
}
