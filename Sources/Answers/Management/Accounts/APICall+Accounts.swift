import Changes
import HTTPCore
import JSONSyntax
import LinkStorage
import Links
import Service

/// Calls about tokens and people within the caller's reach, which `StoreChanges` enforces.
extension APICall {
  func listTokens() throws(Problem) -> APIAnswer {
    let tokens = try changed(changes.tokens())
    return json(["tokens": .array(tokens.map(\.document))])
  }

  func createToken() throws(Problem) -> APIAnswer {
    let draft = try document().read { TokenDraft(reading: $0) }
    let made = try changed(changes.createToken(draft))
    return json(made.document, .created)
  }

  func revokeToken() throws(Problem) -> APIAnswer {
    try changed(changes.revokeToken(path.name))
    return noContent
  }

  /// Changes of tokens, people and webhooks in the caller's name.
  var changes: StoreChanges {
    get throws(ChangeError) {
      guard let authority else { throw .refused(.insufficientScope(.admin)) }
      return StoreChanges(by: authority, in: directory.managed, at: timestamp, of: snapshot)
    }
  }

  // MARK: - People

  func listPeople() throws(Problem) -> APIAnswer {
    json(try changed(changes.peopleDocument()))
  }

  func addPerson() throws(Problem) -> APIAnswer {
    let draft = try document().read { object -> PersonDraft? in
      let name = object.required("name")?.string()
      let role = object.required("role")?.word(PersonRole.self)
      let hosts = object.present("hosts")?.strings() ?? []
      guard let name, let role else { return nil }
      return PersonDraft(name: name, role: role, hosts: hosts)
    }
    guard let draft else { throw .invalid([]) }
    let invited = try changed(changes.addPerson(draft, origin: services.origin))
    return json(invited.document, .created)
  }

  /// Changes the person given by identifier or name.
  func changePerson() throws(Problem) -> APIAnswer {
    let (role, hosts) = try document().read { object in
      (
        object.present("role")?.word(PersonRole.self),
        object.optional("hosts").map { $0.isNull ? [] : $0.strings() ?? [] }
      )
    }
    let person = try changed(
      changes.changePerson(changes.person(named: path.name).id, role: role, hosts: hosts))
    return json(person.document(passkeys: try changed(changes.passkeyCounts())[person.id] ?? 0))
  }

  /// Removes the person given by identifier or name.
  func removePerson() throws(Problem) -> APIAnswer {
    let person = try changed(changes.removePerson(changes.person(named: path.name).id))
    return json(["id": .string(person.id), "name": .string(person.name)])
  }
}

extension TokenDraft {
  /// Reads `{"name", "scopes", "hosts", "expires", "perHour", "lifetime"}`; only the scopes are required.
  fileprivate init(reading object: JSONObjectReader) {
    let scopes = object.required("scopes")?.elements()?.compactMap { $0.word(TokenScope.self) }
    self.init(
      name: object.present("name")?.string(), scopes: scopes ?? [],
      hosts: object.present("hosts")?.strings() ?? [], expires: Self.end(object),
      perHour: object.present("perHour")?.int(in: LinkMaking.perHourRange),
      lifetime: object.present("lifetime")?.string())
  }

  private static func end(_ object: JSONObjectReader) -> PointInTime? {
    guard let field = object.present("expires"), let text = field.string() else { return nil }
    if let time = PointInTime(text) { return time }
    field.report(AccountFault.notTime(text))
    return nil
  }
}
