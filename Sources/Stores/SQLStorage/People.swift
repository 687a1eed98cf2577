package import LinkStorage
package import Links

extension SQLStore where Self: PeopleKeeping {
  package func people() throws(LinkStoreError) -> [DashboardPerson] {
    try rows("\(selection) ORDER BY number", [], decodedPerson)
  }

  package func person(id: String) throws(LinkStoreError) -> DashboardPerson? {
    try first("\(selection) WHERE id = $1", [.text(id)], decodedPerson)
  }

  package func person(invitation digest: [UInt8]) throws(LinkStoreError) -> DashboardPerson? {
    try first("\(selection) WHERE invitation = $1", [.blob(digest)], decodedPerson)
  }

  package func createPerson(
    _ person: DashboardPerson, by actor: AuditActor,
    completion: @escaping StoreCompletion<UniqueCreation>
  ) {
    writing(completion) { sql throws(Failure) in
      let count = try sql.run(
        "INSERT INTO keiro.people (id, name, role, hosts, provider, created_at, invitation, "
          + "invitation_expires) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING",
        [
          .text(person.id), .text(person.name), .text(person.role.rawValue),
          .text(person.reach.stored), .text(person.provider), .time(person.createdAt),
          .blob(person.invitation?.digest), .time(person.invitation?.expires),
        ])
      guard count == 1 else { return .taken }
      try sql.enter([
        AuditEntry(.personAdded, by: actor, at: person.createdAt, person: person.id)
      ])
      return .created
    }
  }

  package func changePerson(
    id: String, _ edit: PersonEdit, by actor: AuditActor, now: Timestamp,
    completion: @escaping StoreCompletion<PersonChange>
  ) {
    writing(completion) { sql throws(Failure) in
      guard let known = try sql.lockPerson(id) else { return .missing }
      guard let changed = try sql.change(id, edit) else { return .taken }
      // What is as it was is no change.
      if changed != known {
        try sql.enter([AuditEntry(.personChanged, by: actor, at: now, person: id)])
      }
      return .done(changed)
    }
  }

  package func removePerson(
    id: String, by actor: AuditActor, now: Timestamp,
    completion: @escaping StoreCompletion<PersonChange>
  ) {
    writing(completion) { sql throws(Failure) in
      let removed = try sql.first(
        "DELETE FROM keiro.people WHERE id = $1 RETURNING \(columns)", [.text(id)], decodedPerson)
      guard let removed else { return .missing }
      try sql.send("DELETE FROM keiro.passkeys WHERE person = $1", [.text(id)])
      try sql.send(
        "DELETE FROM keiro.sessions WHERE subject = $1", [.text(SessionSubject.person(id: id).text)]
      )
      try sql.enter([AuditEntry(.personRemoved, by: actor, at: now, person: id)])
      return .done(removed)
    }
  }
}

// MARK: - Passkeys

extension SQLStore where Self: PeopleKeeping {
  package func passkey(credential: [UInt8]) throws(LinkStoreError) -> Passkey? {
    try first("\(passkeySelection) WHERE credential = $1", [.blob(credential)]) {
      Passkey(row: $0)
    }
  }

  package func passkeys(of person: String) throws(LinkStoreError) -> [Passkey] {
    try rows("\(passkeySelection) WHERE person = $1", [.text(person)]) { Passkey(row: $0) }
  }

  package func passkeyCounts() throws(LinkStoreError) -> [String: Int] {
    let counts = try rows("SELECT person, count(*) FROM keiro.passkeys GROUP BY person", []) {
      row in
      (row.text(0), row.int(1))
    }
    return Dictionary(counts) { first, _ in first }
  }

  package func addPasskey(
    _ passkey: Passkey, invitation: [UInt8]?, by actor: AuditActor, now: Timestamp,
    completion: @escaping StoreCompletion<PasskeyCreation>
  ) {
    writing(completion) { sql throws(Failure) in
      let invited = try sql.lockPerson(passkey.person)
      guard let invited else { return .uninvited }
      if let invitation {
        guard let open = invited.invitation, open.digest == invitation, open.expires > now else {
          return .uninvited
        }
      }
      let count = try sql.run(
        "INSERT INTO keiro.passkeys (credential, person, key, counter, created_at, name) "
          + "VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING",
        [
          .blob(passkey.credential), .text(passkey.person), .blob(passkey.key),
          .int(passkey.counter), .time(passkey.createdAt), .text(passkey.name),
        ])
      // A registration that fails leaves the invitation to the next attempt.
      guard count == 1 else { return .taken }
      if invitation != nil {
        try sql.send(
          "UPDATE keiro.people SET invitation = NULL, invitation_expires = NULL WHERE id = $1",
          [.text(passkey.person)])
      }
      try sql.enter([AuditEntry(.passkeyAdded, by: actor, at: now, person: passkey.person)])
      return .created
    }
  }

  package func removePasskey(
    credential: [UInt8], of person: String, by actor: AuditActor, now: Timestamp,
    completion: @escaping StoreCompletion<Bool>
  ) {
    writing(completion) { sql throws(Failure) in
      // Otherwise, two removals at once would each leave the passkey that the other deletes.
      _ = try sql.lockPerson(person)
      let count = try sql.run(
        "DELETE FROM keiro.passkeys WHERE credential = $1 AND person = $2 "
          + "AND EXISTS (SELECT 1 FROM keiro.passkeys WHERE person = $2 AND credential <> $1)",
        [.blob(credential), .text(person)])
      guard count == 1 else { return false }
      try sql.enter([AuditEntry(.passkeyRemoved, by: actor, at: now, person: person)])
      return true
    }
  }

  package func namePasskey(
    credential: [UInt8], of person: String, _ name: String, by actor: AuditActor, now: Timestamp,
    completion: @escaping StoreCompletion<Bool>
  ) {
    writing(completion) { sql throws(Failure) in
      let count = try sql.run(
        "UPDATE keiro.passkeys SET name = $1 WHERE credential = $2 AND person = $3",
        [.text(name), .blob(credential), .text(person)])
      guard count == 1 else { return false }
      try sql.enter([AuditEntry(.passkeyRenamed, by: actor, at: now, person: person)])
      return true
    }
  }

  package func notePasskey(
    credential: [UInt8], counter: Int, now: Timestamp, completion: @escaping StoreCompletion<Bool>
  ) {
    writing(completion) { sql throws(Failure) in
      try sql.run(
        "UPDATE keiro.passkeys SET counter = $1, used_at = $2 WHERE credential = $3 "
          + "AND (counter < $1 OR counter = 0 AND $1 = 0)",
        [.int(counter), .time(now), .blob(credential)]) == 1
    }
  }
}

extension SQLConnection {
  /// The person, whom no other transaction changes or removes before the end of this one; nil when
  /// there is none.
  fileprivate func lockPerson(_ id: String) throws(Failure) -> DashboardPerson? {
    try first(
      "\(selection) WHERE id = $1 \(Self.dialect.lockingForChange)", [.text(id)], decodedPerson)
  }

  /// Writes the columns of an edit alone: the others may have changed since the caller read them.
  ///
  /// - Returns: the person as changed; nil when there is none, or another one has the name.
  fileprivate func change(
    _ id: String, _ edit: PersonEdit
  ) throws(Failure) -> DashboardPerson? {
    switch edit {
    case .access(let role, let reach):
      try first(
        "UPDATE keiro.people SET role = coalesce($1, role), hosts = coalesce($2, hosts) "
          + "WHERE id = $3 RETURNING \(columns)",
        [.text(role?.rawValue), .text(reach?.stored), .text(id)], decodedPerson)
    case .invitation(let invitation):
      try first(
        "UPDATE keiro.people SET invitation = $1, invitation_expires = $2 WHERE id = $3 "
          + "RETURNING \(columns)",
        [.blob(invitation.digest), .time(invitation.expires), .text(id)], decodedPerson)
    case .told(let name, let role):
      try first(
        "UPDATE keiro.people SET name = $1, role = $2 WHERE id = $3 "
          + "AND NOT EXISTS (SELECT 1 FROM keiro.people WHERE name = $1 AND id <> $3) "
          + "RETURNING \(columns)",
        [.text(name), .text(role.rawValue), .text(id)], decodedPerson)
    }
  }
}

// MARK: - Rows

private let columns =
  "id, name, role, hosts, provider, created_at, invitation, invitation_expires"

private let selection = "SELECT \(columns) FROM keiro.people"

private func decodedPerson(_ row: some SQLRow) throws(LinkStoreError) -> DashboardPerson {
  guard let role = PersonRole(rawValue: row.text(2)) else {
    throw .corrupt("a person has an unknown role", "read people")
  }
  return DashboardPerson(
    id: row.text(0), name: row.text(1), role: role, reach: HostReach(stored: row.text(3)),
    provider: row.optionalText(4), createdAt: row.time(5),
    invitation: row.optionalTime(7).map {
      DashboardPerson.Invitation(digest: row.blob(6), expires: $0)
    })
}

private let passkeySelection =
  "SELECT credential, person, key, counter, created_at, used_at, name FROM keiro.passkeys"

extension Passkey {
  fileprivate init(row: some SQLRow) {
    self.init(
      credential: row.blob(0), person: row.text(1), key: row.blob(2), counter: row.int(3),
      createdAt: row.time(4), usedAt: row.optionalTime(5), name: row.optionalText(6))
  }
}

extension LinkStoreError {
  /// An error for a row that no release of this program has written.
  static func corrupt(_ message: String, _ operation: String) -> LinkStoreError {
    LinkStoreError(.corrupt, message, operation: operation)
  }
}
