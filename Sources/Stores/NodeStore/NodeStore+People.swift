package import LinkStorage
package import Links

/// People and their passkeys: always the database.
extension NodeStore {
  package func people() throws(LinkStoreError) -> [Person] { try truth.people() }

  package func person(id: String) throws(LinkStoreError) -> Person? { try truth.person(id: id) }

  package func person(invitation digest: [UInt8]) throws(LinkStoreError) -> Person? {
    try truth.person(invitation: digest)
  }

  package func passkey(credential: [UInt8]) throws(LinkStoreError) -> Passkey? {
    try truth.passkey(credential: credential)
  }

  package func passkeys(of person: String) throws(LinkStoreError) -> [Passkey] {
    try truth.passkeys(of: person)
  }

  package func createPerson(
    _ person: Person, completion: @escaping StoreCompletion<PersonCreation>
  ) {
    truth.createPerson(person, completion: completion)
  }

  package func changePerson(
    _ person: Person, now: Timestamp, completion: @escaping StoreCompletion<PersonChange>
  ) {
    truth.changePerson(person, now: now, completion: completion)
  }

  package func removePerson(
    id: String, now: Timestamp, completion: @escaping StoreCompletion<PersonChange>
  ) {
    truth.removePerson(id: id, now: now, completion: completion)
  }

  package func addPasskey(
    _ passkey: Passkey, invitation: [UInt8]?, now: Timestamp,
    completion: @escaping StoreCompletion<PasskeyCreation>
  ) {
    truth.addPasskey(passkey, invitation: invitation, now: now, completion: completion)
  }

  package func notePasskey(
    credential: [UInt8], counter: Int, now: Timestamp, completion: @escaping StoreCompletion<Bool>
  ) {
    truth.notePasskey(credential: credential, counter: counter, now: now, completion: completion)
  }
}
