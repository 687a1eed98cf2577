import Changes
import JSONSyntax
import LinkStorage
import Links
import Management

extension CommandTable {
  static let people = CommandGroup(
    name: "people", summary: "manage who may sign in to the dashboard",
    examples: ["people add --role editor Mika"],
    commands: [listPeople, addPerson, editPerson, removePerson])

  private static let listPeople = CommandSpecification.onKeiro(
    "people list", "list who may sign in to the dashboard", examples: ["people list"]
  ) { arguments throws(UsageError) in
    try arguments.calling(APIRequest(.listPeople)) { [now = arguments.now] document in
      CommandAnswer(document, listing: "people", orElse: "nobody") { $0.personLine(at: now) }
    }
  }

  private static let addPerson = CommandSpecification.onKeiro(
    "people add", "add someone and print the address for making a passkey",
    details: [
      "Viewers see links and numbers, editors change links, admins may do everything. With",
      "--site, the person sees and changes only the links of these hosts. The address works",
      "for one passkey and for seven days; it begins with 'dashboard.origin' of the",
      "configuration.",
    ],
    options: [.role.required, .site], operands: personName,
    examples: ["people add --role editor Mika"]
  ) { arguments throws(UsageError) in
    let draft = PersonDraft(
      name: try arguments.operand(),
      role: try arguments.required(.role) { PersonRole(rawValue: $0) },
      hosts: arguments.list(.site))
    return try arguments.calling(APIRequest(adding: draft)) { invited in
      let (name, end) = (invited.text("name") ?? "", invited.text("expires") ?? "")
      return CommandAnswer(
        document: invited, lines: [invited.text("url") ?? ""],
        remarks: ["\(name) makes a passkey at this address, once, until \(end)"])
    }
  }

  private static let editPerson = CommandSpecification.onKeiro(
    "people edit", "change someone's role or hosts",
    details: [
      "--site replaces the whole list, and 'all' stands for all hosts. Both apply from the next",
      "request on, in sessions, too.",
    ],
    options: [.role, .site], operands: personName,
    examples: ["people edit --site a.example --site b.example Mika"]
  ) { arguments throws(UsageError) in
    let role = try arguments.value(.role) { PersonRole(rawValue: $0) }
    let sites = arguments.value(.site).map { _ in arguments.list(.site) }
    guard role != nil || sites != nil else {
      throw arguments.error(.nothingToChange("--role or --site"))
    }
    let hosts = sites.map { $0.contains("all") ? [] : $0 }
    let call = APIRequest(changing: try arguments.operand(), role: role, hosts: hosts)
    return try arguments.calling(call) { [now = arguments.now] in
      CommandAnswer(document: $0, lines: [$0.personLine(at: now)])
    }
  }

  private static let removePerson = CommandSpecification.onKeiro(
    "people remove", "remove someone, with all passkeys and sessions", operands: personName,
    examples: ["people remove 7f3a9c"]
  ) { arguments throws(UsageError) in
    try arguments.calling(APIRequest(.removePerson, try arguments.operand())) { person in
      CommandAnswer(
        document: person,
        remarks: ["removed \(person.text("name") ?? ""), with all passkeys and sessions"])
    }
  }

  private static let personName = OperandSpecification(
    .text("NAME", form: "a name such as Mika"))
}

extension OptionSpecification {
  fileprivate static let role = Self(
    "--role", .words(PersonRole.allCases.map(\.rawValue), label: "ROLE"),
    "what the person may do")
  fileprivate static let site = Self(
    "--site", .text("HOST"), "a host whose links the person reaches; default all hosts",
    isRepeatable: true)
}

extension JSONNode {
  fileprivate func personLine(at now: Timestamp) -> String {
    CommandAnswer.row([
      text("name"), text("id"), text("role"), hostColumn, "(\(accessOfPerson(at: now)))",
    ])
  }

  private func accessOfPerson(at now: Timestamp) -> String {
    if let provider = text("provider") { return "by \(provider)" }
    if let passkeys = number("passkeys"), passkeys > 0 { return passkeys.counted("passkey") }
    if let end = time("invitedUntil"), end > now { return "invited until \(end)" }
    return "cannot sign in"
  }
}
