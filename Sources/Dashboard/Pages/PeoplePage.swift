import Cryptography
import HTTPCore
package import LinkStorage
package import Links
import Service

/// An invitation of somebody, and the code in its URL.
package enum PersonInvitation {
  /// For how long it can be used, in seconds.
  package static let lifetime = 7 * 86_400

  /// A new one; nil when the system has no randomness.
  package static func make(now: Timestamp) -> (code: String, invitation: Person.Invitation)? {
    guard let secret = RandomBytes.make(32), let digest = SHA256.digest(secret) else { return nil }
    let end = Timestamp(secondsSinceEpoch: now.secondsSinceEpoch + lifetime)
    return (Base64.url.encode(secret), Person.Invitation(digest: digest, expires: end))
  }

  /// The digest under which the store knows a code; nil for text that is none.
  static func digest(ofCode code: String) -> [UInt8]? {
    guard let secret = Base64.url.decode(code), secret.count == 32 else { return nil }
    return SHA256.digest(secret)
  }

  /// - Parameter origin: of the dashboard.
  package static func address(_ code: String, origin: String) -> String {
    "\(origin)\(PageRequest.root)/join?code=\(code)"
  }
}

extension PageContext {
  /// `GET /dashboard/people`
  func people() throws(Problem) -> HTTPResponse { try peoplePage("") }

  private func peoplePage(
    _ notice: Markup, _ status: HTTPStatus = .ok
  ) throws(Problem) -> HTTPResponse {
    try require(.admin)
    let people = try stored { store throws(LinkStoreError) in try store.people() }
    let counts = try stored { store throws(LinkStoreError) in
      var counts: [String: Int] = [:]
      for person in people { counts[person.id] = try store.passkeys(of: person.id).count }
      return counts
    }
    let rows = Markup.each(people) { personRow($0, passkeys: counts[$0.id] ?? 0) }
    let columns: Markup = """
      \(column(t(.name)))\(column(t(.role)))\(column(t(.hosts)))\(column(t(.signsInWith)))<td></td>
      """
    let hint: Markup =
      pages.settings.origin == nil
      ? self.notice(
        "<p>\(t(.peopleSignInWithPasskeysOnce))</p>")
      : ""
    return page(
      t(.people),
      """
      \(heading(t(.people)))
      \(notice)\(hint)
      \(people.isEmpty ? empty(t(.nobodyIsHereYet)) : table(t(.people), columns, rows))
      \(pages.settings.origin == nil ? "" : newPersonForm)
      """, status: status)
  }

  private func personRow(_ person: Person, passkeys: Int) -> Markup {
    let way: Markup
    if let provider = person.provider {
      way = "<span dir=\"auto\">\(provider)</span>"
    } else if let invitation = person.invitation, invitation.expires > timestamp {
      way = "<span class=\"badge warn\">\(t(.invitedUntil)) \(time(invitation.expires))</span>"
    } else {
      way = "\(t(.passkeys, number(passkeys)))"
    }
    let hosts =
      person.reach.isBounded ? person.reach.names.joined(separator: ", ") : t(.allHosts)
    let invite: Markup =
      person.provider != nil || pages.settings.origin == nil
      ? ""
      : """
      <button class="quiet small" name="action" value="invite">\(t(.newLinkToJoin))\
      <span class="unseen"> \(person.name)</span></button>
      """
    return """
      <tr><th scope="row" dir="auto">\(person.name)</th><td class="action">\(roleForm(person))</td>
      <td>\(hosts)</td><td>\(way)</td>
      <td class="action"><form method="post" action="/dashboard/people" class="row">
      <input type="hidden" name="id" value="\(person.id)">\(invite)
      <button class="danger small" name="action" value="remove">\(t(.remove))\
      <span class="unseen"> \(person.name)</span></button></form></td></tr>
      """
  }

  /// The role, and where another one is chosen. A provider says itself what its people may do.
  private func roleForm(_ person: Person) -> Markup {
    guard person.provider == nil else { return "\(words.role(person.role))" }
    let roles = PersonRole.allCases.map { ($0.rawValue, words.role($0)) }
    return """
      <form method="post" action="/dashboard/people" class="row">
      <input type="hidden" name="id" value="\(person.id)">
      <label class="unseen" for="role-\(person.id)">\(t(.role)) \(person.name)</label>
      <select id="role-\(person.id)" name="role">\
      \(options(roles, chosen: person.role.rawValue))</select>
      <button class="quiet small" name="action" value="role">\(t(.changeIt))\
      <span class="unseen"> \(person.name)</span></button></form>
      """
  }

  private var newPersonForm: Markup {
    let roles = PersonRole.allCases.map { ($0.rawValue, words.role($0)) }
    return """
      <form method="post" action="/dashboard/people" class="card">
      <h2>\(t(.addSomebody))</h2>
      <div class="fields">
      <p class="field"><label for="name">\(t(.name))</label>
      <input id="name" name="name" required autocomplete="off"></p>
      <p class="field"><label for="role">\(t(.role))</label>
      <select id="role" name="role" aria-describedby="role-hint">\
      \(options(roles, chosen: "editor"))</select>
      <span class="hint" id="role-hint">\
      \(t(.viewersSeeLinksAndNumbersEditors))</span></p>
      <p class="field"><label for="hosts">\(t(.hosts))</label>
      <input id="hosts" name="hosts" aria-describedby="hosts-hint">
      <span class="hint" id="hosts-hint">\(t(.emptyForAllWithCommasBetweenThem))</span></p>
      </div>
      <p class="actions"><button class="button" name="action" value="add">\
      \(t(.addPerson))</button></p>
      </form>
      """
  }

  /// `POST /dashboard/people`
  func changePeople() throws(Problem) -> HTTPResponse {
    try require(.admin)
    switch form["action"] {
    case "add": return try addPerson()
    case "invite": return try invite()
    case "role": return try changeRole()
    case "remove":
      let (id, now) = (form["id"] ?? "", timestamp)
      let answer = try written { $0.removePerson(id: id, now: now, completion: $1) }
      guard answer == .done else { throw .notFound }
      return .redirect(to: "/dashboard/people")
    default: throw .parameter("action", "expected add, invite, role or remove")
    }
  }

  private func addPerson() throws(Problem) -> HTTPResponse {
    guard let origin = pages.settings.origin else { throw .notFound }
    let name = form.text("name") ?? ""
    if Person.fault(ofName: name) != nil {
      return try refusedPerson(t(.thisCannotBeAName))
    }
    guard let role = form["role"].flatMap(PersonRole.init) else {
      throw .parameter("role", "expected viewer, editor or admin")
    }
    guard let reach = hostReach(form.text("hosts")) else {
      return try refusedPerson(t(.oneOfTheHostsIsNone))
    }
    guard let id = RandomBytes.base62(10), let made = PersonInvitation.make(now: timestamp) else {
      throw Problem(.serviceUnavailable, "no-randomness", "the system has no randomness to give")
    }
    let person = Person(
      id: id, name: name, role: role, reach: reach, createdAt: timestamp,
      invitation: made.invitation)
    guard try written({ $0.createPerson(person, completion: $1) }) == .created else {
      return try refusedPerson(t(.somebodyHasThisNameAlready))
    }
    return try invited(name, PersonInvitation.address(made.code, origin: origin))
  }

  private func invite() throws(Problem) -> HTTPResponse {
    let id = form["id"] ?? ""
    let found = try stored { store throws(LinkStoreError) in try store.person(id: id) }
    guard let origin = pages.settings.origin, var person = found, person.provider == nil else {
      throw .notFound
    }
    guard let made = PersonInvitation.make(now: timestamp) else {
      throw Problem(.serviceUnavailable, "no-randomness", "the system has no randomness to give")
    }
    person.invitation = made.invitation
    let (changed, now) = (person, timestamp)
    guard try written({ $0.changePerson(changed, now: now, completion: $1) }) == .done else {
      throw .notFound
    }
    return try invited(person.name, PersonInvitation.address(made.code, origin: origin))
  }

  private func changeRole() throws(Problem) -> HTTPResponse {
    let id = form["id"] ?? ""
    guard let role = form["role"].flatMap(PersonRole.init) else {
      throw .parameter("role", "expected viewer, editor or admin")
    }
    let found = try stored { store throws(LinkStoreError) in try store.person(id: id) }
    guard var person = found, person.provider == nil else { throw .notFound }
    person.role = role
    let (changed, now) = (person, timestamp)
    guard try written({ $0.changePerson(changed, now: now, completion: $1) }) == .done else {
      throw .notFound
    }
    return .redirect(to: "/dashboard/people")
  }

  private func invited(_ name: String, _ address: String) throws(Problem) -> HTTPResponse {
    try peoplePage(
      notice(
        """
        <p>\(t(.sendThisAddressToWhoeverOpens, name))</p>
        \(secret(t(.addressToJoin), address))
        """))
  }

  private func refusedPerson(_ text: String) throws(Problem) -> HTTPResponse {
    try peoplePage(notice("<p>\(text)</p>", isError: true), .unprocessableContent)
  }
}
