package import Links

/// People and their passkeys.
package protocol PeopleKeeping: AnyObject, Sendable {
  /// Everybody, in the order of making.
  func people() throws(LinkStoreError) -> [Person]

  /// The person with that identifier; nil when there is none.
  func person(id: String) throws(LinkStoreError) -> Person?

  /// Whose invitation has that SHA-256 digest, expired or not; nil when there is none.
  func person(invitation digest: [UInt8]) throws(LinkStoreError) -> Person?

  /// Nil when there is none.
  func passkey(credential: [UInt8]) throws(LinkStoreError) -> Passkey?

  /// The passkeys of one person, in no certain order.
  func passkeys(of person: String) throws(LinkStoreError) -> [Passkey]

  /// Adds a person; the names of people are unique.
  func createPerson(
    _ person: Person, by actor: AuditActor, completion: @escaping StoreCompletion<PersonCreation>)

  /// Puts a person in the place of the one with the same identifier; the time of making stays.
  func changePerson(
    _ person: Person, by actor: AuditActor, now: Timestamp,
    completion: @escaping StoreCompletion<PersonChange>)

  /// Removes a person with all passkeys and sessions.
  func removePerson(
    id: String, by actor: AuditActor, now: Timestamp,
    completion: @escaping StoreCompletion<PersonChange>)

  /// Makes a passkey, and in the same transaction uses up the invitation that allows it.
  ///
  /// - Parameter invitation: the SHA-256 digest; nil for a person who is signed in.
  func addPasskey(
    _ passkey: Passkey, invitation: [UInt8]?, by actor: AuditActor, now: Timestamp,
    completion: @escaping StoreCompletion<PasskeyCreation>)

  /// Removes a passkey of a person, unless it is the only one. The answer says whether it was removed.
  func removePasskey(
    credential: [UInt8], of person: String, by actor: AuditActor, now: Timestamp,
    completion: @escaping StoreCompletion<Bool>)

  /// Notes a signature. The answer says whether the passkey is still there.
  func notePasskey(
    credential: [UInt8], counter: Int, now: Timestamp,
    completion: @escaping StoreCompletion<Bool>)
}

/// The answer to `createPerson`.
package enum PersonCreation: Equatable, Sendable {
  case created
  /// There is somebody with that identifier or name.
  case taken
}

/// The answer to `changePerson` and `removePerson`.
package enum PersonChange: Equatable, Sendable {
  case done, missing
  /// Somebody else has that name.
  case taken
}

/// The answer to `addPasskey`.
package enum PasskeyCreation: Equatable, Sendable {
  case created
  /// There is a passkey with that credential.
  case taken
  /// There is no such person, or the invitation is used up, expired or somebody else's.
  case uninvited
}

extension Person {
  /// The subject of the person's sessions.
  package static func subject(ofID id: String) -> String { "person:" + id }
}
