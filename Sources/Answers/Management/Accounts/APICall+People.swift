package import Changes
import HTTPCore
import JSONSyntax
import LinkStorage
import Service

/// Calls about people within the caller's reach, which `StoreChanges` enforces.
extension APICall {
  func listPeople() throws(Problem) -> APIAnswer {
    json(try administered { changes throws(ChangeError) in try changes.peopleDocument() })
  }

  func addPerson() throws(Problem) -> APIAnswer {
    let draft = try document().read { object -> PersonDraft? in
      let name = object.required("name")?.string()
      let role = object.required("role")?.choice(PersonRole.self)
      let hosts = object.present("hosts")?.strings() ?? []
      guard let name, let role else { return nil }
      return PersonDraft(name: name, role: role, hosts: hosts)
    }
    guard let draft else { throw .invalid([]) }
    let invited = try administered { changes throws(ChangeError) in
      try changes.addPerson(draft, origin: services.origin)
    }
    return json(invited.document(in: snapshot), .created)
  }

  /// Removes the person given by identifier or name.
  func removePerson() throws(Problem) -> APIAnswer {
    guard let name = path.name else { throw .notFound }
    let person = try administered { changes throws(ChangeError) in
      try changes.removePerson(named: name)
    }
    return json(person.removalDocument)
  }
}

extension APIRequest {
  /// The request that adds a person.
  package init(adding draft: PersonDraft) {
    self.init(
      .addPerson,
      body: .object([
        .init("name", .string(draft.name)), .init("role", .string(draft.role.rawValue)),
        .init("hosts", .strings(draft.hosts)),
      ]))
  }
}
