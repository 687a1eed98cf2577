import LinkStorage
import Links

/// Writes people and passkeys, inside a transaction.
struct PeopleTable {
  private let database: Database
  private let actor: AuditActor

  init(_ database: Database, _ actor: AuditActor) {
    self.database = database
    self.actor = actor
  }

  func create(_ person: Person) throws(LinkStoreError) -> PersonCreation {
    let count = try database.run(
      "INSERT INTO people (id, name, role, hosts, provider, created_at, invitation, "
        + "invitation_expires) VALUES (?,?,?,?,?,?,?,?) ON CONFLICT DO NOTHING",
      [
        .text(person.id), .text(person.name), .text(person.role.rawValue),
        .text(person.reach.stored), .optional(person.provider), .time(person.createdAt),
        Self.blob(person.invitation?.digest), .time(person.invitation?.expires),
      ])
    guard count == 1 else { return .taken }
    try note(.personAdded, person.id, person.createdAt)
    return .created
  }

  func change(_ person: Person, _ now: Timestamp) throws(LinkStoreError) -> PersonChange {
    let count = try database.run(
      "UPDATE OR IGNORE people SET name = ?, role = ?, hosts = ?, provider = ?, invitation = ?, "
        + "invitation_expires = ? WHERE id = ?",
      [
        .text(person.name), .text(person.role.rawValue), .text(person.reach.stored),
        .optional(person.provider), Self.blob(person.invitation?.digest),
        .time(person.invitation?.expires), .text(person.id),
      ])
    guard count == 1 else { return try isKnown(person.id) ? .taken : .missing }
    try note(.personChanged, person.id, now)
    return .done
  }

  func remove(_ id: String, _ now: Timestamp) throws(LinkStoreError) -> PersonChange {
    guard try database.run("DELETE FROM people WHERE id = ?", [.text(id)]) == 1 else {
      return .missing
    }
    try database.run("DELETE FROM passkeys WHERE person = ?", [.text(id)])
    try database.run(
      "DELETE FROM sessions WHERE subject = ?", [.text(Person.subject(ofID: id))])
    try note(.personRemoved, id, now)
    return .done
  }

  func add(
    _ passkey: Passkey, invitation: [UInt8]?, _ now: Timestamp
  ) throws(LinkStoreError) -> PasskeyCreation {
    if let invitation {
      // Used up even when the passkey turns out to be taken: it was shown to somebody.
      let count = try database.run(
        "UPDATE people SET invitation = NULL, invitation_expires = NULL WHERE id = ? "
          + "AND invitation = ? AND invitation_expires > ?",
        [.text(passkey.person), .blob(invitation), .time(now)])
      guard count == 1 else { return .uninvited }
    } else {
      guard try isKnown(passkey.person) else { return .uninvited }
    }
    let count = try database.run(
      "INSERT INTO passkeys (credential, person, key, counter, created_at) VALUES (?,?,?,?,?) "
        + "ON CONFLICT DO NOTHING",
      [
        .blob(passkey.credential), .text(passkey.person), .blob(passkey.key),
        .int(passkey.counter), .time(passkey.createdAt),
      ])
    guard count == 1 else { return .taken }
    try note(.passkeyAdded, passkey.person, now)
    return .created
  }

  func note(
    _ credential: [UInt8], counter: Int, _ now: Timestamp
  ) throws(LinkStoreError) -> Bool {
    try database.run(
      "UPDATE passkeys SET counter = max(counter, ?), used_at = ? WHERE credential = ?",
      [.int(counter), .time(now), .blob(credential)]) == 1
  }

  private func isKnown(_ id: String) throws(LinkStoreError) -> Bool {
    try database.first("SELECT 1 FROM people WHERE id = ?", [.text(id)]) { _ in true } != nil
  }

  private func note(
    _ action: AuditAction, _ person: String, _ now: Timestamp
  ) throws(LinkStoreError) {
    try AuditTable(database).append(AuditEntry(action, by: actor, at: now, person: person))
  }

  private static func blob(_ bytes: [UInt8]?) -> SQLValue { bytes.map(SQLValue.blob) ?? .null }

  // MARK: - Rows

  static let columns =
    "SELECT id, name, role, hosts, provider, created_at, invitation, invitation_expires FROM people"

  static func person(_ row: SQLRow) throws(LinkStoreError) -> Person {
    guard let role = PersonRole(rawValue: row.text(2)) else {
      throw LinkStoreError(
        kind: .corrupt, code: 0, message: "a person has an unknown role", operation: "read people")
    }
    return Person(
      id: row.text(0), name: row.text(1), role: role, reach: HostReach(stored: row.text(3)),
      provider: row.optionalText(4), createdAt: Timestamp(secondsSinceEpoch: row.int(5)),
      invitation: row.time(7).map { Person.Invitation(digest: row.blob(6), expires: $0) })
  }

  static let passkeyColumns =
    "SELECT credential, person, key, counter, created_at, used_at FROM passkeys"

  static func passkey(_ row: SQLRow) -> Passkey {
    Passkey(
      credential: row.blob(0), person: row.text(1), key: row.blob(2), counter: row.int(3),
      createdAt: Timestamp(secondsSinceEpoch: row.int(4)), usedAt: row.time(5))
  }
}
