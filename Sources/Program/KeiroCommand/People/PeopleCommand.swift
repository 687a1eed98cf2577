import Changes
import JSONSyntax
import LinkStorage
import Links
import Management

extension CommandTable {
  static let people = CommandGroup(
    name: "people", summary: "manage who may sign in to the dashboard",
    examples: ["people add --role editor Mika"],
    commands: [listPeople, addPerson, removePerson])

  private static let listPeople = CommandSpecification.onKeiro(
    "people list", "list who may sign in to the dashboard", examples: ["people list"]
  ) { arguments throws(UsageError) in try arguments.people(.list) }

  private static let addPerson = CommandSpecification.onKeiro(
    "people add", "add someone and print the address for making a passkey",
    details: [
      "Viewers see links and numbers, editors change links, admins may do everything. With",
      "--site, the person sees and changes only the links of these hosts. The address works",
      "for one passkey and for seven days; it begins with 'dashboard.origin' of the",
      "configuration.",
    ],
    options: [.role, .site], operands: personName,
    examples: ["people add --role editor Mika"]
  ) { arguments throws(UsageError) in
    try arguments.people(
      .add(
        PersonDraft(
          name: try arguments.operand(),
          role: try arguments.required(.role) { PersonRole(rawValue: $0) },
          hosts: arguments.list(.site))))
  }

  private static let removePerson = CommandSpecification.onKeiro(
    "people remove", "remove someone, with all passkeys and sessions", operands: personName,
    examples: ["people remove 7f3a9c"]
  ) { arguments throws(UsageError) in
    try arguments.people(.remove(try arguments.operand()))
  }

  private static let personName = OperandSpecification(
    .text("NAME", form: "a name such as Mika"))
}

extension ParsedArguments {
  fileprivate func people(_ action: PeopleCommand.Action) throws(UsageError) -> KeiroTask {
    let command = PeopleCommand(action: action, now: now)
    return try asking(for: action == .list ? .reading : .writing) {
      keiro throws(CommandFailure) in try command.answer(keiro)
    }
  }
}

extension OptionSpecification {
  fileprivate static let role = Self(
    "--role", .words(PersonRole.allCases.map(\.rawValue), label: "ROLE"),
    "what the person may do", isRequired: true)
  fileprivate static let site = Self(
    "--site", .text("HOST"), "a host whose links the person reaches; default all hosts",
    isRepeatable: true)
}

/// `keiro people`: manages who may sign in to the dashboard.
private struct PeopleCommand {
  /// The subcommand with its operands.
  enum Action: Equatable {
    case list
    case add(PersonDraft)
    /// The identifier or name of a person.
    case remove(String)
  }

  let action: Action
  let now: Timestamp

  func answer(_ keiro: Keiro) throws(CommandFailure) -> CommandAnswer {
    switch action {
    case .list:
      let document = try keiro.document(APIRequest(.listPeople))
      return CommandAnswer(document, listing: "people", orElse: "nobody", line)
    case .add(let draft):
      let invited = try keiro.document(APIRequest(adding: draft))
      let (name, end) = (invited.text("name") ?? "", invited.text("expires") ?? "")
      return CommandAnswer(
        invited, lines: [invited.text("url") ?? ""],
        remarks: ["\(name) makes a passkey at this address, once, until \(end)"],
        warnings: invited.warningLines)
    case .remove(let name):
      let person = try keiro.document(APIRequest(.removePerson, name))
      let removed = person.text("name") ?? ""
      return CommandAnswer(
        person, remarks: ["removed \(removed), with all passkeys and sessions"])
    }
  }

  private func line(_ person: JSONNode) -> String {
    CommandAnswer.row([
      person.text("name"), person.text("id"), person.text("role"), person.hostColumn,
      "(\(access(of: person)))",
    ])
  }

  /// How a person signs in.
  private func access(of person: JSONNode) -> String {
    let passkeys = person.number("passkeys") ?? 0
    if let provider = person.text("provider") { return "by \(provider)" }
    if passkeys > 0 { return passkeys.counted("passkey") }
    if let end = person.time("invitedUntil"), end > now { return "invited until \(end)" }
    return "cannot sign in"
  }
}
