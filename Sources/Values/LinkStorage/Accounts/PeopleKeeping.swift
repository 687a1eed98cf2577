package import Links

package protocol PeopleKeeping: AnyObject, Sendable {
  /// All people, in the order of creation.
  func people() throws(LinkStoreError) -> [DashboardPerson]

  func person(id: String) throws(LinkStoreError) -> DashboardPerson?

  /// The person whose invitation has a SHA-256 digest, expired or not; nil when there is none.
  func person(invitation digest: [UInt8]) throws(LinkStoreError) -> DashboardPerson?

  func passkey(credential: [UInt8]) throws(LinkStoreError) -> Passkey?

  /// The passkeys of one person, in no particular order.
  func passkeys(of person: String) throws(LinkStoreError) -> [Passkey]

  /// The numbers of passkeys by the identifiers of people; without those who have none.
  func passkeyCounts() throws(LinkStoreError) -> [String: Int]

  /// Adds a person; the names of people are unique.
  func createPerson(
    _ person: DashboardPerson, by actor: AuditActor,
    completion: @escaping StoreCompletion<UniqueCreation>)

  /// Changes what an edit names of a person, and nothing else.
  func changePerson(
    id: String, _ edit: PersonEdit, by actor: AuditActor, now: Timestamp,
    completion: @escaping StoreCompletion<PersonChange>)

  /// Deletes a person with all passkeys and sessions.
  func removePerson(
    id: String, by actor: AuditActor, now: Timestamp,
    completion: @escaping StoreCompletion<PersonChange>)

  /// Creates a passkey and, in the same transaction, uses up the invitation that allows it, which stays
  /// open when no passkey is created.
  ///
  /// - Parameter invitation: the SHA-256 digest of the invitation; nil for a person who is signed in.
  func addPasskey(
    _ passkey: Passkey, invitation: [UInt8]?, by actor: AuditActor, now: Timestamp,
    completion: @escaping StoreCompletion<PasskeyCreation>)

  /// Deletes a passkey of a person, unless it is the only one. The answer says whether it was deleted.
  func removePasskey(
    credential: [UInt8], of person: String, by actor: AuditActor, now: Timestamp,
    completion: @escaping StoreCompletion<Bool>)

  /// Names a passkey of a person. The answer says whether the person has it.
  func namePasskey(
    credential: [UInt8], of person: String, _ name: String, by actor: AuditActor, now: Timestamp,
    completion: @escaping StoreCompletion<Bool>)

  /// Records a signature. The answer is false when the passkey is gone, and when its counter has not
  /// increased (unless both are 0): a copy may have signed in at the same time.
  func notePasskey(
    credential: [UInt8], counter: Int, now: Timestamp,
    completion: @escaping StoreCompletion<Bool>)
}

package enum PersonEdit: Equatable, Sendable {
  /// What is nil stays as it is.
  case access(PersonRole?, HostReach?)
  /// A new invitation, which replaces the previous one.
  case invitation(DashboardPerson.Invitation)
  /// The name and the role, as an identity provider tells them.
  case told(name: String, role: PersonRole)
}

package enum PersonChange: Equatable, Sendable {
  /// Holds the person as changed, or as removed.
  case done(DashboardPerson)
  case missing
  /// Another person has that name.
  case taken
}

package enum PasskeyCreation: Equatable, Sendable {
  case created
  /// A passkey with that credential exists.
  case taken
  /// The person does not exist, or the invitation is used up, expired or another person's.
  case uninvited
}
