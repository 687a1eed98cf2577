import LinkStorage
import Links

extension MemoryContents {
  mutating func create(_ person: Person, by author: Author) -> PersonCreation {
    guard !people.contains(where: { $0.id == person.id || $0.name == person.name }) else {
      return .taken
    }
    people.append(person)
    note(.personAdded, person.id, person.createdAt, by: author)
    return .created
  }

  mutating func change(_ person: Person, _ now: Timestamp, by author: Author) -> PersonChange {
    guard let index = people.firstIndex(where: { $0.id == person.id }) else { return .missing }
    guard !people.contains(where: { $0.id != person.id && $0.name == person.name }) else {
      return .taken
    }
    var changed = person
    changed.createdAt = people[index].createdAt
    people[index] = changed
    note(.personChanged, person.id, now, by: author)
    return .done
  }

  mutating func removePerson(_ id: String, _ now: Timestamp, by author: Author) -> PersonChange {
    guard let index = people.firstIndex(where: { $0.id == id }) else { return .missing }
    people.remove(at: index)
    passkeys.removeAll { $0.person == id }
    sessions.removeAll { $0.subject == Person.subject(ofID: id) }
    note(.personRemoved, id, now, by: author)
    return .done
  }

  mutating func add(
    _ passkey: Passkey, invitation: [UInt8]?, _ now: Timestamp, by author: Author
  ) -> PasskeyCreation {
    guard let index = people.firstIndex(where: { $0.id == passkey.person }) else {
      return .uninvited
    }
    if let invitation {
      guard let own = people[index].invitation, own.digest == invitation, own.expires > now else {
        return .uninvited
      }
      people[index].invitation = nil
    }
    guard !passkeys.contains(where: { $0.credential == passkey.credential }) else { return .taken }
    passkeys.append(passkey)
    note(.passkeyAdded, passkey.person, now, by: author)
    return .created
  }

  mutating func notePasskey(_ credential: [UInt8], _ counter: Int, _ now: Timestamp) -> Bool {
    guard let index = passkeys.firstIndex(where: { $0.credential == credential }) else {
      return false
    }
    passkeys[index].counter = max(passkeys[index].counter, counter)
    passkeys[index].usedAt = now
    return true
  }

  private mutating func note(
    _ action: AuditAction, _ person: String, _ now: Timestamp, by author: Author
  ) {
    auditLog.append([AuditEntry(action, by: author.actor, at: now, person: person)])
  }
}
