package import LinkStorage
package import Links

extension SQLiteStore {
  package func people() throws(LinkStoreError) -> [Person] {
    try readers.read { database throws(LinkStoreError) in
      try database.rows("\(PeopleTable.columns) ORDER BY number", [], PeopleTable.person)
    }
  }

  package func person(id: String) throws(LinkStoreError) -> Person? {
    try readers.read { database throws(LinkStoreError) in
      try database.first("\(PeopleTable.columns) WHERE id = ?", [.text(id)], PeopleTable.person)
    }
  }

  package func person(invitation digest: [UInt8]) throws(LinkStoreError) -> Person? {
    try readers.read { database throws(LinkStoreError) in
      try database.first(
        "\(PeopleTable.columns) WHERE invitation = ?", [.blob(digest)], PeopleTable.person)
    }
  }

  package func passkey(credential: [UInt8]) throws(LinkStoreError) -> Passkey? {
    try readers.read { database throws(LinkStoreError) in
      try database.first(
        "\(PeopleTable.passkeyColumns) WHERE credential = ?", [.blob(credential)],
        PeopleTable.passkey)
    }
  }

  package func passkeys(of person: String) throws(LinkStoreError) -> [Passkey] {
    try readers.read { database throws(LinkStoreError) in
      try database.rows(
        "\(PeopleTable.passkeyColumns) WHERE person = ?", [.text(person)], PeopleTable.passkey)
    }
  }

  package func createPerson(
    _ person: Person, completion: @escaping StoreCompletion<PersonCreation>
  ) {
    write(completion) { [actor] database throws(LinkStoreError) in
      try PeopleTable(database, actor).create(person)
    }
  }

  package func changePerson(
    _ person: Person, now: Timestamp, completion: @escaping StoreCompletion<PersonChange>
  ) {
    write(completion) { [actor] database throws(LinkStoreError) in
      try PeopleTable(database, actor).change(person, now)
    }
  }

  package func removePerson(
    id: String, now: Timestamp, completion: @escaping StoreCompletion<PersonChange>
  ) {
    write(completion) { [actor] database throws(LinkStoreError) in
      try PeopleTable(database, actor).remove(id, now)
    }
  }

  package func addPasskey(
    _ passkey: Passkey, invitation: [UInt8]?, now: Timestamp,
    completion: @escaping StoreCompletion<PasskeyCreation>
  ) {
    write(completion) { [actor] database throws(LinkStoreError) in
      try PeopleTable(database, actor).add(passkey, invitation: invitation, now)
    }
  }

  package func notePasskey(
    credential: [UInt8], counter: Int, now: Timestamp, completion: @escaping StoreCompletion<Bool>
  ) {
    write(completion) { [actor] database throws(LinkStoreError) in
      try PeopleTable(database, actor).note(credential, counter: counter, now)
    }
  }
}
