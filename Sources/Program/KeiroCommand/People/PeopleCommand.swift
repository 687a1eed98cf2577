package import Changes
import Dashboard
import JSONSyntax
import LinkStorage
import Links
import Service

/// The arguments of `keiro people`.
package struct PeopleRequest: Equatable, Sendable {
  /// The subcommand with its operands.
  package enum Action: Equatable, Sendable {
    case list
    case add(PersonDraft)
    /// The identifier or name of a person.
    case remove(String)
  }

  var action: Action
  var json: Bool
}

/// `keiro people`: manages who may sign in to the dashboard.
struct PeopleCommand {
  let location: KeiroLocation
  let request: PeopleRequest
  let now: Timestamp

  func run(_ console: Console) -> ExitCode {
    let purpose: StorePurpose = request.action == .list ? .reading : .writing
    return Keiro.with(location, at: now, for: purpose, console) {
      keiro throws(CommandFailure) in
      console.give(try answer(keiro), json: request.json)
    }
  }

  private func answer(_ keiro: Keiro) throws(CommandFailure) -> CommandAnswer {
    switch request.action {
    case .list:
      let document = try keiro.changed(.get("/v1/people")) { changes, _ throws(ChangeError) in
        try changes.peopleDocument()
      }
      let lines = (document.member("people")?.array ?? []).map(line)
      return CommandAnswer(document, lines: lines, remarks: lines.isEmpty ? ["nobody"] : [])
    case .add(let draft):
      let invited = try keiro.changed(.post("/v1/people", nil, "", draft.body)) {
        changes, opened throws(ChangeError) in
        try changes.addPerson(draft, origin: opened.dashboard.origin)
          .document(in: opened.snapshot)
      }
      let (name, end) = (invited.text("name") ?? "", invited.text("expires") ?? "")
      return CommandAnswer(
        invited, lines: [invited.text("url") ?? ""],
        remarks: ["\(name) makes a passkey at this address, once, until \(end)"],
        warnings: invited.warningLines)
    case .remove(let name):
      let person = try keiro.changed(.delete("/v1/people/", name)) {
        changes, _ throws(ChangeError) in
        try changes.removePerson(named: name).removalDocument
      }
      let removed = person.text("name") ?? ""
      return CommandAnswer(
        person, remarks: ["removed \(removed), with all passkeys and sessions"])
    }
  }

  private func line(_ person: JSONNode) -> String {
    var parts = [
      person.text("name") ?? "", person.text("id") ?? "", person.text("role") ?? "",
    ]
    let hosts = person.texts("hosts")
    if !hosts.isEmpty { parts.append("on " + hosts.joined(separator: " ")) }
    let passkeys = person.number("passkeys") ?? 0
    if let provider = person.text("provider") {
      parts.append("(by \(provider))")
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

extension PersonDraft {
  /// The request body of the API.
  fileprivate var body: JSONOutput {
    .object([
      .init("name", .string(name)), .init("role", .string(role.rawValue)),
      .init("hosts", .strings(hosts)),
    ])
  }
}
