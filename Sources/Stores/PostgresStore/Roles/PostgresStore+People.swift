package import LinkStorage
package import Links

extension PostgresStore {
  package func people() throws(LinkStoreError) -> [Person] {
    try read { connection throws(PostgresFailure) in
      try connection.rows("\(Self.personColumns) ORDER BY number", [], Self.person)
    }
  }

  package func person(id: String) throws(LinkStoreError) -> Person? {
    try read { connection throws(PostgresFailure) in
      try connection.first("\(Self.personColumns) WHERE id = $1", [.text(id)], Self.person)
    }
  }

  package func person(invitation digest: [UInt8]) throws(LinkStoreError) -> Person? {
    try read { connection throws(PostgresFailure) in
      try connection.first(
        "\(Self.personColumns) WHERE invitation = $1", [.bytes(digest)], Self.person)
    }
  }

  package func passkey(credential: [UInt8]) throws(LinkStoreError) -> Passkey? {
    try read { connection throws(PostgresFailure) in
      try connection.first(
        "\(Self.passkeyColumns) WHERE credential = $1", [.bytes(credential)], Self.passkey)
    }
  }

  package func passkeys(of person: String) throws(LinkStoreError) -> [Passkey] {
    try read { connection throws(PostgresFailure) in
      try connection.rows(
        "\(Self.passkeyColumns) WHERE person = $1", [.text(person)], Self.passkey)
    }
  }

  package func createPerson(
    _ person: Person, completion: @escaping StoreCompletion<PersonCreation>
  ) {
    change(completion) { [actor] connection throws(PostgresFailure) in
      let count = try connection.run(
        "INSERT INTO keiro.people (id, name, role, hosts, provider, created_at, invitation, "
          + "invitation_expires) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING",
        [
          .text(person.id), .text(person.name), .text(person.role.rawValue),
          .text(person.reach.stored), .optional(person.provider), .time(person.createdAt),
          .optional(person.invitation?.digest), .time(person.invitation?.expires),
        ])
      guard count == 1 else { return .taken }
      try Self.note(.personAdded, person.id, by: actor, person.createdAt, connection)
      return .created
    }
  }

  package func changePerson(
    _ person: Person, now: Timestamp, completion: @escaping StoreCompletion<PersonChange>
  ) {
    change(completion) { [actor] connection throws(PostgresFailure) in
      let count = try connection.run(
        "UPDATE keiro.people SET name = $1, role = $2, hosts = $3, provider = $4, "
          + "invitation = $5, invitation_expires = $6 WHERE id = $7 "
          + "AND NOT EXISTS (SELECT FROM keiro.people WHERE name = $1 AND id <> $7)",
        [
          .text(person.name), .text(person.role.rawValue), .text(person.reach.stored),
          .optional(person.provider), .optional(person.invitation?.digest),
          .time(person.invitation?.expires), .text(person.id),
        ])
      guard count == 1 else {
        return try Self.isKnown(person.id, connection) ? .taken : .missing
      }
      try Self.note(.personChanged, person.id, by: actor, now, connection)
      return .done
    }
  }

  package func removePerson(
    id: String, now: Timestamp, completion: @escaping StoreCompletion<PersonChange>
  ) {
    change(completion) { [actor] connection throws(PostgresFailure) in
      let count = try connection.run("DELETE FROM keiro.people WHERE id = $1", [.text(id)])
      guard count == 1 else { return .missing }
      try connection.run("DELETE FROM keiro.passkeys WHERE person = $1", [.text(id)])
      try connection.run(
        "DELETE FROM keiro.sessions WHERE subject = $1", [.text(Person.subject(ofID: id))])
      try Self.note(.personRemoved, id, by: actor, now, connection)
      return .done
    }
  }

  package func addPasskey(
    _ passkey: Passkey, invitation: [UInt8]?, now: Timestamp,
    completion: @escaping StoreCompletion<PasskeyCreation>
  ) {
    change(completion) { [actor] connection throws(PostgresFailure) in
      if let invitation {
        let count = try connection.run(
          "UPDATE keiro.people SET invitation = NULL, invitation_expires = NULL WHERE id = $1 "
            + "AND invitation = $2 AND invitation_expires > $3",
          [.text(passkey.person), .bytes(invitation), .time(now)])
        guard count == 1 else { return .uninvited }
      } else {
        guard try Self.isKnown(passkey.person, connection) else { return .uninvited }
      }
      let count = try connection.run(
        "INSERT INTO keiro.passkeys (credential, person, key, counter, created_at) "
          + "VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING",
        [
          .bytes(passkey.credential), .text(passkey.person), .bytes(passkey.key),
          .int(passkey.counter), .time(passkey.createdAt),
        ])
      guard count == 1 else { return .taken }
      try Self.note(.passkeyAdded, passkey.person, by: actor, now, connection)
      return .created
    }
  }

  package func notePasskey(
    credential: [UInt8], counter: Int, now: Timestamp, completion: @escaping StoreCompletion<Bool>
  ) {
    change(completion) { connection throws(PostgresFailure) in
      let count = try connection.run(
        "UPDATE keiro.passkeys SET counter = greatest(counter, $1), used_at = $2 "
          + "WHERE credential = $3",
        [.int(counter), .time(now), .bytes(credential)])
      return count == 1
    }
  }

  private static func isKnown(
    _ id: String, _ connection: Connection
  ) throws(PostgresFailure) -> Bool {
    try connection.first("SELECT 1::bigint FROM keiro.people WHERE id = $1", [.text(id)]) { _ in
      true
    } != nil
  }

  private static func note(
    _ action: AuditAction, _ person: String, by actor: AuditActor, _ now: Timestamp,
    _ connection: Connection
  ) throws(PostgresFailure) {
    try AuditTable(connection).append([AuditEntry(action, by: actor, at: now, person: person)])
  }

  // MARK: - Rows

  private static let personColumns =
    "SELECT id, name, role, hosts, provider, created_at, invitation, invitation_expires "
    + "FROM keiro.people"

  private static func person(_ row: PostgresRow) throws(PostgresFailure) -> Person {
    guard let role = PersonRole(rawValue: row.text(2)) else {
      throw PostgresFailure(
        LinkStoreError(
          kind: .corrupt, code: 0, message: "a person has an unknown role",
          operation: "read people"))
    }
    return Person(
      id: row.text(0), name: row.text(1), role: role, reach: HostReach(stored: row.text(3)),
      provider: row.optionalText(4), createdAt: Timestamp(secondsSinceEpoch: row.int(5)),
      invitation: row.time(7).map { Person.Invitation(digest: row.blob(6), expires: $0) })
  }

  private static let passkeyColumns =
    "SELECT credential, person, key, counter, created_at, used_at FROM keiro.passkeys"

  private static func passkey(_ row: PostgresRow) -> Passkey {
    Passkey(
      credential: row.blob(0), person: row.text(1), key: row.blob(2), counter: row.int(3),
      createdAt: Timestamp(secondsSinceEpoch: row.int(4)), usedAt: row.time(5))
  }
}
