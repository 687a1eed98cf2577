package import Changes
import Dashboard
import JSONSyntax
import LinkStorage
import Links

/// The arguments of `keiro people`.
package enum PeopleRequest: Equatable, Sendable {
  case list(json: Bool)
  case add(PersonDraft, json: Bool)
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
      try opened.answer("keiro people", console) { () throws(ChangeError) in
        switch request {
        case .list(let json): try list(opened, json, console)
        case .add(let draft, let json):
          show(
            try opened.changes.addPerson(draft, origin: opened.dashboard.origin), json, console)
        case .remove(let name): try remove(opened, name, console)
        }
      }
    }
  }

  private func list(
    _ opened: OpenedStore, _ json: Bool, _ console: Console
  ) throws(ChangeError) -> ExitCode {
    let people = try opened.changes.people()
    var counted: [(person: Person, passkeys: Int)] = []
    for person in people {
      counted.append((person, try opened.changes.passkeyCount(of: person)))
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

  private func show(_ invited: InvitedPerson, _ json: Bool, _ console: Console) -> ExitCode {
    let person = invited.person
    let end = person.invitation?.expires.description
    if json {
      console.print(
        .object([
          .init("id", .string(person.id)), .init("name", .string(person.name)),
          .init("role", .string(person.role.rawValue)),
          .init("hosts", .strings(person.reach.names)),
          .init("url", .string(invited.address)), .init("expires", .optional(end)),
        ]))
    } else {
      console.print(invited.address)
      console.complain(
        "\(person.name.onOneLine) makes a passkey at this address, once, until \(end ?? "")")
    }
    return .done
  }

  private func remove(
    _ opened: OpenedStore, _ name: String, _ console: Console
  ) throws(ChangeError) -> ExitCode {
    let people = try opened.changes.people()
    let person = people.first { $0.id == name } ?? people.first { $0.name == name }
    do throws(ChangeError) {
      let removed = try opened.changes.removePerson(person?.id ?? name)
      console.complain("removed \(removed.name.onOneLine), with all passkeys and sessions")
    } catch {
      throw error.hinting(name) { () throws(ChangeError) in people.map(\.name) }
    }
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
