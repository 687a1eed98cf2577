package import Changes
import Dashboard
import JSONSyntax
import LinkStorage
import Links

/// The arguments of `keiro people`.
package struct PeopleRequest: Equatable, Sendable {
  package enum Action: Equatable, Sendable {
    case list
    case add(PersonDraft)
    /// By identifier or name.
    case remove(String)
  }

  var action: Action
  var json: Bool
}

/// `keiro people`: who may sign in to the dashboard.
struct PeopleCommand {
  let file: String
  let request: PeopleRequest
  let now: Timestamp

  func run(_ console: Console) -> ExitCode {
    let purpose: StorePurpose = request.action == .list ? .reading : .writing
    return OpenedStore.with(configuration: file, at: now, for: purpose, console) {
      opened throws(LinkStoreError) in
      try opened.give("keiro people", json: request.json, console) { () throws(ChangeError) in
        try answer(opened.changes, origin: opened.dashboard.origin)
      }
    }
  }

  private func answer(
    _ changes: StoreChanges, origin: String?
  ) throws(ChangeError) -> CommandAnswer {
    switch request.action {
    case .list:
      var list: [JSONOutput] = []
      for person in try changes.people() {
        list.append(person.document(passkeys: try changes.passkeyCount(of: person)))
      }
      return CommandAnswer(
        document: .object([.init("people", .array(list))]),
        lines: list.map { line(JSONNode($0)) }, remarks: list.isEmpty ? ["nobody"] : [])
    case .add(let draft):
      let invited = try changes.addPerson(draft, origin: origin)
      let end = invited.person.invitation?.expires.description ?? ""
      return CommandAnswer(
        document: invited.document, lines: [invited.address],
        remarks: [
          "\(invited.person.name.onOneLine) makes a passkey at this address, once, until \(end)"
        ])
    case .remove(let name):
      let person = try changes.removePerson(try changes.person(named: name).id)
      return CommandAnswer(
        document: .object([.init("id", .string(person.id)), .init("name", .string(person.name))]),
        remarks: ["removed \(person.name.onOneLine), with all passkeys and sessions"])
    }
  }

  private func line(_ person: JSONNode) -> String {
    var parts = [
      (person.text("name") ?? "").onOneLine, person.text("id") ?? "", person.text("role") ?? "",
    ]
    let hosts = person.texts("hosts")
    if !hosts.isEmpty { parts.append("on " + hosts.joined(separator: " ")) }
    let passkeys = person.number("passkeys") ?? 0
    if let provider = person.text("provider") {
      parts.append("(by \(provider.onOneLine))")
    } else if passkeys > 0 {
      parts.append("(\(passkeys) passkey\(passkeys == 1 ? "" : "s"))")
    } else if let end = person.time("invitedUntil"), end > now {
      parts.append("(invited until \(end))")
    } else {
      parts.append("(cannot sign in)")
    }
    return parts.joined(separator: "  ")
  }
}
