package import LinkStorage
package import Links

extension MemoryStore {
  package func people() throws(LinkStoreError) -> [Person] {
    try read { $0.people }
  }

  package func person(id: String) throws(LinkStoreError) -> Person? {
    try read { $0.people.first { $0.id == id } }
  }

  package func person(invitation digest: [UInt8]) throws(LinkStoreError) -> Person? {
    try read { $0.people.first { $0.invitation?.digest == digest } }
  }

  package func passkey(credential: [UInt8]) throws(LinkStoreError) -> Passkey? {
    try read { $0.passkeys.first { $0.credential == credential } }
  }

  package func passkeys(of person: String) throws(LinkStoreError) -> [Passkey] {
    try read { $0.passkeys.filter { $0.person == person } }
  }

  package func createPerson(
    _ person: Person, completion: @escaping StoreCompletion<PersonCreation>
  ) {
    write(completion) { $0.create(person, by: author) }
  }

  package func changePerson(
    _ person: Person, now: Timestamp, completion: @escaping StoreCompletion<PersonChange>
  ) {
    write(completion) { $0.change(person, now, by: author) }
  }

  package func removePerson(
    id: String, now: Timestamp, completion: @escaping StoreCompletion<PersonChange>
  ) {
    write(completion) { $0.removePerson(id, now, by: author) }
  }

  package func addPasskey(
    _ passkey: Passkey, invitation: [UInt8]?, now: Timestamp,
    completion: @escaping StoreCompletion<PasskeyCreation>
  ) {
    write(completion) { $0.add(passkey, invitation: invitation, now, by: author) }
  }

  package func notePasskey(
    credential: [UInt8], counter: Int, now: Timestamp, completion: @escaping StoreCompletion<Bool>
  ) {
    write(completion) { $0.notePasskey(credential, counter, now) }
  }
}
