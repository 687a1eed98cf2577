import Cryptography
import Dashboard
import JSONSyntax
package import LinkStorage
import Links

/// The arguments of `keiro people`.
package enum PeopleRequest: Equatable, Sendable {
  case list(json: Bool)
  case add(name: String, role: PersonRole, reach: HostReach, json: Bool)
  /// By name or identifier.
  case remove(String)
}

/// `keiro people`: who may sign in to the dashboard.
struct PeopleCommand {
  let file: String
  let request: PeopleRequest
  let now: Timestamp

  func run(_ console: Console) -> ExitCode {
    var purpose = StorePurpose.writing
    if case .list = request { purpose = .reading }
    return OpenedStore.with(configuration: file, at: now, for: purpose, console) {
      opened throws(LinkStoreError) in
      switch request {
      case .list(let json): return try list(opened, json, console)
      case .add(let name, let role, let reach, let json):
        return try add(opened, name, role, reach, json, console)
      case .remove(let name): return try remove(opened, name, console)
      }
    }
  }

  private func list(
    _ opened: OpenedStore, _ json: Bool, _ console: Console
  ) throws(LinkStoreError) -> ExitCode {
    let people = try opened.store.people()
    var counted: [(person: Person, passkeys: Int)] = []
    for person in people {
      counted.append((person, try opened.store.passkeys(of: person.id).count))
    }
    guard !json else {
      let list = counted.map { $0.person.json(passkeys: $0.passkeys) }
      console.print(.object([.init("people", .array(list))]))
      return .done
    }
    for (person, passkeys) in counted { console.print(person.line(passkeys: passkeys, opened.now)) }
    if people.isEmpty { console.complain("nobody") }
    return .done
  }

  private func add(
    _ opened: OpenedStore, _ name: String, _ role: PersonRole, _ reach: HostReach, _ json: Bool,
    _ console: Console
  ) throws(LinkStoreError) -> ExitCode {
    if let fault = Person.fault(ofName: name) {
      console.complain("keiro people: '\(name.onOneLine)' is not a name: \(fault)")
      return .negative
    }
    guard let origin = opened.dashboard.origin else {
      console.complain(
        "keiro people: 'dashboard.origin' is not set: passkeys belong to an origin such as "
          + "https://keiro.example.com")
      return .negative
    }
    guard let id = RandomBytes.base62(10), let made = PersonInvitation.make(now: opened.now) else {
      console.complain("keiro people: the system has no randomness to give")
      return .environmentFailed
    }
    let person = Person(
      id: id, name: name, role: role, reach: reach, createdAt: opened.now,
      invitation: made.invitation)
    guard try waitForAnswer({ opened.store.createPerson(person, completion: $0) }) == .created
    else {
      console.complain("keiro people: there is somebody called '\(name.onOneLine)' already")
      return .negative
    }
    let url = PersonInvitation.address(made.code, origin: origin)
    if json {
      console.print(
        .object([
          .init("id", .string(id)), .init("name", .string(name)),
          .init("role", .string(role.rawValue)), .init("hosts", .strings(reach.names)),
          .init("url", .string(url)),
          .init("expires", .string(made.invitation.expires.description)),
        ]))
    } else {
      console.print(url)
      console.complain(
        "\(name.onOneLine) makes a passkey at this address, once, until "
          + "\(made.invitation.expires)")
    }
    return .done
  }

  private func remove(
    _ opened: OpenedStore, _ name: String, _ console: Console
  ) throws(LinkStoreError) -> ExitCode {
    let people = try opened.store.people()
    let person = people.first { $0.id == name } ?? people.first { $0.name == name }
    guard let person else {
      let names = people.map(\.name)
      let hint = nearestName(to: name, among: names).map { ": did you mean '\($0)'?" } ?? ""
      console.complain("keiro people: there is nobody called '\(name.onOneLine)'\(hint)")
      return .negative
    }
    let answer = try waitForAnswer {
      opened.store.removePerson(id: person.id, now: opened.now, completion: $0)
    }
    guard answer == .done else {
      console.complain("keiro people: '\(name.onOneLine)' is gone already")
      return .negative
    }
    console.complain("removed \(person.name.onOneLine), with all passkeys and sessions")
    return .done
  }
}

extension Person {
  fileprivate func line(passkeys: Int, _ now: Timestamp) -> String {
    var parts = [name.onOneLine, id, role.rawValue]
    if reach.isBounded { parts.append("on " + reach.names.joined(separator: " ")) }
    if let provider {
      parts.append("(by \(provider.onOneLine))")
    } else if passkeys > 0 {
      parts.append("(\(passkeys) passkey\(passkeys == 1 ? "" : "s"))")
    } else if let invitation, invitation.expires > now {
      parts.append("(invited until \(invitation.expires))")
    } else {
      parts.append("(cannot sign in)")
    }
    return parts.joined(separator: "  ")
  }

  fileprivate func json(passkeys: Int) -> JSONOutput {
    .object([
      .init("id", .string(id)), .init("name", .string(name)),
      .init("role", .string(role.rawValue)), .init("hosts", .strings(reach.names)),
      .init("provider", .optional(provider)), .init("passkeys", .int(passkeys)),
      .init("createdAt", .string(createdAt.description)),
      .init("invitedUntil", .optional(invitation?.expires.description)),
    ])
  }
}
